/** Amounts of money, currencies and ratios (decisions, introduction; spec 2.8). */
import { assert, describe, it } from "@effect/vitest"
import { Schema } from "effect"
import { MonetaryAmount } from "../../src/records/MonetaryAmount.ts"
import { Ratio } from "../../src/records/Ratio.ts"

describe("MonetaryAmount", () => {
  it.each([
    [{ amount: 1250.5, currency: "SEK" }],
    [{ amount: 0, currency: "EUR" }],
    [{ amount: -249, currency: "EUR" }]
  ])("accepts %j", (value) => {
    assert.isTrue(Schema.is(MonetaryAmount)(value))
  })

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

describe("Ratio", () => {
  it.each([
    [0, true],
    [0.0065, true],
    [1, true],
    [-0.01, false],
    [1.01, false],
    [65, false]
  ])("%d is a ratio: %s", (value, expected) => {
    assert.strictEqual(Schema.is(Ratio)(value), expected)
  })
})
