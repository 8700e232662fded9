import { assert, describe, it } from "@effect/vitest"
import { Effect, Fiber } from "effect"
import { Reader, Verdict } from "../src/index.ts"
import { bytesOf } from "./Fixture.ts"
import { hostile } from "./Hostile.ts"

const policy = bytesOf("ee-motor-policy")
/** Generous: this machine may have other things to do. */
const limits: Reader.Limits = { ...Reader.defaults, millis: 60_000 }
const patience = 150_000

/** What each comes to; the others are opened, or found to be none, and hold nothing that is known. */
const tooCostly = ["a page that unpacks to two gibibytes", "a stream packed three times over"]

describe("a hostile file", () => {
  it.live.each(Object.entries(hostile(policy)))(
    "with %s is read within its limits, and the next one after it",
    ([name, bytes]) =>
      Effect.gen(function* () {
        const reader = yield* Reader.make(limits)
        const outcome = yield* reader.read({ bytes: new Uint8Array(bytes) })
        if (tooCostly.includes(name)) assert.strictEqual(outcome.type, "TOO_COSTLY")
        const expected = name === "no table of its objects" ? "COMPLETED" : "FAILED_PDF_USER_INPUT"
        assert.strictEqual(Verdict.of(outcome, undefined).type, expected)
        const next = yield* reader.read({ bytes: bytesOf("ee-motor-policy") })
        assert.strictEqual(Verdict.of(next, undefined).type, "COMPLETED")
      }),
    patience
  )
})

describe("a reader", () => {
  it.live("ends what takes too long", () =>
    Effect.gen(function* () {
      const reader = yield* Reader.make({ ...Reader.defaults, millis: 1 })
      const { type } = yield* reader.read({ bytes: bytesOf("ee-motor-policy") })
      assert.strictEqual(type, "TOO_COSTLY")
    })
  )

  it.live("ends what takes too much memory", () =>
    Effect.gen(function* () {
      const reader = yield* Reader.make({ ...limits, mebibytes: 1 })
      const { type } = yield* reader.read({ bytes: bytesOf("ee-motor-policy") })
      assert.strictEqual(type, "TOO_COSTLY")
    })
  )

  it.live("takes no more than may wait, and goes on when they are through", () =>
    Effect.gen(function* () {
      const reader = yield* Reader.make({ ...limits, atOnce: 1, waiting: 1 })
      const read = Effect.suspend(() => reader.read({ bytes: bytesOf("ee-motor-policy") }))
      const first = yield* Effect.forkChild(read, { startImmediately: true })
      const second = yield* Effect.forkChild(read, { startImmediately: true })
      assert.strictEqual((yield* Effect.flip(read))._tag, "Busy")
      assert.strictEqual((yield* Fiber.join(first)).type, "READ")
      assert.strictEqual((yield* Fiber.join(second)).type, "READ")
      assert.strictEqual((yield* read).type, "READ")
    })
  )

  it.live("gives up the place of whoever does not wait any longer", () =>
    Effect.gen(function* () {
      const reader = yield* Reader.make({ ...limits, atOnce: 1, waiting: 0 })
      const read = Effect.suspend(() => reader.read({ bytes: bytesOf("ee-motor-policy") }))
      yield* Fiber.interrupt(yield* Effect.forkChild(read, { startImmediately: true }))
      assert.strictEqual((yield* read).type, "READ")
    })
  )
})
