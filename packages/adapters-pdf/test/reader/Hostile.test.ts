import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { Reader, Verdict } from "../../src/index.ts"
import { askedOf, bytesOf } from "../Fixture.ts"
import { hostile } from "./Hostile.ts"

const policy = bytesOf("ee-motor-policy")
/** Generous: this machine may have other things to do. */
const limits: Reader.ReaderLimits = { ...Reader.defaults, millis: 60_000 }
const patience = 150_000

/** What each comes to; the others are opened, or found to be none, and hold nothing that is known. */
const tooCostly = ["a page that unpacks to two gibibytes", "a stream packed three times over"]

describe("a hostile file", () => {
  it.live.each(Object.entries(hostile(policy)))(
    "with %s is read within its limits, and the next one after it",
    ([name, bytes]) =>
      Effect.gen(function* () {
        const reader = Reader.make(limits)
        const outcome = yield* reader.read(askedOf(bytes))
        if (tooCostly.includes(name)) assert.strictEqual(outcome.type, "TOO_COSTLY")
        const expected = name === "no table of its objects" ? "COMPLETED" : "FAILED_PDF_USER_INPUT"
        assert.strictEqual(Verdict.of(outcome, undefined).type, expected)
        const next = yield* reader.read(askedOf(policy))
        assert.strictEqual(Verdict.of(next, undefined).type, "COMPLETED")
      }),
    patience
  )
})

describe("an attempt", () => {
  it.live("ends what takes too long", () =>
    Effect.gen(function* () {
      const reader = Reader.make({ ...Reader.defaults, millis: 1 })
      const { type } = yield* reader.read(askedOf(policy))
      assert.strictEqual(type, "TOO_COSTLY")
    })
  )

  it.live("ends what takes too much of the processor's time", () =>
    Effect.gen(function* () {
      const reader = Reader.make({ ...limits, firstMillis: 1, processorMillis: 1 })
      const { type } = yield* reader.read(askedOf(policy))
      assert.strictEqual(type, "TOO_COSTLY")
    })
  )

  it.live("reads what is too costly for the first attempt in the second one", () =>
    Effect.gen(function* () {
      const reader = Reader.make({ ...limits, firstMillis: 1, processorMillis: limits.millis })
      const { type } = yield* reader.read(askedOf(policy))
      assert.strictEqual(type, "READ")
    })
  )

  it.live("ends what takes too much memory", () =>
    Effect.gen(function* () {
      const reader = Reader.make({ ...limits, mebibytes: 1 })
      const { type } = yield* reader.read(askedOf(policy))
      assert.strictEqual(type, "TOO_COSTLY")
    })
  )
})
