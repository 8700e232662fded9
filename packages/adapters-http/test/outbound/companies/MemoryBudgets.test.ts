/** Tests the memory limit that the steps of all collections share (spec 8). */
import { assert, describe, it } from "@effect/vitest"
import { MemoryBudget } from "@sheaf/ports"
import { testsOf } from "@sheaf/ports/testing"
import { Deferred, Effect, Fiber } from "effect"
import * as MemoryBudgetsLive from "../../../src/outbound/companies/MemoryBudgetsLive.ts"

const test = testsOf(it, Effect.void)

const tiers = [
  { above: 10, permits: 3, perClient: 2 },
  { above: 100, permits: 1, perClient: 1 }
]

const rooms = MemoryBudgetsLive.make(tiers)

const reserve = (bytes: number) => Effect.flatMap(MemoryBudget, (room) => room.reserve(bytes))

const step = Effect.fnUntraced(function* (client: string, ...bytes: ReadonlyArray<number>) {
  const over = yield* Deferred.make<void>()
  let held: ReadonlyArray<boolean> = []
  const fiber = yield* Effect.forkChild(
    rooms.within(client)(
      Effect.gen(function* () {
        for (const each of bytes) held = [...held, yield* reserve(each)]
        yield* Deferred.await(over)
      })
    ),
    { startImmediately: true }
  )
  return {
    held: () => held,
    end: Effect.andThen(Deferred.succeed(over, undefined), Fiber.join(fiber)),
    stop: Fiber.interrupt(fiber)
  }
})

describe("a step with much data", () => {
  test("waits for other steps of its client, but steps with little data and other clients do not", function* () {
    const first = yield* step("a", 11)
    const second = yield* step("a", 4, 7)
    const third = yield* step("a", 11)
    const small = yield* step("a", 10)
    const other = yield* step("b", 11)
    assert.deepStrictEqual(
      [first, second, third, small, other].map(({ held }) => held()),
      [[true], [true, true], [], [true], [true]]
    )
    yield* first.end
    assert.deepStrictEqual(third.held(), [true])
    for (const each of [second, third, small, other]) yield* each.end
  })

  test("gives its places back when it fails or is interrupted", function* () {
    for (let count = 0; count < 5; count++) {
      yield* Effect.flip(rooms.within("a")(Effect.andThen(reserve(500), Effect.fail("failed"))))
      const stopped = yield* step("a", 500)
      const waiting = yield* step("b", 500)
      assert.deepStrictEqual([stopped.held(), waiting.held()], [[true], []])
      yield* waiting.stop
      yield* stopped.stop
    }
  })

  test("gets no room if too many steps of its client wait already", function* () {
    const steps = yield* Effect.forEach(Array.from({ length: 67 }), () => step("a", 11))
    assert.deepStrictEqual(steps.at(-2)?.held(), [])
    assert.deepStrictEqual(steps.at(-1)?.held(), [false])
    yield* Effect.forEach(steps, ({ end }) => end)
  })
})
