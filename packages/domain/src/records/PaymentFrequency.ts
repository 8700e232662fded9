/** How often a premium is paid, or a pension paid out (decisions 10). */
import { Schema } from "effect"
import * as Words from "../Words.ts"

/** Payments a year: 1, 2, 4 or 12; 0 is one single payment. */
export const PaymentFrequency = Schema.Literals([0, 1, 2, 4, 12]).annotate({
  identifier: "PaymentFrequency",
  description: Words.withValues("The number of payments per year.", {
    0: "A single payment.",
    1: "Once a year.",
    2: "Every six months.",
    4: "Every quarter.",
    12: "Every month."
  }),
  examples: [12]
})
export type PaymentFrequency = typeof PaymentFrequency.Type
