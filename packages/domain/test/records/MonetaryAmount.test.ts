/** Amounts of money that are rejected (decisions, introduction). */
import { assert, describe, it } from "@effect/vitest"
import { Schema } from "effect"
import { MonetaryAmount } from "../../src/records/MonetaryAmount.ts"

describe("MonetaryAmount", () => {
  it.each<[string, unknown]>([
    ["an infinite amount", { amount: Number.POSITIVE_INFINITY, currency: "SEK" }],
    ["NaN as the amount", { amount: Number.NaN, currency: "SEK" }],
    ["an amount as a string", { amount: "12.50", currency: "SEK" }],
    ["a lowercase currency", { amount: 1, currency: "sek" }],
    ["a currency of two letters", { amount: 1, currency: "SE" }],
    ["a currency of four letters", { amount: 1, currency: "SEKR" }],
    ["a currency with a line end", { amount: 1, currency: "SEK\n" }],
    ["no currency", { amount: 1 }],
    ["no amount", { currency: "SEK" }]
  ])("rejects %s", (_, value) => {
    assert.isFalse(Schema.is(MonetaryAmount)(value))
  })
})
