/** Timestamps equal the ones that `Date` formats. */
import { assert, describe, it } from "@effect/vitest"
import { Schema } from "effect"
import { timestampOf } from "../../src/views/Display.ts"

const Millis = Schema.Int.check(
  Schema.isBetween({ minimum: Date.UTC(1900, 0, 1), maximum: Date.UTC(9999, 11, 31, 23, 59, 59, 999) })
)

describe("A timestamp", () => {
  it.prop("is in ISO 8601, regardless of the previous time", [Millis, Millis], ([first, second]) => {
    for (const millis of [first, second, second + 1, first]) {
      assert.strictEqual(timestampOf(millis), new Date(millis).toISOString())
    }
  })
})
