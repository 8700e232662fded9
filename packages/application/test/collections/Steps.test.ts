/** How a collection takes its steps and ends, even with a faulty connector (spec 2.5). */
import { assert, describe, it } from "@effect/vitest"
import { CollectionStore, ConnectorError, MemoryBudgets, PauseTimeout } from "@sheaf/ports"
import { Effect, Layer } from "effect"
import { TestClock } from "effect/testing"
import * as Company from "./ScriptedCompany.ts"
import * as World from "./World.ts"
import { historyOf, start, statusOf, test, untilStatus } from "./World.ts"
import type { Script } from "./ScriptedCompany.ts"

const unreachable = new ConnectorError({ reason: "UNREACHABLE" })
const completes = Company.steps(
  Company.poll("LOGIN"),
  Company.poll("COLLECTING"),
  Company.end("COMPLETED", Company.noData)
)

describe("a collection", () => {
  test("follows its company's statuses to the end", function* (company) {
    company.script = completes
    const id = yield* start()
    yield* untilStatus(id, "COMPLETED_EMPTY")
    assert.deepStrictEqual(yield* historyOf(id), ["RUNNING", "LOGIN", "COLLECTING", "COMPLETED_EMPTY"])
  })

  test("pauses for as long as its company asks", function* (company) {
    company.script = Company.steps(Company.poll("LOGIN", 2000), Company.poll("COLLECTING", 1000))
    const id = yield* start()
    yield* untilStatus(id, "LOGIN")
    yield* TestClock.adjust("1900 millis")
    assert.deepStrictEqual(yield* historyOf(id), ["RUNNING", "LOGIN"])
    yield* TestClock.adjust("100 millis")
    yield* untilStatus(id, "COLLECTING")
  })

  test("ends without a call if the company lacks the login method", function* () {
    const id = yield* start({
      company: "se-nordhem",
      loginMethod: "SWEDISH_SECURITY_TOKEN",
      parameters: [{ type: "SWEDISH_EID", personalNumber: "198112189876" }]
    })
    yield* untilStatus(id, "LOGIN_METHOD_NOT_APPLICABLE")
  })
})

const unfitting = Company.askForEmail("WAITING_FOR_USER_ACTION")

const boom: Script = () => {
  throw new Error("boom")
}

const faults: Readonly<Record<string, Readonly<Record<string, Script>>>> = {
  CONNECTOR_ERROR: {
    "if the connector throws": () => Effect.die(new Error("boom")),
    "if the connector throws before it returns an effect": boom,
    "if the connector interrupts itself": () => Effect.interrupt,
    "if it completes without data": Company.steps(Company.poll("COLLECTING"), Company.end("COMPLETED")),
    "if it completes without data before COLLECTING": Company.steps(Company.poll("LOGIN"), Company.end("COMPLETED")),
    "if a question does not belong to its status": Company.steps(Company.poll("LOGIN"), unfitting)
  },
  COMPANY_UNREACHABLE: {
    "if the connector hangs": () => Effect.never,
    "if the company is unreachable": () => Effect.fail(unreachable)
  },
  UNEXPECTED_STATUS: {
    "if a status transition is not allowed": Company.steps(Company.poll("COLLECTING"), Company.poll("LOGIN")),
    "if an intermediate step has a final status": Company.steps(
      Company.poll("LOGIN"),
      Company.poll("INCORRECT_CREDENTIALS")
    )
  }
}

const passAttempts = Effect.repeat(TestClock.adjust("1 second"), { times: 200 })

describe("the data of a step", () => {
  it.effect("has its room until it is recorded", () => {
    const company = Company.make()
    company.script = Company.steps(Company.poll("COLLECTING", 1000), Company.end("COMPLETED", Company.noData))
    const clients: Array<string> = []
    let whenFree: Effect.Effect<unknown> = Effect.void
    const rooms: MemoryBudgets = {
      within: (client) => (step) => {
        clients.push(client)
        return Effect.ensuring(
          step,
          Effect.suspend(() => whenFree)
        )
      }
    }
    const run = Effect.gen(function* () {
      const id = yield* start()
      yield* untilStatus(id, "COLLECTING")
      const store = yield* CollectionStore
      const statuses: Array<string | undefined> = []
      whenFree = Effect.map(Effect.orDie(store.history(id)), (entries) => statuses.push(entries.at(-1)?.status))
      yield* TestClock.adjust("1 second")
      yield* untilStatus(id, "COMPLETED_EMPTY")
      yield* World.runPendingWork(5)
      assert.deepStrictEqual(statuses, ["COMPLETED_EMPTY"])
      assert.deepStrictEqual([...new Set(clients)], [World.caller.clientId])
    })
    const world = Layer.provideMerge(World.layer(company), Layer.succeed(MemoryBudgets, rooms))
    return Effect.andThen(TestClock.setTime(World.noon), Effect.provide(run, world))
  })
})

