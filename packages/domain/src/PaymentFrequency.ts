/** How often a premium is paid, or a pension paid out (decisions 10). */
import { Schema } from "effect"

/** Payments a year: 1, 2, 4 or 12; 0 is one single payment. */
export const PaymentFrequency = Schema.Literals([0, 1, 2, 4, 12]).annotate({
  identifier: "PaymentFrequency",
  description: "The number of payments a year; 0 is one single payment.",
  examples: [12]
})
export type PaymentFrequency = typeof PaymentFrequency.Type
