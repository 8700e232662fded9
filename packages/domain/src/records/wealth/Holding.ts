/** What an account or a pension is invested in (spec 2.9; decisions 10). */
import { Schema } from "effect"
import { MonetaryAmount } from "../MonetaryAmount.ts"
import { Ratio } from "../Ratio.ts"
import * as Words from "../../Words.ts"

/** The kind of a holding; UNKNOWN where the company does not tell. */
export const HoldingType = Words.literals(
  {
    FUND: "A fund that is bought from its company.",
    ETF: "A fund that is traded on an exchange.",
    EQUITY: "Shares of a company.",
    UNKNOWN: "Of another kind, or of one that the company does not tell."
  },
  { identifier: "HoldingType", description: "The kind of a holding." }
)
export type HoldingType = typeof HoldingType.Type

/**
 * One holding. `value` is what the whole holding is worth now, `acquisitionValue` what was paid for it, `quantity` the
 * number of units. The check digit of `isin` is the company's affair.
 */
export const Holding = Schema.Struct({
  name: Schema.NonEmptyString.pipe(Words.means("The name of the fund or the security.")),
  isin: Schema.optionalKey(
    Schema.String.check(Schema.isPattern(/^[A-Z]{2}[A-Z0-9]{9}\d$/u, { message: "an ISIN (ISO 6166)" }))
  ).pipe(Words.means("The security's number (ISO 6166).")),
  type: HoldingType,
  quantity: Schema.optionalKey(Schema.Finite).pipe(Words.means("The number of units, fractions included.")),
  value: Schema.optionalKey(MonetaryAmount).pipe(Words.means("What the whole holding is worth now.")),
  acquisitionValue: Schema.optionalKey(MonetaryAmount).pipe(Words.means("What was paid for the whole holding.")),
  feeVariable: Schema.optionalKey(Ratio).pipe(
    Words.means("What the holding costs in proportion to its value, as a decimal ratio: 0.0025 means 0.25 percent.")
  ),
  marketIdentifierCode: Schema.optionalKey(
    Schema.String.check(Schema.isPattern(/^[A-Z0-9]{4}$/u, { message: "a market identifier code (ISO 10383)" }))
  ).pipe(Words.means("The market where the security is traded (ISO 10383)."))
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
