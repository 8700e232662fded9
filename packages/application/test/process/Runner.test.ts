/** Tests how processes run in memory and from their rows alone, and what happens when another node takes over. */
import { assert, describe, it } from "@effect/vitest"
import { DueProcesses, StoreError } from "@sheaf/ports"
import type { DueProcess } from "@sheaf/ports"
import type { Scope } from "effect"
import { Deferred, Effect, Fiber, Logger, Option } from "effect"
import { TestClock } from "effect/testing"
import * as DueLoop from "../../src/process/DueLoop.ts"
import type { Wait } from "../../src/process/Process.ts"
import * as Runner from "../../src/process/Runner.ts"

const id = "019a9f0e-5c1a-7d3e-9b51-2f6c1a7e4d10"

const make = Effect.gen(function* () {
  const calls: Array<string> = []
  const state = {
    steps: (_: number): Effect.Effect<Wait, StoreError> => Effect.succeed({ _tag: "End" }),
    due: new Array<DueProcess>(),
    isKept: true,
    hasEnded: false,
    told: new Array<unknown>(),
    fault: Option.none<StoreError>(),
    takeovers: new Array<boolean | undefined>()
  }
  const due = DueProcesses.of({
    find: ({ after, isTakeover, limit }) => {
      state.takeovers.push(isTakeover)
      if (Option.isSome(state.fault)) return Effect.fail(state.fault.value)
      const first = after === undefined ? 0 : state.due.findIndex(({ id }) => id === after.id) + 1
      return Effect.succeed(state.due.slice(first, first + limit))
    }
  })
  const logger = Logger.make(({ message }) => state.told.push(message))
  const runner = yield* Runner.make<string, never>({
    kind: "collection",
    idName: "collectionId",
    takeSteps: (_, written) =>
      Effect.suspend(() => {
        calls.push(written ?? "read")
        return state.steps(calls.length)
      }),
    giveUp: () => Effect.sync(() => (state.hasEnded = !state.isKept))
  }).pipe(Effect.provideService(DueProcesses, due), Effect.provideService(Logger.CurrentLoggers, new Set([logger])))
  const idle = { runDue: () => Effect.void, starting: () => 0 }
  const runners = {
    collection: runner,
    connect_session: idle,
    consent: idle,
    monitor: idle,
    recurring_task: idle,
    webhook_endpoint: idle
  }
  const search = DueLoop.runDue(runners).pipe(Effect.provideService(DueProcesses, due))
  const run = DueLoop.run(runners).pipe(Effect.provideService(DueProcesses, due))
  return { calls, run, runner, search, state }
})

const test = (
  name: string,
  body: (world: Effect.Success<typeof make>) => Generator<Effect.Effect<unknown, unknown, Scope.Scope>, void, never>
) => it.effect(name, () => Effect.flatMap(make, (it) => Effect.gen(() => body(it))))

const pause = (millis: number): Wait => ({ _tag: "Pause", millis })
const idle = (millis: number): Wait => ({ _tag: "Idle", millis })
const yes = Effect.succeed(true)

