/** Amounts of money that are rejected. */
import { assert, describe, it } from "@effect/vitest"
import { Schema } from "effect"
import { MonetaryAmount } from "../../src/records/MonetaryAmount.ts"

describe("MonetaryAmount", () => {
  it.each<[string, unknown]>([
    ["an infinite amount", { amount: Number.POSITIVE_INFINITY, currency: "SEK" }],
    ["NaN as the amount", { amount: Number.NaN, currency: "SEK" }],
    ["an amount as a string", { amount: "12.50", currency: "SEK" }],
    ["a lowercase currency", { amount: 1, currency: "sek" }],
    ["a currency that does not exist", { amount: 1, currency: "ABC" }],
    ["a currency of two letters", { amount: 1, currency: "SE" }],
    ["a currency of four letters", { amount: 1, currency: "SEKR" }],
    ["a currency with a line end", { amount: 1, currency: "SEK\n" }],
    ["no currency", { amount: 1 }],
    ["no amount", { currency: "SEK" }]
  ])("rejects %s", (_, value) => {
    assert.isFalse(Schema.is(MonetaryAmount)(value))
  })

  it.prop(
    "keeps every digit of a decimal number with at most 15 significant digits",
    {
      digits: Schema.Int.check(Schema.isBetween({ minimum: -999_999_999_999_999, maximum: 999_999_999_999_999 })),
      decimals: Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 6 }))
    },
    ({ decimals, digits }) => {
      const whole = String(Math.abs(digits)).padStart(decimals + 1, "0")
      const [integer, fraction] = [whole.slice(0, whole.length - decimals), whole.slice(whole.length - decimals)]
      const trimmed = fraction.replace(/0+$/, "")
      const text = `${digits < 0 ? "-" : ""}${integer}${trimmed === "" ? "" : `.${trimmed}`}`
      const amount = Schema.decodeUnknownSync(MonetaryAmount)(JSON.parse(`{"amount": ${text}, "currency": "SEK"}`))
      assert.strictEqual(JSON.stringify(amount), `{"amount":${text},"currency":"SEK"}`)
    }
  )
})
