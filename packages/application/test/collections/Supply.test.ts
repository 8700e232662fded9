/** What a collection asks for: every kind of question, its timeout, its refusals, and its one effect (decisions 5). */
import { assert, describe, it } from "@effect/vitest"
import type { ClientRequest, ExtraInformation } from "@sheaf/domain/ExtraInformation"
import type { Question, SupplementInfo } from "@sheaf/domain/SupplementInfo"
import { Collections } from "@sheaf/ports"
import type { Signal, Step } from "@sheaf/ports"
import { Effect, Redacted } from "effect"
import { TestClock } from "effect/testing"
import * as World from "./World.ts"
import type { Script } from "./World.ts"

const start = Effect.gen(function* () {
  yield* TestClock.setTime(Date.parse("2026-11-20T12:00:00Z"))
  const collections = yield* Collections
  return (yield* collections.start(World.caller, World.request)).body.id
})

const requestOf = (etag: string): ClientRequest => ({
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

const ask =
  (status: Step["status"], question: Question, information: ExtraInformation) =>
  (session: string): Step => ({ _tag: "Ask", status, question, information, session })

const askForContact = ask(
  "CONTACT_FORM_PENDING",
  { kind: "CONTACT_FORM", inputs: ["EMAIL"] },
  { REQUIRED_INPUT_TYPES: ["EMAIL"] }
)
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

const completed = [World.poll("COLLECTING"), World.end("COMPLETED", World.nothing)] as const

/** A company that asks once, and keeps what it is answered. */
const asking = (question: (session: string) => Step, received: Array<Signal> = []): Script => {
  const script = World.steps(World.poll("LOGIN"), question, ...completed)
  return (step, signal, key) => {
    if (signal !== undefined && signal._tag !== "Tick") received.push(signal)
    return script(step, signal, key)
  }
}

const answerOf = (signal: Signal | undefined): unknown =>
  signal?._tag === "Input"
    ? Redacted.value(signal.input)
    : signal?._tag === "Responses"
      ? Redacted.value(signal.responses)
      : undefined

const refusalOf = Effect.fnUntraced(function* (collectionId: string, input: SupplementInfo) {
  const collections = yield* Collections
  const error = yield* Effect.flip(collections.supply(World.caller, collectionId, input))
  return error._tag === "InvalidSupplement"
    ? error.violations.map(({ code, pointer }) => `${code} ${pointer}`)
    : [error._tag]
})

/** Every kind: how it is asked, what answers it, what does not, and what comes of it when nobody does in time. */
const kinds = [
  {
    kind: "contact form",
    question: askForContact,
    answer: { type: "COLLECTION_INPUT", inputs: { EMAIL: "maja@example.com" } },
    refused: [
      [{ type: "COLLECTION_INPUT", inputs: { EMAIL: "maja" } }, "INVALID_INPUT /inputs/EMAIL"],
      [{ type: "COLLECTION_INPUT", inputs: {} }, "INVALID_INPUT /inputs/EMAIL"],
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
    question: World.askForCode,
    answer: { type: "TWO_FACTOR_CODE", value: "123456" },
    refused: [
      [{ type: "TWO_FACTOR_CODE", value: "12a4" }, "INVALID_INPUT /value"],
      [{ type: "TWO_FACTOR_CODE", value: "12345678901" }, "INVALID_INPUT /value"],
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

  it.effect("refuses what does not answer it, takes what does, and hands it on once", () => {
    const received: Array<Signal> = []
    return Effect.gen(function* () {
      const collections = yield* Collections
      const id = yield* start
      yield* World.until(id, waiting)
      yield* World.turns(20)
      const asked = (yield* collections.status(World.caller, id)).body
      assert.isDefined(asked.extraInformation)
      for (const [input, refusal] of refused) assert.deepStrictEqual(yield* refusalOf(id, input), [refusal])
      const accepted = (yield* collections.supply(World.caller, id, answer)).body
      assert.strictEqual(accepted.status, waiting)
      assert.notProperty(accepted, "extraInformation")
      yield* World.until(id, "COMPLETED_EMPTY")
      assert.deepStrictEqual(received.map(answerOf), [answer.type === "RESPONSE_OBJECT" ? [answer] : answer])
    }).pipe(Effect.provide(World.layer(asking(question, received))))
  })

  it.effect("ends the collection when nobody answers it in time, and not before", () => {
    const cancelled: Array<string> = []
    return Effect.gen(function* () {
      const collections = yield* Collections
      const id = yield* start
      yield* World.until(id, waiting)
      yield* World.turns(20)
      yield* TestClock.adjust((seconds - 1) * 1000)
      yield* World.turns(20)
      assert.strictEqual((yield* collections.status(World.caller, id)).body.status, waiting)
      yield* TestClock.adjust("1 second")
      const { extraInformation } = yield* World.until(id, unanswered)
      assert.isString(extraInformation?.FAILURE_REASON?.message)
      assert.deepStrictEqual(yield* refusalOf(id, answer), ["NotAwaitingInput"])
      yield* World.turns(20)
      assert.deepStrictEqual(cancelled, ["2"], "the company is told that nobody goes on")
    }).pipe(Effect.provide(World.layer(asking(question), cancelled)))
  })

  it.effect("ends it at once when its time is made to be over", () =>
    Effect.gen(function* () {
      const collections = yield* Collections
      const id = yield* start
      yield* World.until(id, waiting)
      yield* World.turns(20)
      assert.strictEqual((yield* Effect.flip(collections.expire(World.stranger, id)))._tag, "CollectionNotFound")
      const [first, second] = yield* Effect.all(
        [collections.expire(World.caller, id), collections.expire(World.caller, id)].map(Effect.result)
      )
      assert.deepStrictEqual([first?._tag, second?._tag], ["Success", "Failure"], "there is one time to be over")
      assert.deepStrictEqual(yield* refusalOf(id, answer), ["NotAwaitingInput"])
      yield* World.until(id, unanswered)
      assert.strictEqual((yield* Effect.flip(collections.expire(World.caller, id)))._tag, "NothingToExpire")
    }).pipe(Effect.provide(World.layer(asking(question))))
  )
})

describe("several requests at once", () => {
  it.effect("are answered one by one, in any order, and handed on together", () => {
    const received: Array<Signal> = []
    return Effect.gen(function* () {
      const collections = yield* Collections
      const id = yield* start
      yield* World.until(id, "LOGIN")
      yield* World.turns(20)
      const first = (yield* collections.supply(World.caller, id, responseTo("e-2"))).body
      const left = (first.extraInformation?.INSTRUCTIONS ?? []).map(({ etag }) => etag)
      assert.deepStrictEqual(left, ["e-1", "e-3"])
      const again = (yield* collections.supply(World.caller, id, responseTo("e-2"))).body
      assert.deepStrictEqual(again, first)
      yield* Effect.all(
        ["e-1", "e-3", "e-3"].map((etag) => collections.supply(World.caller, id, responseTo(etag))),
        { concurrency: "unbounded" }
      )
      yield* World.until(id, "COMPLETED_EMPTY")
      assert.lengthOf(received, 1)
      const responses = received.flatMap((signal) =>
        signal._tag === "Responses" ? Redacted.value(signal.responses) : []
      )
      assert.sameDeepMembers<SupplementInfo>(responses, ["e-1", "e-2", "e-3"].map(responseTo))
      const late = (yield* collections.supply(World.caller, id, responseTo("e-1"))).body
      assert.strictEqual(late.status, "COMPLETED_EMPTY", "what was answered is accepted again, without effect")
    }).pipe(Effect.provide(World.layer(asking(askForResponses("e-1", "e-2", "e-3"), received))))
  })

  it.effect("come in rounds, each with requests of its own", () =>
    Effect.gen(function* () {
      const collections = yield* Collections
      const id = yield* start
      for (const etag of ["e-1", "e-2", "e-3"]) {
        for (let turn = 0; turn < 200; turn++) {
          const { body } = yield* collections.status(World.caller, id)
          if (body.extraInformation?.INSTRUCTIONS?.some((request) => request.etag === etag)) break
          yield* World.turns(1)
        }
        yield* collections.supply(World.caller, id, responseTo(etag))
      }
      yield* World.until(id, "COMPLETED_EMPTY")
    }).pipe(
      Effect.provide(
        World.layer(
          World.steps(
            World.poll("LOGIN"),
            askForResponses("e-1"),
            askForResponses("e-2"),
            askForResponses("e-3"),
            ...completed
          )
        )
      )
    )
  )
})

describe("a company that asks what nobody could answer", () => {
  const fails = (name: string, ...questions: ReadonlyArray<(session: string) => Step>) =>
    it.effect(name, () =>
      Effect.gen(function* () {
        const collections = yield* Collections
        const id = yield* start
        for (let turn = 0; turn < 200; turn++) {
          const { body } = yield* collections.status(World.caller, id)
          if (body.extraInformation?.INSTRUCTIONS !== undefined) {
            yield* Effect.ignore(collections.supply(World.caller, id, responseTo("e-1")))
          }
          yield* World.turns(1)
        }
        const { extraInformation } = yield* World.until(id, "FAILED")
        assert.strictEqual(extraInformation?.FAILURE_REASON?.code, "CONNECTOR_ERROR")
      }).pipe(Effect.provide(World.layer(World.steps(World.poll("LOGIN"), ...questions, ...completed))))
    )

  fails("and shows nothing of it", ask("LOGIN", { kind: "RESPONSE_OBJECT", etags: ["e-1"] }, {}))
  fails(
    "and shows something else",
    ask(
      "CONTACT_FORM_PENDING",
      { kind: "CONTACT_FORM", inputs: ["EMAIL"] },
      { REQUIRED_INPUT_TYPES: ["EMAIL", "ACCOUNT_OWNER_NAME"] }
    )
  )
  fails("and waits for no answer", (session) => ({
    ...World.poll("LOGIN", 60_000)(session),
    information: { REQUIRED_INPUT_TYPES: ["EMAIL"] }
  }))
  fails("and the same request twice", askForResponses("e-1", "e-1"))
  fails("and a request that was answered before", askForResponses("e-1"), askForResponses("e-2", "e-1"))
})
