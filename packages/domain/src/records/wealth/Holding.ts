/** The holdings in an account or a pension (spec 2.9, 10). */
import { Schema } from "effect"
import { CalendarDate } from "../../shared/CalendarDate.ts"
import { MonetaryAmount } from "../MonetaryAmount.ts"
import { Ratio } from "../Ratio.ts"
import { listOf } from "../RecordText.ts"
import * as Annotations from "../../shared/Annotations.ts"
import { Allocation, AssetClass } from "./Allocation.ts"

export const HoldingType = Annotations.literals("The type of a holding.", {
  FUND: "A fund bought from the fund company.",
  ETF: "An exchange-traded fund.",
  EQUITY: "Shares of a company.",
  UNKNOWN: "Any other kind, or a kind that the company does not specify."
}).annotate({ identifier: "HoldingType" })

/** The check digit is not verified, because the company is responsible for it. */
export const Isin = Schema.String.check(Schema.isPattern(/^[A-Z]{2}[A-Z0-9]{9}\d$/u, { message: "an ISIN (ISO 6166)" }))

export const Holding = Schema.Struct({
  name: Schema.NonEmptyString.pipe(Annotations.describe("The name of the fund or security.")),
  isin: Annotations.optional(Isin, "The ISIN of the security (ISO 6166)."),
  type: HoldingType,
  quantity: Annotations.optional(Schema.Finite, "The number of units, including fractions."),
  value: Annotations.optional(MonetaryAmount, "The current value of the whole holding."),
  acquisitionValue: Annotations.optional(MonetaryAmount, "The price paid for the whole holding."),
  feeVariable: Annotations.optional(
    Ratio,
    "The variable fee of the holding, as a decimal ratio of its value: 0.0025 means 0.25 percent."
  ),
  marketIdentifierCode: Annotations.optional(
    Schema.String.check(Schema.isPattern(/^[A-Z0-9]{4}$/u, { message: "a market identifier code (ISO 10383)" })),
    "The market identifier code (MIC) of the security's trading venue (ISO 10383)."
  ),
  assetClass: Schema.optionalKey(AssetClass),
  allocation: Annotations.optional(listOf(Allocation), "The asset classes within the holding, such as a mixed fund."),
  price: Annotations.optional(MonetaryAmount, "The price of one unit."),
  valueDate: Annotations.optional(CalendarDate, "The day of the value and the price, as YYYY-MM-DD."),
  riskClass: Annotations.optional(
    Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 7 })),
    "The summary risk indicator, from 1 (lowest) to 7 (Regulation (EU) No 1286/2014)."
  ),
  entryFee: Annotations.optional(Ratio, "The fee to buy, as a decimal ratio of the value."),
  exitFee: Annotations.optional(Ratio, "The fee to sell, as a decimal ratio of the value.")
}).pipe(Annotations.annotate("Holding", "A holding. value and acquisitionValue are totals for all of its units."))
export type Holding = typeof Holding.Type
