/** Recurring tasks, whose next run is stored in a row. */
import { DueProcessesSql, Sqlite, TaskStoreSql } from "@sheaf/adapters-sql"
import { assert, describe, it } from "@effect/vitest"
import { TaskStore } from "@sheaf/ports"
import { Effect, Layer, Metric, Option } from "effect"
import type { Scope } from "effect"
import { TestClock } from "effect/testing"
import * as DueLoop from "../../src/process/DueLoop.ts"
import * as TaskProcess from "../../src/tasks/TaskProcess.ts"
import * as Tasks from "../../src/tasks/Tasks.ts"
import { temporaryDatabase } from "../collections/TemporaryDatabase.ts"
import * as World from "../collections/World.ts"

const stores = Layer.merge(DueProcessesSql.layer, TaskStoreSql.layer).pipe(
  Layer.provide(Layer.unwrap(Effect.map(temporaryDatabase, Sqlite.layer)))
)

type Provided = Layer.Success<typeof stores> | Scope.Scope

const none = {
  runDue: () => Effect.void,
  starting: () => 0
}

const serviceOf = Effect.fnUntraced(function* (interval: "hour" | "minute", failing: Effect.Effect<void>) {
  const runs = { count: 0 }
  const count = Effect.sync(() => void runs.count++)
  const named = { "failing always": failing, "counting runs": count }
  const task = Tasks.makeTask(`1 ${interval}`, named)
  const recurring_task = yield* TaskProcess.runner({ [`every ${interval}`]: task })
  const search = Effect.andThen(
    DueLoop.runDue({
      collection: none,
      connect_session: none,
      consent: none,
      monitor: none,
      recurring_task,
      webhook_endpoint: none
    }),
    World.runPendingWork(20)
  )
  return { runs, search }
})

const service = serviceOf("minute", Effect.die("failure"))

const failuresOf = (task: string) =>
  Effect.map(Metric.snapshot, (all) =>
    all.flatMap(({ attributes, id, state }) =>
      id === "sheaf.background.failures" && attributes?.["task"] === task && "count" in state ? [state.count] : []
    )
  )

const test = (name: string, body: () => Generator<Effect.Effect<unknown, unknown, Provided>, void, never>) =>
  it.effect(name, () => Effect.provide(Effect.gen(body), stores))

describe("a recurring task", () => {
  test("runs immediately and then once in each interval, even if a part of it fails", function* () {
    const { runs, search } = yield* service
    yield* search
    assert.strictEqual(runs.count, 1)
    yield* TestClock.adjust("50 seconds")
    yield* search
    assert.strictEqual(runs.count, 1)
    yield* TestClock.adjust("10 seconds")
    yield* search
    assert.strictEqual(runs.count, 2)
  })

  test("that runs every hour repeats only a failed part, a minute later, until it succeeds", function* () {
    let failingRuns = 0
    const failing = Effect.suspend(() => (++failingRuns <= 2 ? Effect.die("failure") : Effect.void))
    const { runs, search } = yield* serviceOf("hour", failing)
    for (let minute = 0; minute < 60; minute++) {
      yield* search
      yield* TestClock.adjust("1 minute")
    }
    assert.deepStrictEqual([failingRuns, runs.count], [3, 1])
    yield* TestClock.adjust("2 minutes")
    yield* search
    assert.deepStrictEqual([failingRuns, runs.count], [4, 2])
  })

  test("counts the failures of each part from 0, so that the first failure is an increase", function* () {
    const { search } = yield* service
    const [before = assert.fail("no counter")] = yield* failuresOf("failing always")
    yield* search
    assert.deepStrictEqual(yield* failuresOf("failing always"), [Number(before) + 1])
    assert.deepStrictEqual(yield* failuresOf("counting runs"), [0])
  })

  test("of another release stays as it is", function* () {
    const store = yield* TaskStore
    yield* store.add("every century", 0, 0)
    const { search } = yield* service
    yield* search
    assert.deepStrictEqual(yield* store.find("every century"), Option.some({ name: "every century", dueAt: 0 }))
  })

  test("that was advanced while the clock was wrong runs again within its interval", function* () {
    const store = yield* TaskStore
    yield* store.add("every minute", 0, 0)
    const found = Option.getOrThrow(yield* store.find("every minute"))
    yield* store.advance(found, 315_576_000_000)
    const { runs, search } = yield* service
    yield* TestClock.adjust("1 minute")
    yield* search
    assert.strictEqual(runs.count, 1)
  })
})
