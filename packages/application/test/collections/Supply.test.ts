/** Every kind of question: its timeout, its rejected answers, and an answer that takes effect only once (spec 2.5). */
import { assert, describe } from "@effect/vitest"
import { canTransition } from "@sheaf/domain/CollectionStatus"
import type { RequestObject } from "@sheaf/domain/ExtraInformation"
import type { SupplementInfo, SupplementInfoRequest } from "@sheaf/domain/SupplementInfo"
import { Collections, CollectionStore } from "@sheaf/ports"
import type { ConnectorSignal, Step } from "@sheaf/ports"
import { Clock, Effect, Option, Redacted } from "effect"
import { TestClock } from "effect/testing"
import * as Outcome from "../../src/collections/Outcome.ts"
import * as Supply from "../../src/collections/Supply.ts"
import * as Company from "./ScriptedCompany.ts"
import * as World from "./World.ts"
import { start, statusOf, test, untilStatus } from "./World.ts"
import type { Script } from "./ScriptedCompany.ts"

const requestOf = (etag: string): RequestObject => ({
  id: `request ${etag}`,
  etag,
  url: `https://login.nordhem.example/${etag}`,
  method: "GET",
  headers: {}
})

const responseTo = (etag: string): SupplementInfo => ({
  type: "RESPONSE_OBJECT",
  etag,
  statusCode: 200,
  headers: {},
  response: `what ${etag} gave`
})

const { ask } = Company
const askForInput = ask(
  "COLLECTION_INPUT_PENDING",
  { kind: "COLLECTION_INPUT", inputs: ["SWEDISH_PERSONAL_NUMBER", "ACCOUNT_OWNER_NAME"] },
  { REQUIRED_INPUT_TYPES: ["SWEDISH_PERSONAL_NUMBER", "ACCOUNT_OWNER_NAME"] }
)
const askForChoice = ask(
  "TWO_FACTOR_PENDING",
  { kind: "TWO_FACTOR_CHOICE", methodIds: ["sms", "app"] },
  {
    AVAILABLE_TWO_FACTOR_METHODS: [
      { id: "sms", type: "SMS", label: "a message" },
      { id: "app", type: "APP", label: "the app" }
    ]
  }
)
const askForResponses = (...etags: readonly [string, ...Array<string>]) =>
  ask("LOGIN", { kind: "RESPONSE_OBJECT", etags }, { INSTRUCTIONS: etags.map(requestOf) })

const completed = [Company.poll("COLLECTING"), Company.end("COMPLETED", Company.noData)] as const

const asking = (question: (session: string) => Step): Script =>
  Company.steps(Company.poll("LOGIN"), question, ...completed)

const steppingUp = (question: (session: string) => Step): Script =>
  canTransition("COLLECTING", question("").status)
    ? Company.steps(Company.poll("COLLECTING"), question, ...completed)
    : asking(question)

const answerOf = (signal: ConnectorSignal | undefined): unknown =>
  signal?._tag === "Input"
    ? Redacted.value(signal.input)
    : signal?._tag === "Responses"
      ? Redacted.value(signal.responses)
      : undefined

const supply = Effect.fnUntraced(function* (collectionId: string, input: SupplementInfoRequest) {
  return (yield* (yield* Collections).supply(World.caller, collectionId, input)).body
})

const refusalOf = Effect.fnUntraced(function* (collectionId: string, input: SupplementInfoRequest) {
  const error = yield* Effect.flip(supply(collectionId, input))
  if (error._tag === "InputNoLongerPending") return [error.reason]
  return error._tag === "InvalidSupplementInfo"
    ? error.violations.map(({ code, pointer }) => `${code} ${pointer}`)
    : [error._tag]
})

test("an accepted answer leaves the row that the next step begins with", function* (company) {
  company.script = asking(askForInput)
  const store = yield* CollectionStore
  const id = yield* start()
  yield* untilStatus(id, "COLLECTION_INPUT_PENDING")
  const collection = Option.getOrThrow(yield* store.loadState(id))
  const answer = { type: "TWO_FACTOR_CODE", value: "123456" } as const
  const answered = {
    revision: collection.revision + 1,
    at: World.noon,
    shown: {},
    answers: [answer],
    answeredQuestions: [
      { inputId: "one", question: { kind: "TWO_FACTOR_CODE", responseType: "NUMBER_CODE" }, answerHash: "hash" }
    ],
    answeredEtags: ["etag"]
  } as const
  assert.isTrue(yield* store.supply(collection, answered))
  assert.deepStrictEqual(Supply.stateAfterAnswer(collection, answered), Option.getOrThrow(yield* store.loadState(id)))
})

