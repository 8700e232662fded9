/** Tests long polls with a test clock (spec 2.5). */
import { assert, describe, it } from "@effect/vitest"
import { LongPolls } from "@sheaf/adapters-http"
import { ChangeSignals } from "@sheaf/ports"
import { Effect, Fiber, Layer } from "effect"
import type { Scope } from "effect"
import { TestClock } from "effect/testing"
import * as World from "../../World.ts"

const { defaultLimits, layer } = LongPolls

/**
 * A row with those parts of a status that decide whether a poll is held. While `row.seen` is `undefined`, each read
 * gives a response without a status, as if a check of the poll had failed.
 */
const rowOf = (
  changes: Partial<LongPolls.PolledStatus> = {}
): { seen: LongPolls.PolledStatus | undefined; reads: number } => ({
  seen: { clientId: "demo", tag: '"1"', isFinal: false, ...changes },
  reads: 0
})

type Row = ReturnType<typeof rowOf>

const topic = "the collection"

/** Starts a poll, and returns its fiber once the poll is held or answered. */
const poll = Effect.fnUntraced(function* (row: Row, wait: Partial<LongPolls.PreferredWait> = {}) {
  const { hold } = yield* LongPolls.LongPolls
  const held = hold({ seconds: 10, ifNoneMatch: undefined, ...wait }, (watch) => {
    watch(topic)
    return Effect.sync(() => {
      row.reads++
      return { response: row.seen?.tag, ...(row.seen && { status: row.seen }) }
    })
  })
  return yield* Effect.forkChild(held, { startImmediately: true })
})

const change = (row: Row, changes: Partial<LongPolls.PolledStatus>) =>
  Effect.gen(function* () {
    row.seen = row.seen && { ...row.seen, ...changes }
    yield* (yield* ChangeSignals).publish(topic)
    yield* Effect.yieldNow
  })

const isHeld = (fiber: Fiber.Fiber<unknown>): boolean => fiber.pollUnsafe() === undefined

type Services = ChangeSignals | LongPolls.LongPolls | Scope.Scope

const test = (title: string, body: () => Effect.fn.Return<void, unknown, Services>, limits = defaultLimits) =>
  it.effect(title, () => Effect.gen(body).pipe(Effect.provide(layer(limits).pipe(Layer.provideMerge(World.signals)))))

describe("A poll that asks to wait", () => {
  test("returns as soon as the status changes", function* () {
    const row = rowOf()
    const held = yield* poll(row)
    yield* TestClock.adjust("9 seconds")
    assert.isTrue(isHeld(held))
    yield* change(row, { tag: '"2"' })
    assert.deepStrictEqual(yield* Fiber.join(held), { response: '"2"', isPreferenceApplied: true })
    assert.strictEqual(row.reads, 2)
  })

  test("stays held after a signal without a visible change", function* () {
    const row = rowOf()
    const held = yield* poll(row)
    yield* TestClock.adjust("9 seconds")
    yield* change(row, {})
    assert.isTrue(isHeld(held))
    yield* TestClock.adjust("1 second")
    assert.deepStrictEqual(yield* Fiber.join(held), { response: '"1"', isPreferenceApplied: true })
  })

  test("returns at the next second while an animated code is shown", function* () {
    const held = yield* poll(rowOf({ qrUntil: 700 }))
    yield* TestClock.adjust("699 millis")
    assert.isTrue(isHeld(held))
    yield* TestClock.adjust("1 millis")
    assert.deepStrictEqual(yield* Fiber.join(held), { response: '"1"', isPreferenceApplied: true })
  })

  test("reads again without a signal if its row asks for it", function* () {
    const row = rowOf({ readAgainAfter: 500 })
    const held = yield* poll(row)
    row.seen = { clientId: "demo", tag: '"2"', isFinal: true }
    yield* TestClock.adjust("499 millis")
    assert.isTrue(isHeld(held))
    yield* TestClock.adjust("1 millis")
    assert.deepStrictEqual(yield* Fiber.join(held), { response: '"2"', isPreferenceApplied: true })
  })

  for (const [what, row, wait] of [
    ["the status is final", rowOf({ isFinal: true }), {}],
    ["the client has another tag", rowOf(), { ifNoneMatch: '"0"' }],
    ["the wait is zero", rowOf(), { seconds: 0 }]
  ] as const) {
    test(`returns immediately if ${what}`, function* () {
      assert.deepStrictEqual(yield* Fiber.join(yield* poll(row, wait)), { response: '"1"', isPreferenceApplied: true })
    })
  }

  test("is held if the client has the current tag", function* () {
    assert.isTrue(isHeld(yield* poll(rowOf(), { ifNoneMatch: '"0", W/"1"' })))
    assert.isTrue(isHeld(yield* poll(rowOf(), { ifNoneMatch: "*" })))
  })

  test("sees a change that happens while it reads", function* () {
    const { hold } = yield* LongPolls.LongPolls
    const { publish } = yield* ChangeSignals
    let tag = '"1"'
    const held = hold({ seconds: 10, ifNoneMatch: undefined }, (watch) => {
      watch(topic)
      const response = tag
      tag = '"2"'
      return Effect.as(publish(topic), { response, status: { clientId: "demo", tag: response, isFinal: false } })
    })
    assert.deepStrictEqual(yield* held, { response: '"2"', isPreferenceApplied: true })
  })

  test("returns the failure if its checks fail after the hold", function* () {
    const row = rowOf()
    const held = yield* poll(row)
    row.seen = undefined
    yield* change(row, {})
    assert.deepStrictEqual(yield* Fiber.join(held), { response: undefined, isPreferenceApplied: false })
  })

  test(
    "returns immediately beyond the limits, until a place is free",
    function* () {
      const now = (clientId: string) =>
        Effect.flatMap(poll(rowOf({ clientId })), (fiber) => Effect.sync(() => fiber.pollUnsafe()))
      const [first, second] = [yield* poll(rowOf()), yield* poll(rowOf())]
      const answered = { response: '"1"', isPreferenceApplied: false }
      assert.deepStrictEqual(yield* Fiber.join(yield* poll(rowOf())), answered)
      assert.isUndefined(yield* now("other"))
      assert.deepStrictEqual(yield* Fiber.join(yield* poll(rowOf({ clientId: "third" }))), answered)
      yield* Fiber.interrupt(first)
      assert.isUndefined(yield* now("demo"))
      yield* TestClock.adjust("10 seconds")
      assert.isFalse(isHeld(second))
      assert.isUndefined(yield* now("demo"))
    },
    { perClient: 2, total: 3 }
  )

  test("returns immediately while the service stops", function* () {
    const held = [yield* poll(rowOf()), yield* poll(rowOf())]
    yield* (yield* LongPolls.LongPolls).release
    const answered = { response: '"1"', isPreferenceApplied: false }
    for (const fiber of held) assert.deepStrictEqual(yield* Fiber.join(fiber), answered)
    assert.deepStrictEqual(yield* Fiber.join(yield* poll(rowOf())), answered)
  })
})