describe("a process", () => {
  test("begins with the row that was just written, and then reads it", function* ({ calls, runner, state }) {
    state.steps = (call) => Effect.succeed(call === 1 ? pause(1_000) : { _tag: "End" })
    assert.isTrue(yield* runner.accept(id, yes, () => "written"))
    yield* TestClock.adjust("1 second")
    assert.deepStrictEqual(calls, ["written", "read"])
    assert.strictEqual(runner.size(), 0)
  })

  test("does not run if it is not accepted", function* ({ calls, runner }) {
    assert.isFalse(yield* runner.accept(id, Effect.succeed(false)))
    assert.strictEqual(yield* Effect.flip(runner.accept(id, Effect.fail("no"))), "no")
    assert.deepStrictEqual(calls, [])
    assert.strictEqual(runner.size(), 0)
  })

  test("is in memory during a pause of up to a minute, but not during a longer pause", function* ({ runner, state }) {
    state.steps = () => Effect.succeed(pause(60_000))
    yield* runner.accept(id, yes)
    yield* TestClock.adjust("30 seconds")
    assert.strictEqual(runner.size(), 1)
    state.steps = () => Effect.succeed(pause(60_001))
    yield* TestClock.adjust("30 seconds")
    assert.strictEqual(runner.size(), 0)
  })

  test("is not in memory while it waits for somebody, and continues with the changed row", function* ({
    calls,
    runner,
    state
  }) {
    state.steps = () => Effect.succeed(idle(300_000))
    yield* runner.accept(id, yes)
    yield* TestClock.adjust("1 second")
    assert.strictEqual(runner.size(), 0)
    assert.isTrue(yield* runner.advance(id, yes, () => "answered"))
    yield* TestClock.adjust("1 second")
    assert.deepStrictEqual(calls, ["read", "answered"])
  })

  test("takes its next step at once if somebody changes it during a step or a pause", function* ({
    calls,
    runner,
    state
  }) {
    const step = yield* Deferred.make<void>()
    state.steps = (call) =>
      call === 1 ? Effect.as(Deferred.await(step), pause(60_000)) : Effect.succeed(pause(60_000))
    yield* runner.accept(id, yes)
    yield* TestClock.adjust("1 second")
    yield* runner.advance(id, yes)
    yield* Deferred.succeed(step, undefined)
    yield* TestClock.adjust("1 second")
    assert.lengthOf(calls, 2)
    yield* runner.advance(id, yes)
    yield* TestClock.adjust("1 second")
    assert.lengthOf(calls, 3)
  })

  test("does not run twice at a time", function* ({ calls, runner, search, state }) {
    state.steps = () => Effect.never
    state.due = [{ kind: "collection", id, dueAt: 0 }]
    yield* search
    yield* search
    yield* runner.runDue(id, 0)
    yield* TestClock.adjust("1 second")
    assert.lengthOf(calls, 1)
  })

  test("ends its pause if another process of the service has made it due", function* ({
    calls,
    runner,
    search,
    state
  }) {
    state.steps = () => Effect.succeed(pause(60_000))
    yield* runner.accept(id, yes)
    yield* TestClock.adjust("5 seconds")
    state.due = [{ kind: "collection", id, dueAt: 60_000 }]
    yield* search
    yield* TestClock.adjust("1 second")
    assert.lengthOf(calls, 1)
    state.due = [{ kind: "collection", id, dueAt: 5_000 }]
    yield* search
    yield* TestClock.adjust("1 second")
    assert.lengthOf(calls, 2)
  })

  test("continues when the store is available again", function* ({ calls, runner, state }) {
    const away = new StoreError({ operation: "read", reason: "UNAVAILABLE", cause: "away" })
    state.steps = (call) => (call < 5 ? Effect.fail(away) : Effect.succeed({ _tag: "End" }))
    yield* runner.accept(id, yes, () => "written")
    yield* TestClock.adjust("10 seconds")
    assert.deepStrictEqual(calls, ["written", "read", "read", "read", "read"])
    assert.isFalse(state.hasEnded)
  })
})

describe("a search for due processes", () => {
  test("says after a start that the node has taken over shards, until a search succeeds", function* ({ run, state }) {
    const away = new StoreError({ operation: "find", reason: "UNAVAILABLE", cause: "away" })
    state.fault = Option.some(away)
    yield* Effect.forkScoped(run)
    yield* TestClock.adjust("1 second")
    state.fault = Option.none()
    yield* TestClock.adjust("10 seconds")
    assert.deepStrictEqual(state.takeovers, [true, true, false])
  })

  test("runs pages of processes, however many others are in memory", function* ({ runner, search, state }) {
    state.steps = () => Effect.succeed(pause(60_000))
    for (let number = 0; number < 6_000; number++) yield* runner.accept(`running ${number}`, yes)
    yield* TestClock.adjust("1 second")
    assert.strictEqual(runner.size(), 6_000)
    state.due = Array.from({ length: 1_200 }, (_, number) => ({
      kind: "collection",
      id: `due ${number}`,
      dueAt: number
    }))
    yield* search
    yield* TestClock.adjust("1 second")
    assert.strictEqual(runner.size(), 7_200)
  })

  test("waits for slow steps, but no longer than some seconds for each page", function* ({ runner, search, state }) {
    state.steps = () => Effect.never
    state.due = Array.from({ length: 6_500 }, (_, number) => ({
      kind: "collection",
      id: `due ${number}`,
      dueAt: number
    }))
    const searching = yield* Effect.forkChild(search)
    for (let second = 0; second < 10; second++) yield* TestClock.adjust("100 millis")
    assert.isAtMost(runner.starting(), 5_000)
    for (let second = 0; second < 30; second++) yield* TestClock.adjust("1 second")
    yield* Fiber.join(searching)
    assert.strictEqual(runner.starting(), 6_500)
  })
})