const kinds = [
  {
    kind: "contact form",
    question: Company.askForEmail("CONTACT_FORM_PENDING"),
    answer: { type: "COLLECTION_INPUT", inputs: { EMAIL: "maja@example.com" } },
    refused: [
      [{ type: "COLLECTION_INPUT", inputs: { EMAIL: "maja" } }, "INVALID_INPUT /inputs/EMAIL"],
      [{ type: "TWO_FACTOR_CODE", value: "123456" }, "WRONG_INPUT_TYPE /type"]
    ],
    seconds: 120,
    unanswered: "CONTACT_FORM"
  },
  {
    kind: "collection input",
    question: askForInput,
    answer: {
      type: "COLLECTION_INPUT",
      inputs: { SWEDISH_PERSONAL_NUMBER: "198112189876", ACCOUNT_OWNER_NAME: "Maja Lind" }
    },
    refused: [
      [
        { type: "COLLECTION_INPUT", inputs: { ACCOUNT_OWNER_NAME: "Maja" } },
        "INVALID_INPUT /inputs/SWEDISH_PERSONAL_NUMBER"
      ],
      [{ type: "TWO_FACTOR_CHOICE", methodId: "sms" }, "WRONG_INPUT_TYPE /type"]
    ],
    seconds: 120,
    unanswered: "COLLECTION_INPUT_TIMEOUT"
  },
  {
    kind: "two-factor code",
    question: Company.askForCode,
    answer: { type: "TWO_FACTOR_CODE", value: "123456" },
    refused: [
      [{ type: "TWO_FACTOR_CODE", value: "12a4" }, "INVALID_INPUT /value"],
      [{ type: "TWO_FACTOR_CHOICE", methodId: "sms" }, "WRONG_INPUT_TYPE /type"]
    ],
    seconds: 180,
    unanswered: "AUTHENTICATION_TIMEOUT"
  },
  {
    kind: "two-factor choice",
    question: askForChoice,
    answer: { type: "TWO_FACTOR_CHOICE", methodId: "app" },
    refused: [
      [{ type: "TWO_FACTOR_CHOICE", methodId: "pigeon" }, "INVALID_INPUT /methodId"],
      [{ type: "TWO_FACTOR_CODE", value: "123456" }, "WRONG_INPUT_TYPE /type"]
    ],
    seconds: 60,
    unanswered: "TWO_FACTOR_METHOD_SELECTION_TIMEOUT"
  },
  {
    kind: "response object",
    question: askForResponses("e-1"),
    answer: responseTo("e-1"),
    refused: [
      [responseTo("e-2"), "UNKNOWN_INSTRUCTION /etag"],
      [{ type: "COLLECTION_INPUT", inputs: {} }, "WRONG_INPUT_TYPE /type"]
    ],
    seconds: 180,
    unanswered: "AUTHENTICATION_TIMEOUT"
  }
] as const satisfies ReadonlyArray<{
  readonly kind: string
  readonly question: (session: string) => Step
  readonly answer: SupplementInfo
  readonly refused: ReadonlyArray<readonly [SupplementInfo, string]>
  readonly seconds: number
  readonly unanswered: Step["status"]
}>

