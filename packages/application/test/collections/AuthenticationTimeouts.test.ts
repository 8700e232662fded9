/** Timeouts of authentications and follow-up questions, including timeouts that a client triggers early. */
import { assert, describe, it } from "@effect/vitest"
import { Collections } from "@sheaf/ports"
import { Effect } from "effect"
import { TestClock } from "effect/testing"
import * as Company from "./ScriptedCompany.ts"
import * as World from "./World.ts"
import { temporaryDatabase } from "./TemporaryDatabase.ts"
import type { Script } from "./ScriptedCompany.ts"
import { start, statusOf, test, untilStatus } from "./World.ts"
import type { Status } from "./World.ts"

const askForContact = Company.askForEmail("CONTACT_FORM_PENDING")

const signs = (afterMillis: number) => Company.poll("WAITING_FOR_USER_ACTION", afterMillis)

describe("a question after an authentication", () => {
  test("has its own timeout, however late the person signed", function* (company) {
    company.script = Company.steps(Company.poll("LOGIN"), signs(170_000), askForContact)
    const id = yield* start()
    yield* untilStatus(id, "WAITING_FOR_USER_ACTION")
    yield* World.runPendingWork(20)
    yield* TestClock.adjust("170 seconds")
    yield* untilStatus(id, "CONTACT_FORM_PENDING")
    yield* World.runPendingWork(20)
    yield* TestClock.adjust("119 seconds")
    yield* World.runPendingWork(20)
    assert.strictEqual((yield* statusOf(id)).status, "CONTACT_FORM_PENDING")
    yield* TestClock.adjust("1 second")
    yield* untilStatus(id, "CONTACT_FORM")
  })

  test("does not extend the authentication if it resumes", function* (company) {
    company.script = (step) =>
      Effect.succeed((step % 2 === 0 ? Company.poll("LOGIN", 10_000) : signs(10_000))(String(step + 1)))
    const id = yield* start()
    for (let round = 0; round < 22; round++) {
      yield* World.runPendingWork(60)
      yield* TestClock.adjust("10 seconds")
    }
    yield* untilStatus(id, "AUTHENTICATION_TIMEOUT")
  })

  test("does not suspend the timeout during a call to the company", function* (company) {
    const signing = Company.steps(Company.poll("LOGIN"), signs(178_000))
    company.script = (...asked) => (asked[0] < 2 ? signing(...asked) : Effect.never)
    const id = yield* start()
    yield* untilStatus(id, "WAITING_FOR_USER_ACTION")
    yield* World.runPendingWork(20)
    yield* TestClock.adjust("178 seconds")
    yield* World.runPendingWork(50)
    yield* TestClock.adjust("2 seconds")
    yield* untilStatus(id, "AUTHENTICATION_TIMEOUT")
  })
})

describe("several timeouts that fell due while the service was down", () => {
  const afterDowntime = (name: string, script: Script, asked: Status, ended: Status) =>
    it.effect(name, () =>
      Effect.gen(function* () {
        const file = yield* temporaryDatabase
        const company = Company.make(script)
        const id = yield* Effect.gen(function* () {
          const started = yield* start()
          yield* untilStatus(started, asked)
          return started
        }).pipe(Effect.provide(World.layer(company, { file })))
        yield* TestClock.adjust("1 hour")
        yield* untilStatus(id, ended).pipe(Effect.provide(World.layer(company, { file })))
      }).pipe(Effect.scoped)
    )

  afterDowntime(
    "end an unanswered question, because it was due first",
    Company.askingScript,
    "TWO_FACTOR_PENDING",
    "AUTHENTICATION_TIMEOUT"
  )
  afterDowntime(
    "end an authentication, because it was due first",
    Company.steps(Company.poll("LOGIN"), signs(10_000), signs(10_000)),
    "WAITING_FOR_USER_ACTION",
    "AUTHENTICATION_TIMEOUT"
  )
})

describe("an authentication after the company has shown data", () => {
  test("has its own timeout", function* (company) {
    const first = Company.steps(Company.poll("LOGIN"), signs(170_000), Company.poll("COLLECTING", 20_000))
    company.script = (...asked) =>
      asked[0] < 3 ? first(...asked) : Effect.succeed(signs(60_000)(String(asked[0] + 1)))
    const id = yield* start()
    for (const [seconds, status] of [
      [0, "WAITING_FOR_USER_ACTION"],
      [170, "COLLECTING"],
      [20, "WAITING_FOR_USER_ACTION"]
    ] as const) {
      yield* TestClock.adjust(seconds * 1000)
      yield* untilStatus(id, status)
      yield* World.runPendingWork(20)
    }
    for (const seconds of [60, 60, 59]) {
      yield* TestClock.adjust(seconds * 1000)
      yield* World.runPendingWork(20)
    }
    assert.strictEqual((yield* statusOf(id)).status, "WAITING_FOR_USER_ACTION")
    yield* TestClock.adjust("1 second")
    yield* untilStatus(id, "AUTHENTICATION_TIMEOUT")
  })
})

describe("a timeout", () => {
  test("cannot be ended early unless one is pending", function* (company) {
    company.script = Company.steps(Company.poll("LOGIN"), Company.poll("COLLECTING", 60_000))
    const id = yield* start()
    yield* untilStatus(id, "COLLECTING")
    const error = yield* Effect.flip((yield* Collections).timeOut(World.caller, id))
    assert.strictEqual(error._tag === "CollectionNotExpirable" && error.status, "COLLECTING")
  })

  test("of an authentication takes effect at the next step if the client ends it early", function* (company) {
    company.script = Company.steps(Company.poll("LOGIN"), signs(2000))
    const id = yield* start()
    yield* untilStatus(id, "WAITING_FOR_USER_ACTION")
    yield* World.runPendingWork(20)
    const asked = company.keys.length
    yield* (yield* Collections).timeOut(World.caller, id)
    yield* TestClock.adjust("2 seconds")
    yield* untilStatus(id, "AUTHENTICATION_TIMEOUT")
    yield* World.runPendingWork(20)
    assert.deepStrictEqual(company.cancelled, ["2"])
    assert.lengthOf(company.keys, asked, "no further call to the company")
  })
})
