/** What an account or a pension is invested in (spec 2.9; decisions 10). */
import { Schema } from "effect"
import { MonetaryAmount } from "../MonetaryAmount.ts"
import { Ratio } from "../Ratio.ts"
import * as Words from "../../Words.ts"

/** The kind of a holding; UNKNOWN where the company does not tell. */
export const HoldingType = Words.literals(
  {
    FUND: "A fund bought from the fund company.",
    ETF: "An exchange-traded fund.",
    EQUITY: "Shares of a company.",
    UNKNOWN: "Any other kind, or one that the company does not specify."
  },
  { identifier: "HoldingType", description: "The type of a holding." }
)
export type HoldingType = typeof HoldingType.Type

/**
 * One holding. `value` is what the whole holding is worth now, `acquisitionValue` what was paid for it, `quantity` the
 * number of units. The check digit of `isin` is the company's affair.
 */
export const Holding = Schema.Struct({
  name: Schema.NonEmptyString.pipe(Words.means("The name of the fund or security.")),
  isin: Schema.optionalKey(
    Schema.String.check(Schema.isPattern(/^[A-Z]{2}[A-Z0-9]{9}\d$/u, { message: "an ISIN (ISO 6166)" }))
  ).pipe(Words.means("The ISIN of the security (ISO 6166).")),
  type: HoldingType,
  quantity: Schema.optionalKey(Schema.Finite).pipe(Words.means("The number of units, including fractions.")),
  value: Schema.optionalKey(MonetaryAmount).pipe(Words.means("The current value of the whole holding.")),
  acquisitionValue: Schema.optionalKey(MonetaryAmount).pipe(Words.means("The price paid for the whole holding.")),
  feeVariable: Schema.optionalKey(Ratio).pipe(
    Words.means("The variable fee of the holding, as a decimal ratio of its value: 0.0025 means 0.25 percent.")
  ),
  marketIdentifierCode: Schema.optionalKey(
    Schema.String.check(Schema.isPattern(/^[A-Z0-9]{4}$/u, { message: "a market identifier code (ISO 10383)" }))
  ).pipe(Words.means("The market identifier code (MIC) of the security's trading venue (ISO 10383)."))
}).annotate({
  identifier: "Holding",
  description: "A holding. Both value and acquisitionValue cover all its units.",
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