describe("a collection never gets stuck", () => {
  for (const [reason, ways] of Object.entries(faults)) {
    for (const [name, script] of Object.entries(ways)) {
      test(name, function* (company) {
        company.script = script
        const id = yield* start()
        yield* passAttempts
        const body = yield* untilStatus(id, reason === "COMPANY_UNREACHABLE" ? "THIRD_PARTY_ERROR" : "FAILED")
        assert.strictEqual(body.extraInformation?.FAILURE_REASON?.code, reason)
      })
    }
  }

  test("if the connector answers after the end, because the answer has no effect", function* (company) {
    const late = yield* World.gate
    company.script = (step) =>
      step === 0
        ? Effect.succeed(Company.poll("LOGIN")("1"))
        : Effect.uninterruptible(Effect.as(late.passing, Company.end("COMPLETED", Company.noData)("2")))
    const id = yield* start()
    yield* World.runPendingWork(50)
    yield* TestClock.adjust("20 millis")
    yield* untilStatus(id, "LOGIN")
    yield* passAttempts
    const ended = yield* untilStatus(id, "THIRD_PARTY_ERROR")
    yield* late.open
    yield* World.runPendingWork(100)
    assert.deepStrictEqual(yield* statusOf(id), ended)
  })

  test("if the company recovers in time, with the same key for each retry", function* (company) {
    company.script = (...asked) => (company.keys.length <= 7 ? Effect.fail(unreachable) : completes(...asked))
    const id = yield* start()
    for (let second = 0; second < 59; second++) yield* TestClock.adjust("1 second")
    yield* untilStatus(id, "COMPLETED_EMPTY")
    assert.lengthOf(company.keys, 7 + 3)
    assert.lengthOf(new Set(company.keys.slice(0, 8)), 1, "each retry of the first step has the same key")
    assert.lengthOf(new Set(company.keys), 3)
  })

  const waitsFor =
    (seconds: number): Script =>
    (...asked) =>
      Effect.flatMap(PauseTimeout, (untimed) =>
        Effect.andThen(untimed(Effect.sleep(`${seconds} seconds`)), Effect.delay(completes(...asked), "20 seconds"))
      )
  const passMinutes = Effect.repeat(TestClock.adjust("10 seconds"), { times: 70 })

  test("and can wait longer for its connector's turn than a call can take, without shortening the call", function* (company) {
    company.script = (...asked) => (asked[0] === 0 ? waitsFor(200)(...asked) : completes(...asked))
    const id = yield* start()
    yield* passMinutes
    yield* untilStatus(id, "COMPLETED_EMPTY")
    assert.lengthOf(company.keys, 3, "no call was repeated")
  })

  test("and times out if its connector's turn never comes", function* (company) {
    company.script = waitsFor(10_000)
    const id = yield* start()
    yield* passMinutes
    const body = yield* untilStatus(id, "FAILED")
    assert.strictEqual(body.extraInformation?.FAILURE_REASON?.code, "COLLECTION_TIMEOUT")
    assert.lengthOf(company.keys, 1)
  })

  test("if its steps never end, because it times out after ten minutes", function* (company) {
    company.script = Company.repeatingScript(Company.poll("LOGIN", 60_000))
    const id = yield* start()
    yield* untilStatus(id, "LOGIN")
    for (let minute = 0; minute < 10; minute++) yield* TestClock.adjust("1 minute")
    const body = yield* untilStatus(id, "FAILED")
    assert.strictEqual(body.extraInformation?.FAILURE_REASON?.code, "COLLECTION_TIMEOUT")
  })

  for (const [what, pause] of Object.entries({ never: 0, hardly: 1 })) {
    test(`and never keeps the service busy, if its connector ${what} pauses`, function* (company) {
      company.script = Company.repeatingScript(Company.poll("LOGIN", pause))
      yield* untilStatus(yield* start(), "LOGIN")
      yield* World.runPendingWork(500)
      assert.lengthOf(company.keys, 20, "it continues only when time passes")
      for (let millis = 0; millis < 900; millis += 50) {
        yield* TestClock.adjust("50 millis")
        yield* World.runPendingWork(20)
      }
      assert.lengthOf(company.keys, 20, "it continues only after a second")
    })
  }
})

test("A person has one tag for all clients and calls, which hides the name", function* (company) {
  company.script = Company.repeatingScript(Company.end("LOGIN_METHOD_NOT_APPLICABLE"))
  const another = {
    ...World.request,
    parameters: [{ type: "USERNAME_PASSWORD", username: "nils", password: "p" }]
  } as const
  yield* untilStatus(yield* start(), "LOGIN_METHOD_NOT_APPLICABLE")
  yield* World.start(another)
  yield* World.start(World.request, World.stranger)
  yield* World.runPendingWork(20)
  const [hers, his, others] = company.callContexts
  assert.deepStrictEqual([hers?.client, his?.client, others?.client], ["client-one", "client-one", "client-two"])
  assert.strictEqual(hers?.person, others?.person)
  assert.notStrictEqual(hers?.person, his?.person)
  assert.notInclude(JSON.stringify(company.callContexts), "maja")
})
