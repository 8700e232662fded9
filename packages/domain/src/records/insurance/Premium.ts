/** The price of insurance (spec 10). */
import { Schema } from "effect"
import { MonetaryAmount } from "../MonetaryAmount.ts"
import { PaymentFrequency } from "../PaymentFrequency.ts"
import * as Annotations from "../../shared/Annotations.ts"

/** The period of a premium. The specification names only the field; Sheaf defines its values. */
export const PremiumPeriod = Annotations.literals("The period that the premium amount covers.", {
  MONTH: "One month.",
  QUARTER: "Three months.",
  HALF_YEAR: "Six months.",
  YEAR: "One year.",
  WHOLE_TERM: "The whole term, from start date to end date."
}).annotate({ identifier: "PremiumPeriod" })

/** A premium. For example, 4,800 with `period` YEAR and `paymentFrequency` 12 means twelve payments of 400. */
export const Premium = Schema.Struct({
  amount: MonetaryAmount.pipe(Annotations.describe("The cost of one period.")),
  paymentFrequency: PaymentFrequency,
  period: PremiumPeriod
}).pipe(Annotations.annotate("Premium", "The policy's cost for one period, and the number of payments per year."))
export type Premium = typeof Premium.Type
