/** Decimal ratios, for shares and for yearly costs (spec 2.8). */
import { Schema } from "effect"
import * as Annotations from "../shared/Annotations.ts"

export const Ratio = Schema.Finite.check(Schema.isBetween({ minimum: 0, maximum: 1 })).pipe(
  Annotations.annotate("Ratio", "A decimal ratio from 0 to 1: 0.0065 means 0.65 percent.")
)
