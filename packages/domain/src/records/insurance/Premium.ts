/** What an insurance costs its holder (decisions 10). */
import { Schema } from "effect"
import { MonetaryAmount } from "../MonetaryAmount.ts"
import { PaymentFrequency } from "../PaymentFrequency.ts"
import * as Words from "../../Words.ts"

/** The stretch of time that a premium's amount pays for. The specification names the field only; these values are ours. */
export const PremiumPeriod = Words.literals(
  {
    MONTH: "One month.",
    QUARTER: "Three months.",
    HALF_YEAR: "Six months.",
    YEAR: "One year.",
    WHOLE_TERM: "From the start of the insurance to its end."
  },
  { identifier: "PremiumPeriod", description: "The stretch of time that the amount pays for." }
)
export type PremiumPeriod = typeof PremiumPeriod.Type

/**
 * A premium. `period` need not follow from `paymentFrequency`: 4,800 for a YEAR, paid 12 times a year, is 400 a month.
 */
export const Premium = Schema.Struct({
  amount: MonetaryAmount.pipe(Words.means("What one period costs.")),
  paymentFrequency: PaymentFrequency,
  period: PremiumPeriod
}).annotate({
  identifier: "Premium",
  description: "What the insurance costs for one period, and how many times a year the holder pays.",
  examples: [{ amount: { amount: 4800, currency: "SEK" }, paymentFrequency: 12, period: "YEAR" }]
})
export type Premium = typeof Premium.Type
