/** Properties of records of every type (spec 2.9). */
import { assert, describe, it } from "@effect/vitest"
import { Effect, Schema } from "effect"
import { InsuranceRecord } from "../../src/records/insurance/InsuranceRecord.ts"
import { WealthRecord } from "../../src/records/wealth/WealthRecord.ts"

describe("Any record", () => {
  const Records = Schema.Struct({ insurance: Schema.Array(InsuranceRecord), wealth: Schema.Array(WealthRecord) })

  it.effect.prop(
    "survives a round trip through JSON",
    { insurance: InsuranceRecord, wealth: WealthRecord },
    Effect.fnUntraced(function* ({ insurance, wealth }) {
      const written = JSON.stringify(yield* Schema.encodeEffect(Records)({ insurance: [insurance], wealth: [wealth] }))
      const read = yield* Schema.decodeUnknownEffect(Records)(JSON.parse(written), { onExcessProperty: "error" })
      assert.deepEqual<unknown>(read, JSON.parse(JSON.stringify({ insurance: [insurance], wealth: [wealth] })))
    })
  )
})
