/** Decimal ratios, for shares and yearly costs (spec 2.8). */
import { Schema } from "effect"

export const Ratio = Schema.Finite.check(Schema.isBetween({ minimum: 0, maximum: 1 })).annotate({
  identifier: "Ratio",
  description: "A decimal ratio from 0 to 1: 0.0065 means 0.65 percent.",
  examples: [0.0065]
})
