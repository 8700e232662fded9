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
    WHOLE_TERM: "The whole term, from start date to end date."
  },
  { identifier: "PremiumPeriod", description: "The period that the premium amount covers." }
)
export type PremiumPeriod = typeof PremiumPeriod.Type

/**
 * A premium. `period` need not follow from `paymentFrequency`: 4,800 for a YEAR, paid 12 times a year, is 400 a month.
 */
export const Premium = Schema.Struct({
  amount: MonetaryAmount.pipe(Words.means("The cost of one period.")),
  paymentFrequency: PaymentFrequency,
  period: PremiumPeriod
}).annotate({
  identifier: "Premium",
  description: "The cost of the insurance for one period, and the number of payments per year.",
  examples: [{ amount: { amount: 4800, currency: "SEK" }, paymentFrequency: 12, period: "YEAR" }]
})
export type Premium = typeof Premium.Type
