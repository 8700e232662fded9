/** The fees that a product's holder pays (spec 2.2, 2.8). */
import { Schema } from "effect"
import { MonetaryAmount } from "../MonetaryAmount.ts"
import { Ratio } from "../Ratio.ts"
import * as Annotations from "../../shared/Annotations.ts"

export const feeFields = {
  fixed: Annotations.optional(MonetaryAmount, "The fixed fee, independent of the product's value; absent if unknown."),
  variable: Annotations.optional(
    Ratio,
    "The variable fee, as a decimal ratio of the product's value: 0.0065 means 0.65 percent."
  ),
  previousYear: Annotations.optional(
    MonetaryAmount,
    "The total fees that the holder paid last year; absent if unknown."
  )
}

const { fixed, variable } = feeFields
const atLeastOneFigure = Schema.isMinProperties(1, { message: "at least one figure" })

export const PersonalizedFees = Schema.Struct(feeFields)
  .check(atLeastOneFigure)
  .pipe(
    Annotations.annotate(
      "PersonalizedFees",
      "This holder's fees, with actual discounts. At least one figure is present."
    )
  )

/** Fees at list prices. Nobody has paid them, so there is no `previousYear`. */
export const GenericFees = Schema.Struct({ fixed, variable })
  .check(atLeastOneFigure)
  .pipe(
    Annotations.annotate("GenericFees", "List-price fees, likely without discounts. At least one figure is present.")
  )

/**
 * A product's fees, either in `personalized` or in `generic`. An object with both is rejected, because dropping one
 * would lose fees. If no fees are known, a product has no `fees`.
 */
export const Fees = Schema.Union([
  Schema.Struct({ personalized: PersonalizedFees, generic: Schema.optionalKey(Schema.Never) }),
  Schema.Struct({ generic: GenericFees, personalized: Schema.optionalKey(Schema.Never) })
]).pipe(Annotations.annotate("Fees", "The product's fees: either personalized or generic, with at least one figure."))
export type Fees = typeof Fees.Type
