/** Contract tests: which events a store adds when a collection changes. */
import { assert } from "@effect/vitest"
import { canTransition, CollectionStatus, describe } from "@sheaf/domain/CollectionStatus"
import type { EventType } from "@sheaf/domain/EventType"
import * as FailureReason from "@sheaf/domain/FailureReason"
import { Effect } from "effect"
import { CollectionStore } from "../../collections/CollectionStore.ts"
import type { CollectionChange } from "../../collections/CollectionStore.ts"
import * as Sample from "../samples/CollectionSample.ts"
import { newId, testsOf } from "../samples/Fixture.ts"
import { allEvents, collectionPayloadsOf, eventTypes } from "./EventFixture.ts"
import type { EventTestMethods } from "./EventFixture.ts"

const endings: Partial<Record<ReturnType<typeof describe>["class"], EventType>> = {
  OUTCOME: "collection.completed",
  FAILURE: "collection.failed",
  BLOCKING: "collection.failed"
}

const taking = Effect.fnUntraced(function* (clientId: string, ...steps: ReadonlyArray<CollectionChange>) {
  const store = yield* CollectionStore
  const { collectionId } = (yield* Sample.acceptCollection(clientId)).identity
  assert.isTrue(yield* store.advance(Sample.precondition(collectionId, 0, 1), steps))
  return collectionId
})

const asking = (revision: number, inputId: string) =>
  Sample.changeToStatus("TWO_FACTOR_PENDING", revision, {
    shown: Sample.codeQuestionInformation,
    pending: { ...Sample.pendingQuestion, inputId }
  })

const transitions = CollectionStatus.literals.flatMap((from) =>
  CollectionStatus.literals.flatMap((to) => (canTransition(from, to) ? [[from, to] as const] : []))
)

