import { assert, describe, it } from "@effect/vitest"
import { Collections, CollectionStore, ConnectorError } from "@sheaf/ports"
import type { Step } from "@sheaf/ports"
import { Effect, Option, Redacted } from "effect"
import { TestClock } from "effect/testing"
import * as World from "./World.ts"
import type { Script } from "./World.ts"

const run = (script: Script) => Effect.provide(World.layer(script))

const start = Effect.gen(function* () {
  const collections = yield* Collections
  return (yield* collections.start(World.caller, World.request)).body.id
})

const statuses = Effect.fnUntraced(function* (collectionId: string) {
  const store = yield* CollectionStore
  return (yield* store.history(collectionId)).map(({ status }) => status)
})

const code = { type: "TWO_FACTOR_CODE", value: "123456" } as const
const unreachable = new ConnectorError({ reason: "UNREACHABLE" })

describe("a collection", () => {
  it.effect("goes through the statuses that its company reports, to the end", () =>
    Effect.gen(function* () {
      const id = yield* start
      yield* World.until(id, "COMPLETED_EMPTY")
      assert.deepStrictEqual(yield* statuses(id), ["RUNNING", "LOGIN", "COLLECTING", "COMPLETED_EMPTY"])
    }).pipe(run(World.steps(World.poll("LOGIN"), World.poll("COLLECTING"), World.end("COMPLETED", World.nothing))))
  )

  it.effect("pauses for as long as its company wants", () =>
    Effect.gen(function* () {
      const id = yield* start
      yield* World.until(id, "LOGIN")
      yield* TestClock.adjust("1900 millis")
      assert.deepStrictEqual(yield* statuses(id), ["RUNNING", "LOGIN"])
      yield* TestClock.adjust("100 millis")
      yield* World.until(id, "COLLECTING")
    }).pipe(run(World.steps(World.poll("LOGIN", 2000), World.poll("COLLECTING", 1000))))
  )

  it.effect("ends with a company that does not support the login method, without asking it", () =>
    Effect.gen(function* () {
      const collections = yield* Collections
      yield* TestClock.setTime(Date.parse("2026-11-20T12:00:00Z"))
      const { body } = yield* collections.start(World.caller, {
        company: "se-nordhem",
        loginMethod: "SWEDISH_SECURITY_TOKEN",
        parameters: [{ type: "SWEDISH_EID", personalNumber: "198112189876" }]
      })
      yield* World.until(body.id, "LOGIN_METHOD_NOT_APPLICABLE")
    }).pipe(run(() => Effect.die("the company was asked")))
  )
})

