/** Recurring tasks: when they run, and what a failed one does. */
import { assert, it } from "@effect/vitest"
import { DueProcesses, TaskStore } from "@sheaf/ports"
import type { DueProcess } from "@sheaf/ports"
import { Clock, Effect, Option } from "effect"
import { TestClock } from "effect/testing"
import * as TaskProcess from "../../src/tasks/TaskProcess.ts"

/** A store in memory, which every node of a test shares. */
const makeStore = () => {
  const times = new Map<string, number>()
  const store = TaskStore.of({
    add: (names, dueAt) =>
      Effect.sync(() => {
        for (const name of names) if (!times.has(name)) times.set(name, dueAt)
      }),
    find: (name) =>
      Effect.sync(() => Option.map(Option.fromUndefinedOr(times.get(name)), (dueAt) => ({ name, dueAt }))),
    advance: ({ dueAt: before, name }, dueAt) =>
      Effect.sync(() => times.get(name) === before && times.set(name, dueAt) !== undefined),
    remove: (name) => Effect.sync(() => void times.delete(name))
  })
  const due = DueProcesses.of({
    find: ({ before }) =>
      Effect.sync(() =>
        Array.from(times, ([id, dueAt]): DueProcess => ({ kind: "recurring_task", id, dueAt })).filter(
          ({ dueAt }) => dueAt < before
        )
      ),
    owned: (_, ids) => Effect.succeed(ids)
  })
  return { due, store, times }
}

const node = ({ due, store }: ReturnType<typeof makeStore>, run: Effect.Effect<void>) =>
  Effect.gen(function* () {
    const runner = yield* TaskProcess.runner({ count: { every: "1 minute", run } })
    const search = Effect.gen(function* () {
      const before = (yield* Clock.currentTimeMillis) + 5_000
      for (const { dueAt, id } of yield* due.find({ before, limit: 10 })) yield* runner.runDue(id, dueAt)
    })
    yield* Effect.forkScoped(Effect.forever(Effect.andThen(search, Effect.sleep("5 seconds"))))
  }).pipe(Effect.provideService(TaskStore, store), Effect.provideService(DueProcesses, due))

it.effect("a task runs at the start and then once a minute, and not again because of a restart", () =>
  Effect.gen(function* () {
    const shared = makeStore()
    let runs = 0
    const count = Effect.sync(() => void (runs += 1))
    yield* Effect.scoped(
      Effect.gen(function* () {
        yield* node(shared, count)
        yield* TestClock.adjust("1 second")
        assert.strictEqual(runs, 1)
        yield* TestClock.adjust("59 seconds")
        assert.strictEqual(runs, 2)
      })
    )
    yield* node(shared, count)
    yield* TestClock.adjust("1 second")
    assert.strictEqual(runs, 2)
    yield* TestClock.adjust("59 seconds")
    assert.strictEqual(runs, 3)
  })
)

it.effect("a task that this release does not know is removed", () =>
  Effect.gen(function* () {
    const shared = makeStore()
    shared.times.set("of an older release", 0)
    yield* node(shared, Effect.void)
    yield* TestClock.adjust("1 second")
    assert.deepStrictEqual([...shared.times.keys()], ["count"])
  })
)