describe("a process of another node", () => {
  test("leaves memory", function* ({ calls, runner, state }) {
    state.steps = (call) => Effect.succeed(call === 1 ? pause(1_000) : { _tag: "Moved" })
    yield* runner.accept(id, yes)
    yield* TestClock.adjust("10 seconds")
    assert.lengthOf(calls, 2)
    assert.strictEqual(runner.size(), 0)
  })

  test("is read again after another writer has overtaken it", function* ({ calls, runner, state }) {
    state.steps = (call) => Effect.succeed(call === 1 ? { _tag: "Overtaken" } : { _tag: "Moved" })
    yield* runner.accept(id, yes, () => "written")
    yield* TestClock.adjust("1 second")
    assert.deepStrictEqual(calls, ["written", "read"])
  })

  test("does not run in a circle with other writers", function* ({ calls, runner, state }) {
    state.steps = () => Effect.succeed({ _tag: "Overtaken" })
    yield* runner.accept(id, yes)
    yield* TestClock.adjust("1 second")
    assert.isBelow(calls.length, 30)
  })

  test("continues if others overtake it now and then", function* ({ calls, runner, state }) {
    state.steps = (call) =>
      Effect.succeed(call === 100 ? { _tag: "End" } : call % 2 === 0 ? pause(1_000) : { _tag: "Overtaken" })
    yield* runner.accept(id, yes)
    for (let second = 0; second < 60; second++) yield* TestClock.adjust("1 second")
    assert.lengthOf(calls, 100)
  })
})

describe("a change that is interrupted", () => {
  test("does not wait for the store, and lets the process look", function* ({ calls, runner }) {
    const writing = yield* Effect.forkChild(Effect.timeoutOption(runner.advance(id, Effect.never), "5 seconds"))
    yield* TestClock.adjust("5 seconds")
    assert.isTrue(Option.isNone(yield* Fiber.join(writing)))
    yield* TestClock.adjust("1 second")
    assert.deepStrictEqual(calls, ["read"])
  })
})

describe("an unreadable process", () => {
  const unreadable = new StoreError({ operation: "read", reason: "UNREADABLE", cause: "no key" })
  const due: DueProcess = { kind: "collection", id, dueAt: 0 }

  test("is logged once a day, and read again after longer and longer pauses", function* ({ calls, search, state }) {
    state.steps = () => Effect.fail(unreadable)
    state.due = [due]
    for (let minutes = 0; minutes < 2 * 24 * 60; minutes += 10) {
      yield* search
      yield* TestClock.adjust("1 second")
      yield* search
      yield* TestClock.adjust("599 seconds")
    }
    assert.isAtMost(calls.length, 60)
    assert.isAtLeast(calls.length, 45)
    assert.lengthOf(state.told, 2)
    assert.isFalse(state.hasEnded)
  })

  test("whose steps fail with a defect is tried again at least every minute", function* ({ calls, search, state }) {
    state.steps = () => Effect.die("defect")
    state.due = [due]
    for (let seconds = 0; seconds < 600; seconds += 5) {
      yield* search
      yield* TestClock.adjust("5 seconds")
    }
    assert.isAtLeast(calls.length, 12)
    assert.isAtMost(calls.length, 16)
    assert.deepStrictEqual(state.told.flat().slice(0, 1), ["process steps failed; will retry"])
  })

  test("is abandoned once no key can be expected any more", function* ({ search, state }) {
    state.steps = () => Effect.fail(unreadable)
    state.due = [due]
    state.isKept = false
    yield* search
    yield* TestClock.adjust("1 second")
    assert.isTrue(state.hasEnded)
  })
})