describe.each(kinds)("a question for a $kind", ({ answer, question, refused, seconds, unanswered }) => {
  const waiting = question("").status

  test("rejects wrong answers, accepts the right answer, and passes it on only once", function* (company) {
    company.script = asking(question)
    const id = yield* start()
    yield* untilStatus(id, waiting)
    yield* World.runPendingWork(20)
    const { extraInformation, pendingInput } = yield* statusOf(id)
    assert.isDefined(extraInformation)
    const expiresAt = new Date((yield* Clock.currentTimeMillis) + seconds * 1000).toISOString()
    assert.deepStrictEqual({ ...pendingInput, inputId: "" }, { inputId: "", type: answer.type, expiresAt })
    for (const [input, refusal] of refused) assert.deepStrictEqual(yield* refusalOf(id, input), [refusal])
    const accepted = yield* supply(id, answer)
    // The collection continues while the response is prepared, so both statuses are valid.
    assert.include([waiting, "COMPLETED_EMPTY"], accepted.status)
    assert.doesNotHaveAnyKeys(accepted, ["extraInformation", "pendingInput"])
    yield* untilStatus(id, "COMPLETED_EMPTY")
    assert.deepStrictEqual(company.answers.map(answerOf), [answer.type === "RESPONSE_OBJECT" ? [answer] : answer])
  })

  test("ends the collection at its timeout and not before, even after COLLECTING", function* (company) {
    company.script = steppingUp(question)
    const id = yield* start()
    yield* untilStatus(id, waiting)
    yield* World.runPendingWork(20)
    yield* TestClock.adjust((seconds - 1) * 1000)
    yield* World.runPendingWork(20)
    assert.strictEqual((yield* statusOf(id)).status, waiting)
    yield* TestClock.adjust("1 second")
    const { extraInformation, pendingInput } = yield* untilStatus(id, unanswered)
    assert.isString(extraInformation?.FAILURE_REASON?.message)
    assert.isUndefined(pendingInput)
    assert.deepStrictEqual(yield* refusalOf(id, answer), ["NotAwaitingInput"])
    yield* World.runPendingWork(20)
    assert.deepStrictEqual(company.cancelled, ["2"], "the session is canceled")
  })

  test("ends the collection at once if the client ends the timeout early", function* (company) {
    company.script = asking(question)
    const collections = yield* Collections
    const id = yield* start()
    yield* untilStatus(id, waiting)
    yield* World.runPendingWork(20)
    const timeOut = collections.timeOut(World.caller, id)
    const [first, second] = yield* Effect.all([timeOut, timeOut].map(Effect.result))
    assert.deepStrictEqual([first?._tag, second?._tag], ["Success", "Failure"], "a timeout ends once")
    assert.deepStrictEqual(yield* refusalOf(id, answer), ["NotAwaitingInput"])
    yield* untilStatus(id, unanswered)
    assert.strictEqual((yield* Effect.flip(timeOut))._tag, "CollectionNotExpirable")
  })
})

const code = (value: string, inputId: string): SupplementInfoRequest => ({ type: "TWO_FACTOR_CODE", value, inputId })

const questionAfter = Effect.fnUntraced(function* (collectionId: string, before: string) {
  for (let turn = 0; turn < 500; turn++) {
    const { pendingInput } = yield* statusOf(collectionId)
    if (pendingInput !== undefined && pendingInput.inputId !== before) return pendingInput.inputId
    yield* World.runPendingWork(1)
  }
  return assert.fail("the collection asks nothing")
})

const asked = Effect.fnUntraced(function* () {
  const id = yield* start()
  return { id, inputId: yield* questionAfter(id, "") }
})

describe("an answer with the question's id", () => {
  test("can be repeated, even after the end, but not changed", function* (company) {
    company.script = Company.askingScript
    const { id, inputId } = yield* asked()
    yield* supply(id, code("123456", inputId))
    const [answered] = Option.getOrThrow(yield* (yield* CollectionStore).loadState(id)).answeredQuestions
    assert.match(answered?.answerHash ?? "", /^[\w-]{43}$/)
    assert.deepStrictEqual(yield* refusalOf(id, code("654321", inputId)), ["ANSWERED"])
    yield* untilStatus(id, "COMPLETED_EMPTY")
    assert.strictEqual((yield* supply(id, code(" 123 456 ", inputId))).status, "COMPLETED_EMPTY")
    assert.deepStrictEqual(yield* refusalOf(id, { type: "TWO_FACTOR_CHOICE", methodId: "sms", inputId }), ["ANSWERED"])
    assert.deepStrictEqual(yield* refusalOf(id, code("123456", "another-id")), ["UNKNOWN"])
    assert.lengthOf(company.answers, 1)
  })

  test("reaches the company only once if clients post simultaneously", function* (company) {
    company.script = Company.askingScript
    const { id, inputId } = yield* asked()
    const posts = ["111111", "222222", "111111", "222222"].map((value) => supply(id, code(value, inputId)))
    const results = yield* Effect.all(posts.map(Effect.result), { concurrency: "unbounded" })
    const accepted = results.map(({ _tag }) => _tag)
    assert.sameMembers([accepted[0], accepted[1]], ["Success", "Failure"])
    assert.deepStrictEqual(accepted.slice(2), accepted.slice(0, 2))
    yield* untilStatus(id, "COMPLETED_EMPTY")
    assert.lengthOf(company.answers, 1)
  })

  test("never reaches a later question", function* (company) {
    const again = [Company.askForCode, Company.poll("LOGIN"), Company.askForCode, ...completed]
    company.script = Company.steps(Company.poll("LOGIN"), ...again)
    const { id, inputId } = yield* asked()
    yield* supply(id, code("123456", inputId))
    const second = yield* questionAfter(id, inputId)
    assert.strictEqual((yield* supply(id, code("123456", inputId))).pendingInput?.inputId, second)
    assert.deepStrictEqual(yield* refusalOf(id, code("654321", inputId)), ["ANSWERED"])
    yield* supply(id, code("654321", second))
    yield* untilStatus(id, "COMPLETED_EMPTY")
    assert.lengthOf(company.answers, 2)
  })

  test("is too late after the timeout", function* (company) {
    company.script = Company.askingScript
    const { id, inputId } = yield* asked()
    yield* (yield* Collections).timeOut(World.caller, id)
    assert.deepStrictEqual(yield* refusalOf(id, code("123456", inputId)), ["TIMED_OUT"])
    yield* untilStatus(id, "AUTHENTICATION_TIMEOUT")
    assert.deepStrictEqual(yield* refusalOf(id, code("123456", inputId)), ["TIMED_OUT"])
  })

  test("is too late if the collection ended for another reason", function* (company) {
    company.script = Company.askingScript
    const { id, inputId } = yield* asked()
    const store = yield* CollectionStore
    const collection = Option.getOrThrow(yield* store.loadState(id))
    const { change } = Outcome.applyOutcome(collection, Outcome.endOutcome("FAILED"), yield* Clock.currentTimeMillis)
    assert.isTrue(yield* store.advance(collection, [change]))
    assert.deepStrictEqual(yield* refusalOf(id, code("123456", inputId)), ["REPLACED"])
  })
})

