/** Exchanging the code that a person brings back from a bank's page (spec 2.4, 16). */
import { takeSteps } from "../../../src/collections/Steps.ts"
import { assert, describe, it } from "@effect/vitest"
import { CollectionStore } from "@sheaf/ports"
import { Clock, Effect, Exit, Fiber, Layer, Option, Scope } from "effect"
import { TestClock } from "effect/testing"
import * as Outcome from "../../../src/collections/Outcome.ts"

import { temporaryDatabase } from "../TemporaryDatabase.ts"
import * as World from "../World.ts"
import { statusOf, untilStatus } from "../World.ts"
import { exchangingCompany, startUnbound, beginExchange, unreachable, passTime } from "./BankReturn.ts"

describe("the exchange of a returned person's code", () => {
  it.effect("is made by one of several runs of the same step", () =>
    Effect.gen(function* () {
      yield* TestClock.setTime(World.noon)
      const made = exchangingCompany(Effect.sleep("3 seconds"))
      yield* Effect.gen(function* () {
        const id = yield* beginExchange(made)
        yield* takeSteps(id)
        yield* World.runDueProcesses
        yield* World.runPendingWork(50)
        yield* TestClock.adjust("3 seconds")
        yield* untilStatus(id, "COLLECTING")
      }).pipe(Effect.provide(World.layer(made.company)))
      assert.strictEqual(made.exchanges.count, 1)
    })
  )

  it.effect("is repeated while the company is unreachable, each time by only one run of the step", () =>
    Effect.gen(function* () {
      yield* TestClock.setTime(World.noon)
      const made = exchangingCompany(unreachable)
      yield* Effect.gen(function* () {
        const id = yield* beginExchange(made)
        yield* passTime(45)
        assert.strictEqual((yield* statusOf(id)).status, "WAITING_FOR_USER_ACTION")
        const failed = made.exchanges.count
        assert.isAbove(failed, 2)
        made.exchanges.response = Effect.sleep("15 seconds")
        yield* passTime(12)
        yield* takeSteps(id)
        yield* World.runDueProcesses
        yield* passTime(15)
        yield* untilStatus(id, "COLLECTING")
        assert.strictEqual(made.exchanges.count, failed + 1)
      }).pipe(Effect.provide(World.layer(made.company)))
    })
  )

  it.effect("ends the collection if the company is unreachable for more than a minute", () =>
    Effect.gen(function* () {
      yield* TestClock.setTime(World.noon)
      const made = exchangingCompany(unreachable)
      yield* Effect.gen(function* () {
        const id = yield* beginExchange(made)
        yield* passTime(80)
        const { extraInformation } = yield* untilStatus(id, "THIRD_PARTY_ERROR")
        assert.strictEqual(extraInformation?.FAILURE_REASON?.code, "COMPANY_UNREACHABLE")
        assert.isAbove(made.exchanges.count, 7)
      }).pipe(Effect.provide(World.layer(made.company)))
    })
  )

  it.effect("is repeated once its lease ends if the service was killed", () =>
    Effect.gen(function* () {
      yield* TestClock.setTime(World.noon)
      const made = exchangingCompany(Effect.void)
      yield* Effect.gen(function* () {
        const id = yield* startUnbound(made.company)
        yield* untilStatus(id, "WAITING_FOR_USER_ACTION")
        const store = yield* CollectionStore
        const collection = Option.getOrThrow(yield* store.loadState(id))
        const now = yield* Clock.currentTimeMillis
        const visit = { state: "CONFIRMED", isRequired: true, usedUntil: -1 } as const
        yield* store.advance(collection, [
          { ...Outcome.partialChange(collection, now), session: "3", once: true, visit, dueAt: now + 90_000 }
        ])
        yield* World.runDueProcesses
        yield* passTime(85)
        assert.strictEqual(made.exchanges.count, 0)
        yield* passTime(10)
        yield* untilStatus(id, "COLLECTING")
      }).pipe(Effect.provide(World.layer(made.company)))
      assert.strictEqual(made.exchanges.count, 1)
    })
  )

  const stopped = Effect.fnUntraced(function* (
    made: ReturnType<typeof exchangingCompany>,
    file: string,
    duration: number
  ) {
    yield* TestClock.setTime(World.noon)
    const scope = yield* Scope.make()
    const id = yield* Effect.provide(
      beginExchange(made),
      yield* Layer.buildWithScope(World.layer(made.company, { file }), scope)
    )
    const stopping = yield* Effect.forkChild(Scope.close(scope, Exit.void), { startImmediately: true })
    yield* World.runPendingWork(50)
    yield* TestClock.adjust(duration)
    yield* Fiber.join(stopping)
    return id
  })

  it.effect("loses nothing if the service stops in the meantime", () =>
    Effect.gen(function* () {
      const file = yield* temporaryDatabase
      const made = exchangingCompany(Effect.sleep("15 seconds"))
      const id = yield* stopped(made, file, 15_000)
      yield* Effect.gen(function* () {
        yield* World.runDueProcesses
        yield* untilStatus(id, "COLLECTING")
      }).pipe(Effect.provide(World.layer(made.company, { file })))
      assert.strictEqual(made.exchanges.count, 1)
    })
  )

  it.effect("ends at its time limit if the server does not respond, and is repeated after the restart", () =>
    Effect.gen(function* () {
      const file = yield* temporaryDatabase
      const made = exchangingCompany(Effect.never)
      const id = yield* stopped(made, file, 20_000)
      made.exchanges.response = Effect.void
      yield* Effect.gen(function* () {
        yield* World.runDueProcesses
        yield* passTime(1)
        yield* untilStatus(id, "COLLECTING")
      }).pipe(Effect.provide(World.layer(made.company, { file })))
      assert.strictEqual(made.exchanges.count, 2)
    })
  )
})
