/** Lengths of time in contracts, such as a waiting period or a loan's term. */
import { Schema } from "effect"
import * as Annotations from "../shared/Annotations.ts"

const DurationUnit = Annotations.literals("The unit of a length of time.", {
  DAY: "Days.",
  MONTH: "Months.",
  YEAR: "Years."
}).annotate({ identifier: "DurationUnit" })

export const Duration = Schema.Struct({
  value: Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 100_000 })).pipe(
    Annotations.describe("The number of units.")
  ),
  unit: DurationUnit
}).pipe(Annotations.annotate("Duration", "A length of time, with its unit."))
