/** What an account or a pension is invested in (spec 2.9; decisions 10). */
import { Schema } from "effect"
import { MonetaryAmount } from "../MonetaryAmount.ts"
import { Ratio } from "../Ratio.ts"

/** The kind of a holding; UNKNOWN where the company does not tell. */
export const HoldingType = Schema.Literals(["FUND", "ETF", "EQUITY", "UNKNOWN"]).annotate({
  identifier: "HoldingType",
  description: "The kind of a holding; UNKNOWN where the company does not tell."
})
export type HoldingType = typeof HoldingType.Type

/**
 * One holding. `value` is what the whole holding is worth now, `acquisitionValue` what was paid for it, `quantity` the
 * number of units. The check digit of `isin` is the company's affair.
 */
export const Holding = Schema.Struct({
  name: Schema.NonEmptyString,
  isin: Schema.optionalKey(
    Schema.String.check(Schema.isPattern(/^[A-Z]{2}[A-Z0-9]{9}\d$/u, { message: "an ISIN (ISO 6166)" }))
  ).pipe(Schema.annotateKey({ description: "The security's number (ISO 6166)." })),
  type: HoldingType,
  quantity: Schema.optionalKey(Schema.Finite).pipe(Schema.annotateKey({ description: "The number of units." })),
  value: Schema.optionalKey(MonetaryAmount),
  acquisitionValue: Schema.optionalKey(MonetaryAmount),
  feeVariable: Schema.optionalKey(Ratio),
  marketIdentifierCode: Schema.optionalKey(
    Schema.String.check(Schema.isPattern(/^[A-Z0-9]{4}$/u, { message: "a market identifier code (ISO 10383)" }))
  ).pipe(Schema.annotateKey({ description: "Where the security is traded (ISO 10383)." }))
}).annotate({
  identifier: "Holding",
  description: "One holding: value is what all of it is worth now, acquisitionValue what was paid for it.",
  examples: [
    {
      name: "Norrsken Global Index",
      isin: "SE0000000001",
      type: "FUND",
      quantity: 41.5,
      value: { amount: 12400, currency: "SEK" },
      feeVariable: 0.0025
    }
  ]
})
export type Holding = typeof Holding.Type