describe("a question to the client", () => {
  const received: Array<string> = []
  const script: Script = (step, signal, key) => {
    if (signal?._tag === "Input") received.push(JSON.stringify(Redacted.value(signal.input)))
    return World.steps(
      World.poll("LOGIN"),
      World.askForCode,
      World.poll("COLLECTING"),
      World.end("COMPLETED", World.nothing)
    )(step, signal, key)
  }

  it.effect("is gone once it is answered, and the answer reaches the company once", () =>
    Effect.gen(function* () {
      const collections = yield* Collections
      const id = yield* start
      const asked = yield* World.until(id, "TWO_FACTOR_PENDING")
      assert.property(asked.extraInformation, "TWO_FACTOR_AUTHENTICATION_INSTRUCTION")
      const [first, second] = yield* Effect.all(
        [collections.supply(World.caller, id, code), collections.supply(World.caller, id, code)].map(Effect.result),
        { concurrency: "unbounded" }
      )
      const won = first?._tag === "Success" ? first : second
      const lost = first?._tag === "Success" ? second : first
      assert.isTrue(won?._tag === "Success" && won.success.body.extraInformation === undefined)
      assert.isTrue(lost?._tag === "Failure" && lost.failure._tag === "NotAwaitingInput")
      yield* World.until(id, "COMPLETED_EMPTY")
      assert.deepStrictEqual(received, [JSON.stringify(code)])
    }).pipe(run(script))
  )

  it.effect("refuses what it did not ask for, and goes on waiting", () =>
    Effect.gen(function* () {
      const collections = yield* Collections
      const id = yield* start
      yield* World.until(id, "TWO_FACTOR_PENDING")
      const codesOf = (input: Parameters<typeof collections.supply>[2]) =>
        collections.supply(World.caller, id, input).pipe(
          Effect.flip,
          Effect.map((error) =>
            error._tag === "InvalidSupplement" ? error.violations.map((it) => it.code) : error._tag
          )
        )
      assert.deepStrictEqual(yield* codesOf({ type: "TWO_FACTOR_CHOICE", methodId: "sms" }), ["WRONG_INPUT_TYPE"])
      assert.deepStrictEqual(yield* codesOf({ type: "TWO_FACTOR_CODE", value: "12" }), ["INVALID_INPUT"])
      assert.strictEqual((yield* Effect.flip(collections.supply(World.stranger, id, code)))._tag, "CollectionNotFound")
      yield* collections.supply(World.caller, id, code)
      yield* World.until(id, "COMPLETED_EMPTY")
    }).pipe(run(script))
  )

  it.effect("ends the collection when nobody answers in time", () =>
    Effect.gen(function* () {
      const collections = yield* Collections
      const id = yield* start
      yield* World.until(id, "TWO_FACTOR_PENDING")
      yield* TestClock.adjust("179 seconds")
      assert.deepStrictEqual((yield* collections.status(World.caller, id)).body.status, "TWO_FACTOR_PENDING")
      yield* TestClock.adjust("1 second")
      const body = yield* World.until(id, "AUTHENTICATION_TIMEOUT")
      assert.strictEqual(body.extraInformation?.FAILURE_REASON?.code, "AUTHENTICATION_TIMEOUT")
      assert.strictEqual((yield* Effect.flip(collections.supply(World.caller, id, code)))._tag, "NotAwaitingInput")
    }).pipe(run(script))
  )
})

