/** An ended collection cancels whatever it has left open at its company, even after a crash or an outage. */
import { assert, describe, it } from "@effect/vitest"
import { CollectionStore, ConnectorError } from "@sheaf/ports"
import { Effect, Option } from "effect"
import { TestClock } from "effect/testing"
import * as Expiration from "../../src/tasks/Expiration.ts"
import * as Company from "./ScriptedCompany.ts"
import { temporaryDatabase } from "./TemporaryDatabase.ts"
import * as World from "./World.ts"
import { start, test, untilStatus } from "./World.ts"

const unanswered = Company.steps(Company.poll("LOGIN"), Company.poll("WAITING_FOR_USER_ACTION", 3_600_000))

const down = Effect.fail(new ConnectorError({ reason: "UNREACHABLE" }))

const cleanupsOf = Effect.fnUntraced(function* (id: string) {
  return Option.getOrThrow(yield* (yield* CollectionStore).loadState(id)).cleanups
})

const timedOut = Effect.gen(function* () {
  const id = yield* start()
  yield* untilStatus(id, "WAITING_FOR_USER_ACTION")
  yield* TestClock.adjust("3 minutes")
  yield* untilStatus(id, "AUTHENTICATION_TIMEOUT")
  return id
})

describe("an ended collection", () => {
  test("shows its end before the company has confirmed the cancel, and then keeps nothing", function* (company) {
    company.script = unanswered
    const cancel = yield* World.gate
    company.cancel = cancel.passing
    const id = yield* timedOut
    yield* cancel.reached
    assert.lengthOf((yield* cleanupsOf(id)) ?? [], 1)
    yield* cancel.open
    yield* World.runPendingWork(50)
    assert.isUndefined(yield* cleanupsOf(id))
    assert.deepStrictEqual(company.cancelled, ["2"])
  })

  test("is cancelled again, with growing pauses, until the company confirms", function* (company) {
    company.script = unanswered
    company.cancel = down
    const id = yield* timedOut
    yield* World.runPendingWork(50)
    assert.lengthOf(company.cancelled, 1)
    for (let minute = 0; minute < 60; minute++) {
      yield* TestClock.adjust("1 minute")
      yield* World.runPendingWork(5)
    }
    const attempts = company.cancelled.length
    assert.isAtLeast(attempts, 8)
    assert.isAtMost(attempts, 16)
    company.cancel = Effect.void
    yield* TestClock.adjust("40 minutes")
    yield* World.runPendingWork(50)
    assert.lengthOf(company.cancelled, attempts + 1)
    assert.isUndefined(yield* cleanupsOf(id))
  })

  test("is given up if the company refuses the cancel, or has not confirmed after a day", function* (company) {
    company.script = unanswered
    company.cancel = Effect.fail(new ConnectorError({ reason: "BROKEN" }))
    const refused = yield* timedOut
    yield* World.runPendingWork(50)
    assert.isUndefined(yield* cleanupsOf(refused))
    company.cancel = down
    const id = yield* timedOut
    yield* TestClock.adjust("23 hours")
    yield* Expiration.eraseCollections
    assert.lengthOf((yield* cleanupsOf(id)) ?? [], 1)
    yield* TestClock.adjust("61 minutes")
    yield* Expiration.eraseCollections
    assert.isUndefined(yield* cleanupsOf(id))
  })

  it.effect("is cancelled after a crash between its end and the cancel", () =>
    Effect.gen(function* () {
      yield* TestClock.setTime(World.noon)
      const file = yield* temporaryDatabase
      const before = Company.make(unanswered)
      before.cancel = Effect.never
      const id = yield* Effect.provide(timedOut, World.layer(before, { file }))
      const after = Company.make(unanswered)
      after.cancel = Effect.void
      yield* Effect.gen(function* () {
        yield* World.runDueProcesses
        yield* World.runPendingWork(50)
        assert.isUndefined(yield* cleanupsOf(id))
      }).pipe(Effect.provide(World.layer(after, { file })))
      assert.deepStrictEqual(after.cancelled, ["2"])
      assert.isEmpty(after.keys, "no step is repeated")
    }).pipe(Effect.scoped)
  )
})
