/** A new collection in a person's session replaces the session's earlier one (spec 2.1). */
import { assert, describe, it } from "@effect/vitest"
import type { StartCommand } from "@sheaf/domain/StartCollection"
import { ConnectorError } from "@sheaf/ports"
import { Effect } from "effect"
import { TestClock } from "effect/testing"
import * as Company from "./ScriptedCompany.ts"
import { temporaryDatabase } from "./TemporaryDatabase.ts"
import * as World from "./World.ts"
import { start, statusOf, test, untilStatus } from "./World.ts"

const inSession = (more: Partial<StartCommand> = {}, SESSION_ID = "tab-1", personalNumber = "198112189876") => ({
  company: "se-nordhem",
  loginMethod: "SWEDISH_MOBILE_EID_SAME_DEVICE" as const,
  parameters: [
    { type: "SWEDISH_EID" as const, personalNumber },
    { type: "SESSION_METADATA" as const, attributes: { SESSION_ID } }
  ],
  ...more
})

const unsigned = Company.steps(Company.poll("LOGIN"), Company.poll("WAITING_FOR_USER_ACTION", 60_000))

const reasonOf = (id: string) => Effect.map(statusOf(id), (body) => body.extraInformation?.FAILURE_REASON?.code)

describe("a start in the session of a running collection", () => {
  test("ends the earlier collection and cancels its order before the new order", function* (company) {
    const cancelledAt: Array<ReadonlyArray<string>> = []
    company.script = (step, signal, key) => {
      if (step === 0) cancelledAt.push([...company.cancelled])
      return unsigned(step, signal, key)
    }
    const earlier = yield* start(inSession())
    yield* untilStatus(earlier, "WAITING_FOR_USER_ACTION")
    const later = yield* start(inSession())
    assert.strictEqual((yield* statusOf(earlier)).status, "FAILED")
    assert.strictEqual(yield* reasonOf(earlier), "SUPERSEDED")
    yield* untilStatus(later, "WAITING_FOR_USER_ACTION")
    assert.deepStrictEqual(cancelledAt, [[], ["2"]])
    assert.deepStrictEqual(yield* World.historyOf(earlier), ["RUNNING", "LOGIN", "WAITING_FOR_USER_ACTION", "FAILED"])
  })

  test("ends an earlier collection whose login names the same person in other letters", function* (company) {
    const byEmail = (email: string) =>
      inSession({
        loginMethod: "EMAIL",
        parameters: [
          { type: "EMAIL", email },
          { type: "SESSION_METADATA", attributes: { SESSION_ID: "tab-1" } }
        ]
      })
    company.script = unsigned
    const earlier = yield* start(byEmail("maja@example.com"))
    yield* start(byEmail("Maja@Example.com"))
    assert.strictEqual(yield* reasonOf(earlier), "SUPERSEDED")
  })

  test("leaves exactly one of three simultaneous starts running", function* (company) {
    company.script = unsigned
    const ids = yield* Effect.all([start(inSession()), start(inSession()), start(inSession())], {
      concurrency: "unbounded"
    })
    const reasons = yield* Effect.forEach(ids, reasonOf)
    assert.deepStrictEqual([...reasons].sort(), ["SUPERSEDED", "SUPERSEDED", undefined])
  })

  test("repeats a call in progress with its key, and cancels the order that the call created", function* (company) {
    const first = yield* World.gate
    const isFirst = World.runOnce(first.passing)
    company.script = (step, signal, key) => Effect.andThen(isFirst, unsigned(step, signal, key))
    const earlier = yield* start(inSession())
    yield* first.reached
    const later = yield* start(inSession())
    yield* untilStatus(later, "WAITING_FOR_USER_ACTION")
    assert.deepStrictEqual(company.keys.slice(0, 4), [`${earlier}/0`, `${earlier}/0`, `${earlier}/1`, `${later}/0`])
    assert.deepStrictEqual(company.cancelled, ["2"])
    yield* first.open
  })

  test("costs a limited number of calls, even if a person reloads the page many times during a call", function* (company) {
    const later = 20
    company.script = (step, signal, key) => Effect.andThen(Effect.sleep("1 second"), unsigned(step, signal, key))
    let last = yield* start(inSession())
    for (let again = 0; again < later; again++) last = yield* start(inSession())
    for (let second = 0; second < 10; second++) {
      yield* World.runPendingWork(50)
      yield* TestClock.adjust("1 second")
    }
    yield* untilStatus(last, "WAITING_FOR_USER_ACTION")
    assert.isBelow(company.keys.length, 15 * later)
  })

  test("begins after five seconds if the company does not answer for the earlier collection", function* (company) {
    company.script = () => Effect.never
    yield* start(inSession())
    company.script = (step, signal, key) => (key.startsWith(later) ? unsigned(step, signal, key) : Effect.never)
    let later = "?"
    later = yield* start(inSession())
    yield* World.runPendingWork(50)
    assert.strictEqual((yield* statusOf(later)).status, "RUNNING")
    yield* TestClock.adjust("5 seconds")
    yield* untilStatus(later, "WAITING_FOR_USER_ACTION")
  })

  test("cancels what the company could not close for the earlier collection once the later one has ended", function* (company) {
    company.script = Company.steps(Company.poll("LOGIN"), Company.poll("WAITING_FOR_USER_ACTION", 3_600_000))
    const earlier = yield* start(inSession())
    yield* untilStatus(earlier, "WAITING_FOR_USER_ACTION")
    company.cancel = Effect.fail(new ConnectorError({ reason: "UNREACHABLE" }))
    const later = yield* start(inSession())
    yield* untilStatus(later, "WAITING_FOR_USER_ACTION")
    assert.deepStrictEqual(company.cancelled, ["2"])
    company.cancel = Effect.void
    company.cancelled.length = 0
    yield* TestClock.adjust("3 minutes")
    yield* untilStatus(later, "AUTHENTICATION_TIMEOUT")
    yield* World.runPendingWork(50)
    assert.lengthOf(company.cancelled, 2)
  })

  it.effect("cancels again and begins with the same key after a crash before the new order", () =>
    Effect.gen(function* () {
      yield* TestClock.setTime(World.noon)
      const file = yield* temporaryDatabase
      const before = Company.make()
      const ids = yield* Effect.gen(function* () {
        before.script = unsigned
        const earlier = yield* start(inSession())
        yield* untilStatus(earlier, "WAITING_FOR_USER_ACTION")
        before.script = () => Effect.never
        const later = yield* start(inSession())
        yield* World.runPendingWork(100)
        return { earlier, later }
      }).pipe(Effect.provide(World.layer(before, { file })))
      const after = Company.make(unsigned)
      yield* Effect.gen(function* () {
        yield* World.runDueProcesses
        yield* untilStatus(ids.later, "WAITING_FOR_USER_ACTION")
        assert.strictEqual(yield* reasonOf(ids.earlier), "SUPERSEDED")
      }).pipe(Effect.provide(World.layer(after, { file })))
      assert.deepStrictEqual([before.cancelled, after.cancelled], [["2"], ["2"]])
      assert.deepStrictEqual(after.keys, [`${ids.later}/0`, `${ids.later}/1`])
    }).pipe(Effect.scoped)
  )
})

