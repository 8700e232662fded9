/** The cost of a product for its holder (spec 2.8; decisions 3). */
import { Schema } from "effect"
import { MonetaryAmount } from "../MonetaryAmount.ts"
import { Ratio } from "../Ratio.ts"
import * as Words from "../../Words.ts"

const fixed = Schema.optionalKey(MonetaryAmount).pipe(
  Words.means("The fixed fee, independent of the product's value; absent if unknown.")
)
const variable = Schema.optionalKey(Ratio).pipe(
  Words.means("The variable fee, as a decimal ratio of the product's value: 0.0065 means 0.65 percent.")
)

const atLeastOneFigure = Schema.isMinProperties(1, { message: "at least one figure" })

/** Figures for this holder, with the discounts they have. `previousYear` is what they paid in all last year. */
export const PersonalizedFees = Schema.Struct({
  fixed,
  variable,
  previousYear: Schema.optionalKey(MonetaryAmount).pipe(
    Words.means("The total fees that the holder paid last year; absent if unknown.")
  )
})
  .check(atLeastOneFigure)
  .annotate({
    identifier: "PersonalizedFees",
    description: "Fees of this holder, with actual discounts. At least one figure is present.",
    examples: [{ variable: 0.0065, previousYear: { amount: 512, currency: "SEK" } }]
  })
export type PersonalizedFees = typeof PersonalizedFees.Type

/** Figures of the price list, likely without discounts. There is no `previousYear`: nobody paid a price list. */
export const GenericFees = Schema.Struct({ fixed, variable })
  .check(atLeastOneFigure)
  .annotate({
    identifier: "GenericFees",
    description: "List-price fees, likely without discounts. At least one figure is present.",
    examples: [{ fixed: { amount: 30, currency: "EUR" }, variable: 0.008 }]
  })
export type GenericFees = typeof GenericFees.Type

/**
 * The fees of a product: either personalized or generic, and which of the two is there is the signal. Each form forbids
 * the other's member, so that an object with both is refused, not cut down to one. A product without any figure has no
 * `fees` at all.
 */
export const Fees = Schema.Union([
  Schema.Struct({ personalized: PersonalizedFees, generic: Schema.optionalKey(Schema.Never) }),
  Schema.Struct({ generic: GenericFees, personalized: Schema.optionalKey(Schema.Never) })
]).annotate({
  identifier: "Fees",
  description: "The fees of the product: either personalized or generic, with at least one figure.",
  examples: [
    { personalized: { variable: 0.0065, previousYear: { amount: 512, currency: "SEK" } } },
    { generic: { fixed: { amount: 30, currency: "EUR" }, variable: 0.008 } }
  ]
})
export type Fees = typeof Fees.Type