export const collectionEventTests = (it: EventTestMethods): void => {
  const test = testsOf(it, CollectionStore)

  test("a collection that asks and completes adds two events with its facts", function* (store) {
    const clientId = yield* Sample.newClient
    const collectionId = yield* Sample.acceptWaitingCollection(clientId)
    yield* store.supply(Sample.precondition(collectionId, 2, 3), Sample.answerChange(Sample.codeAnswer))
    yield* store.advance(Sample.precondition(collectionId, 2, 4), [Sample.changeToStatus("COMPLETED", 5, { data: {} })])
    const facts = {
      collectionId,
      company: "se-nordhem",
      products: ["INSURANCE", "WEALTH"],
      createdAt: Sample.startTime
    } as const
    assert.deepStrictEqual(
      (yield* allEvents(clientId)).map(({ at, facts, type }) => ({ at, facts: { ...facts }, type })),
      [
        {
          type: "collection.input_required",
          at: Sample.startTime + 3000,
          facts: {
            ...facts,
            status: "TWO_FACTOR_PENDING",
            statusChangedAt: Sample.startTime + 3000,
            openQuestion: { inputId: "question-1", type: "TWO_FACTOR_CODE", until: Sample.questionDeadline }
          }
        },
        {
          type: "collection.completed",
          at: Sample.startTime + 5000,
          facts: { ...facts, status: "COMPLETED", statusChangedAt: Sample.startTime + 5000 }
        }
      ]
    )
  })

  test("every transition of the status table adds the event of its class", function* () {
    assert.isAbove(transitions.length, 90)
    for (const [from, to] of transitions) {
      const clientId = yield* Sample.newClient
      yield* taking(clientId, Sample.changeToStatus(from, 2), Sample.changeToStatus(to, 3))
      const expected = endings[describe(to).class]
      assert.deepStrictEqual(yield* eventTypes(clientId), expected === undefined ? [] : [expected], `${from} to ${to}`)
    }
  })

  test("each new question adds an event, and an update of an open question adds none", function* () {
    const clientId = yield* Sample.newClient
    yield* taking(clientId, asking(2, "first"), asking(3, "first"), asking(4, "second"))
    const inputs = collectionPayloadsOf(yield* allEvents(clientId)).map(({ openQuestion }) => openQuestion?.inputId)
    assert.deepStrictEqual(inputs, ["first", "second"])
  })

  test("writes without effect add no event", function* (store) {
    const clientId = yield* Sample.newClient
    const collectionId = yield* Sample.acceptEndedCollection(clientId, "COMPLETED_EMPTY")
    assert.isFalse(yield* store.advance(Sample.precondition(collectionId, 0, 1), [Sample.changeToStatus("FAILED", 2)]))
    assert.isFalse(yield* store.advance(Sample.precondition(collectionId, 1, 2), [Sample.changeToStatus("FAILED", 3)]))
    assert.deepStrictEqual(yield* eventTypes(clientId), ["collection.completed"])
  })

  test("an event has the failure reason and the required input, and no other information", function* () {
    const clientId = yield* Sample.newClient
    const secret = `secret-${yield* newId}`
    const information = {
      SWEDISH_MOBILE_EID_AUTOSTART_TOKEN: secret,
      SWEDISH_MOBILE_EID_ANIMATED_QR_DATA: secret,
      AVAILABLE_TWO_FACTOR_METHODS: [{ id: secret, type: "SMS", label: secret }],
      TWO_FACTOR_AUTHENTICATION_INSTRUCTION: { authenticationInstruction: secret, responseType: "NUMBER_CODE" },
      REFERENCE_NUMBER: secret,
      REQUIRED_INPUT_TYPES: ["EMAIL"],
      INSTRUCTIONS: [
        {
          id: secret,
          etag: secret,
          url: `https://${secret}.example/`,
          method: "GET",
          headers: { cookie: secret },
          body: secret,
          cookies: [{ name: secret, value: secret, domain: secret, path: "/", secure: true, httpOnly: true }]
        }
      ],
      FAILURE_REASON: FailureReason.make("COMPANY_UNREACHABLE")
    } as const
    const shown = {
      information,
      display: [
        { _tag: "AnimatedCode", startToken: secret, startSecret: secret, startedAt: Sample.startTime },
        { _tag: "CodeTexts", texts: [{ text: secret, until: 0 }] }
      ]
    } as const
    const store = yield* CollectionStore
    const collection = yield* Sample.make(clientId, { attributes: { EXTERNAL_REFERENCE: secret, SESSION_ID: secret } })
    yield* store.accept({ ...collection, order: { ...Sample.loginOrder, accountOwnerName: secret } })
    const { collectionId } = collection.identity
    const question = {
      inputId: "question-1",
      question: { kind: "RESPONSE_OBJECT", etags: [secret] },
      until: Sample.questionDeadline
    } as const
    yield* store.advance(Sample.precondition(collectionId, 0, 1), [
      Sample.changeToStatus("WAITING_FOR_USER_ACTION", 2, { shown, pending: question, session: secret }),
      Sample.changeToStatus("COMPLETED_PARTIAL", 3, {
        shown,
        data: { INSURANCE: [Sample.carInsuranceRecord] },
        documents: [Sample.makeDocument(secret)]
      })
    ])
    yield* store.eraseDataOf(clientId, collectionId, Sample.startTime + 60_000)
    const events = yield* allEvents(clientId)
    assert.lengthOf(events, 3)
    for (const facts of collectionPayloadsOf(events)) {
      assert.deepStrictEqual(facts.information, {
        REQUIRED_INPUT_TYPES: ["EMAIL"],
        FAILURE_REASON: information.FAILURE_REASON
      })
    }
    assert.notInclude(JSON.stringify(events), secret)
    assert.notInclude(JSON.stringify(events), Sample.carInsuranceRecord.insurance.registrationNo)
  })

  test("a superseded collection adds an event with the acceptance, unless the acceptance is refused", function* (store) {
    const clientId = yield* Sample.newClient
    const inSession = { key: "a session", superseded: [], cleanups: [] }
    const first = yield* Sample.make(clientId)
    yield* store.accept({ ...first, inSession })
    const end = Sample.changeToStatus("FAILED", 2)
    const superseding = (revision: number) => ({
      ...inSession,
      superseded: [{ found: Sample.precondition(first.identity.collectionId, 0, revision), end }]
    })
    yield* store.accept({ ...(yield* Sample.make(clientId)), inSession: superseding(9) })
    assert.deepStrictEqual(yield* eventTypes(clientId), [])
    yield* store.accept({ ...(yield* Sample.make(clientId)), inSession: superseding(1) })
    assert.deepStrictEqual(yield* eventTypes(clientId), ["collection.failed"])
  })

  test("an abandoned collection adds an event", function* () {
    const clientId = yield* Sample.newClient
    const collectionId = yield* Sample.acceptWaitingCollection(clientId)
    assert.isTrue(yield* Sample.abandonCollection(collectionId, Sample.startTime + 1))
    assert.deepStrictEqual(yield* eventTypes(clientId), ["collection.input_required", "collection.failed"])
  })

  test("erasing data adds one event if the collection had a result", function* (store) {
    const clientId = yield* Sample.newClient
    const completed = yield* Sample.acceptEndedCollection(clientId, "COMPLETED", { data: {} })
    const failed = yield* Sample.acceptEndedCollection(clientId, "FAILED")
    for (const collectionId of [completed, failed, completed]) {
      yield* store.eraseDataOf(clientId, collectionId, Sample.startTime + 60_000)
    }
    yield* store.eraseData(Sample.startTime + 600_000)
    const expired = yield* allEvents(clientId, { types: ["collection.data_expired"] })
    assert.deepStrictEqual(
      expired.map(({ at }) => at),
      [Sample.startTime + 60_000]
    )
    assert.deepStrictEqual(
      collectionPayloadsOf(expired).map(({ collectionId }) => collectionId),
      [completed]
    )
  })

  test("erasing a collection's row erases its events, also without a user", function* (store) {
    const clientId = yield* Sample.newClient
    const at = Sample.startTime - 2_000_000_000
    yield* Sample.acceptEndedCollection(clientId, "FAILED", { at })
    const kept = yield* Sample.acceptEndedCollection(clientId, "FAILED")
    yield* store.eraseRows(at + 1)
    assert.deepStrictEqual(
      collectionPayloadsOf(yield* allEvents(clientId)).map(({ collectionId }) => collectionId),
      [kept]
    )
  })
}