describe("a running collection continues despite a start", () => {
  for (const [what, request] of [
    ["of another session", inSession({}, "tab-2")],
    ["without a session", inSession({ parameters: [{ type: "SWEDISH_EID", personalNumber: "198112189876" }] })],
    ["of another person", inSession({}, "tab-1", "199001012385")],
    ["with another login method", inSession({ loginMethod: "SWEDISH_MOBILE_EID_OTHER_DEVICE" })],
    ["of other products", inSession({ products: ["INSURANCE"] })],
    ["at another company", inSession({ company: "se-fjallbanken" })],
    ["in an older version", inSession({ standsAlone: true })]
  ] as const) {
    test(what, function* (company) {
      company.script = unsigned
      const earlier = yield* start(inSession())
      yield* untilStatus(earlier, "WAITING_FOR_USER_ACTION")
      yield* start(request)
      assert.strictEqual((yield* statusOf(earlier)).status, "WAITING_FOR_USER_ACTION")
    })
  }

  test("if it was started in an older version", function* (company) {
    company.script = unsigned
    const earlier = yield* start(inSession({ standsAlone: true }))
    yield* start(inSession())
    assert.notStrictEqual((yield* statusOf(earlier)).status, "FAILED")
  })

  test("once it has been COLLECTING", function* (company) {
    const question = { kind: "COLLECTION_INPUT", inputs: ["EMAIL"] } as const
    const asking = Company.ask("COLLECTION_INPUT_PENDING", question, { REQUIRED_INPUT_TYPES: ["EMAIL"] })
    company.script = Company.steps(Company.poll("COLLECTING"), asking)
    const earlier = yield* start(inSession())
    yield* untilStatus(earlier, "COLLECTION_INPUT_PENDING")
    yield* start(inSession())
    assert.strictEqual((yield* statusOf(earlier)).status, "COLLECTION_INPUT_PENDING")
  })
})
