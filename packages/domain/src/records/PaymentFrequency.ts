/** The payment frequency of premiums and pensions (spec 10). */
import { Schema } from "effect"
import * as Annotations from "../shared/Annotations.ts"

export const PaymentFrequency = Schema.Literals([0, 1, 2, 4, 12]).pipe(
  Annotations.annotate(
    "PaymentFrequency",
    Annotations.describeValues("The number of payments per year.", {
      0: "A single payment.",
      1: "Once a year.",
      2: "Every six months.",
      4: "Every quarter.",
      12: "Every month."
    })
  )
)
export type PaymentFrequency = typeof PaymentFrequency.Type