describe("several instructions at once", () => {
  test("are answered one by one in any order, and passed on together", function* (company) {
    company.script = asking(askForResponses("e-1", "e-2", "e-3"))
    const id = yield* start()
    yield* untilStatus(id, "LOGIN")
    yield* World.runPendingWork(20)
    const { pendingInput } = yield* statusOf(id)
    const first = yield* supply(id, responseTo("e-2"))
    const left = (first.extraInformation?.INSTRUCTIONS ?? []).map(({ etag }) => etag)
    assert.deepStrictEqual(left, ["e-1", "e-3"])
    assert.deepStrictEqual(first.pendingInput, pendingInput, "the question stays open")
    assert.deepStrictEqual(yield* supply(id, responseTo("e-2")), first)
    yield* Effect.all(
      ["e-1", "e-3", "e-3"].map((etag) => supply(id, responseTo(etag))),
      { concurrency: "unbounded" }
    )
    yield* untilStatus(id, "COMPLETED_EMPTY")
    const [responses, ...others] = company.answers.map(answerOf)
    assert.isEmpty(others)
    assert.sameDeepMembers(Array.isArray(responses) ? responses : [], ["e-1", "e-2", "e-3"].map(responseTo))
    const late = yield* supply(id, responseTo("e-1"))
    assert.strictEqual(late.status, "COMPLETED_EMPTY", "a repeated answer is accepted without effect")
  })

  test("can follow in rounds", function* (company) {
    const rounds = ["e-1", "e-2", "e-3"]
    company.script = Company.steps(Company.poll("LOGIN"), ...rounds.map((etag) => askForResponses(etag)), ...completed)
    const id = yield* start()
    for (const etag of rounds) {
      for (let turn = 0; turn < 200; turn++) {
        const body = yield* statusOf(id)
        if (body.extraInformation?.INSTRUCTIONS?.some((request) => request.etag === etag)) break
        yield* World.runPendingWork(1)
      }
      yield* supply(id, responseTo(etag))
    }
    yield* untilStatus(id, "COMPLETED_EMPTY")
  })
})

describe("an unanswerable question fails the collection", () => {
  const fails = (name: string, ...questions: ReadonlyArray<(session: string) => Step>) =>
    test(name, function* (company) {
      company.script = Company.steps(Company.poll("LOGIN"), ...questions, ...completed)
      const id = yield* start()
      for (let turn = 0; turn < 200; turn++) {
        const body = yield* statusOf(id)
        if (body.extraInformation?.INSTRUCTIONS !== undefined) {
          yield* Effect.ignore(supply(id, responseTo("e-1")))
        }
        yield* World.runPendingWork(1)
      }
      const { extraInformation } = yield* untilStatus(id, "FAILED")
      assert.strictEqual(extraInformation?.FAILURE_REASON?.code, "CONNECTOR_ERROR")
    })

  fails("if it is not shown", ask("LOGIN", { kind: "RESPONSE_OBJECT", etags: ["e-1"] }, {}))
  fails("if the step does not wait for an answer", (session) => ({
    ...Company.poll("LOGIN", 60_000)(session),
    information: { REQUIRED_INPUT_TYPES: ["EMAIL"] }
  }))
  fails("if it repeats an answered request", askForResponses("e-1"), askForResponses("e-2", "e-1"))
})