describe("a collection does not get stuck", () => {
  const ends = (name: string, script: Script, status: "FAILED" | "THIRD_PARTY_ERROR", reason: string) =>
    it.effect(name, () =>
      Effect.gen(function* () {
        const id = yield* start
        // Attempts are repeated with pauses: let the time for all of them go by.
        for (let second = 0; second < 200; second++) yield* TestClock.adjust("1 second")
        const body = yield* World.until(id, status)
        assert.strictEqual(body.extraInformation?.FAILURE_REASON?.code, reason)
      }).pipe(run(script))
    )

  ends("when the connector throws", () => Effect.die(new Error("boom")), "FAILED", "CONNECTOR_ERROR")
  ends(
    "when the connector throws before it gives an effect",
    () => {
      throw new Error("boom")
    },
    "FAILED",
    "CONNECTOR_ERROR"
  )
  ends("when the connector hangs", () => Effect.never, "THIRD_PARTY_ERROR", "COMPANY_UNREACHABLE")
  ends("when the company stays away", () => Effect.fail(unreachable), "THIRD_PARTY_ERROR", "COMPANY_UNREACHABLE")
  ends(
    "when a status may not follow",
    World.steps(World.poll("LOGIN"), World.end("COMPLETED", World.nothing)),
    "FAILED",
    "UNEXPECTED_STATUS"
  )
  ends(
    "when a step that goes on names a final status",
    World.steps(World.poll("LOGIN"), World.poll("INCORRECT_CREDENTIALS")),
    "FAILED",
    "UNEXPECTED_STATUS"
  )
  ends(
    "when it is completed without data",
    World.steps(World.poll("COLLECTING"), World.end("COMPLETED")),
    "FAILED",
    "CONNECTOR_ERROR"
  )

  ends("when the connector interrupts itself", () => Effect.interrupt, "FAILED", "CONNECTOR_ERROR")
  ends(
    "when a question does not fit the status that is shown",
    World.steps(World.poll("LOGIN"), (session) => ({
      _tag: "Ask",
      status: "WAITING_FOR_USER_ACTION",
      session,
      question: { kind: "CONTACT_FORM", inputs: ["EMAIL"] },
      information: { REQUIRED_INPUT_TYPES: ["EMAIL"] }
    })),
    "FAILED",
    "CONNECTOR_ERROR"
  )

  it.effect("when the connector answers after the end: what it says comes to nothing", () => {
    let answer: (step: Step) => void = () => assert.fail("the connector was not asked")
    const late = Effect.callback<Step>((resume) => {
      answer = (step) => resume(Effect.succeed(step))
    })
    const script: Script = (step) =>
      step === 0 ? Effect.succeed(World.poll("LOGIN")("1")) : Effect.uninterruptible(late)
    return Effect.gen(function* () {
      const collections = yield* Collections
      const id = yield* start
      yield* World.turns(50)
      yield* TestClock.adjust("20 millis")
      yield* World.until(id, "LOGIN")
      for (let second = 0; second < 200; second++) yield* TestClock.adjust("1 second")
      const ended = yield* World.until(id, "THIRD_PARTY_ERROR")
      answer(World.end("COMPLETED", World.nothing)("2"))
      yield* World.turns(100)
      assert.deepStrictEqual((yield* collections.status(World.caller, id)).body, ended)
    }).pipe(run(script))
  })

  it.effect("when the company comes back in time, asked with the same key each time", () => {
    const keys: Array<string> = []
    const steps = World.steps(World.poll("LOGIN"), World.poll("COLLECTING"), World.end("COMPLETED", World.nothing))
    const away = World.failing(7, unreachable, steps)
    return Effect.gen(function* () {
      const id = yield* start
      for (let second = 0; second < 59; second++) yield* TestClock.adjust("1 second")
      yield* World.until(id, "COMPLETED_EMPTY")
      assert.lengthOf(keys, 7 + 3)
      assert.lengthOf(new Set(keys.slice(0, 8)), 1, "the first step came with one key, as often as it was tried")
      assert.lengthOf(new Set(keys), 3)
    }).pipe(
      run((step, signal, key) => {
        keys.push(key)
        return away(step, signal, key)
      })
    )
  })

  it.effect("when it goes on and on: it is given up after ten minutes", () =>
    Effect.gen(function* () {
      const id = yield* start
      yield* World.until(id, "LOGIN")
      for (let minute = 0; minute < 10; minute++) yield* TestClock.adjust("1 minute")
      const body = yield* World.until(id, "FAILED")
      assert.strictEqual(body.extraInformation?.FAILURE_REASON?.code, "COLLECTION_TIMEOUT")
    }).pipe(run((step) => Effect.succeed(World.poll("LOGIN", 60_000)(String(step + 1)))))
  )

  for (const [what, pause] of [
    ["never", 0],
    ["hardly", 1]
  ] as const) {
    let calls = 0
    it.effect(`nor the service busy, when its connector ${what} pauses`, () =>
      Effect.gen(function* () {
        const id = yield* start
        yield* World.until(id, "LOGIN")
        yield* World.turns(500)
        assert.strictEqual(calls, 20, "it goes on when the clock does")
        for (let millis = 0; millis < 900; millis += 50) {
          yield* TestClock.adjust("50 millis")
          yield* World.turns(20)
        }
        assert.strictEqual(calls, 20, "it goes on after a second")
      }).pipe(
        run((step) => {
          calls++
          return Effect.succeed(World.poll("LOGIN", pause)(String(step + 1)))
        })
      )
    )
  }

  it.effect("when the user does not authenticate: it is given up after three minutes", () =>
    Effect.gen(function* () {
      const id = yield* start
      yield* World.until(id, "WAITING_FOR_USER_ACTION")
      for (let poll = 0; poll < 90; poll++) yield* TestClock.adjust("2 seconds")
      yield* World.until(id, "AUTHENTICATION_TIMEOUT")
    }).pipe(
      run((step) =>
        Effect.succeed(
          step === 0 ? World.poll("LOGIN")("1") : World.poll("WAITING_FOR_USER_ACTION", 2000)(String(step + 1))
        )
      )
    )
  )
})

describe("the credentials of a collection", () => {
  it.effect("are gone when it has ended", () =>
    Effect.gen(function* () {
      const store = yield* CollectionStore
      const id = yield* start
      yield* World.until(id, "INCORRECT_CREDENTIALS")
      const work = Option.getOrThrow(yield* store.work(id))
      assert.notProperty(work, "order")
      assert.notProperty(work, "session")
    }).pipe(run(World.steps(World.poll("LOGIN"), World.end("INCORRECT_CREDENTIALS"))))
  )
})
