/** The cost of a product for its holder (spec 2.8; decisions 3). */
import { Schema } from "effect"
import { MonetaryAmount } from "../MonetaryAmount.ts"
import { Ratio } from "../Ratio.ts"
import * as Words from "../../Words.ts"

const fixed = Schema.optionalKey(MonetaryAmount).pipe(
  Words.means("What the product costs whatever it is worth; absent when unknown.")
)
const variable = Schema.optionalKey(Ratio).pipe(
  Words.means("What the product costs in proportion to its value, as a decimal ratio: 0.0065 means 0.65 percent.")
)

const atLeastOneFigure = Schema.isMinProperties(1, { message: "at least one figure" })

/** Figures for this holder, with the discounts they have. `previousYear` is what they paid in all last year. */
export const PersonalizedFees = Schema.Struct({
  fixed,
  variable,
  previousYear: Schema.optionalKey(MonetaryAmount).pipe(
    Words.means("All that the holder actually paid in fees last year; absent when unknown.")
  )
})
  .check(atLeastOneFigure)
  .annotate({
    identifier: "PersonalizedFees",
    description: "Figures for this holder, with actual discounts. At least one is there.",
    examples: [{ variable: 0.0065, previousYear: { amount: 512, currency: "SEK" } }]
  })
export type PersonalizedFees = typeof PersonalizedFees.Type

/** Figures of the price list, likely without discounts. There is no `previousYear`: nobody paid a price list. */
export const GenericFees = Schema.Struct({ fixed, variable })
  .check(atLeastOneFigure)
  .annotate({
    identifier: "GenericFees",
    description: "Figures of the price list, likely without discounts. At least one is there.",
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
  description: "What the product costs: exactly one of personalized and generic, with at least one figure.",
  examples: [
    { personalized: { variable: 0.0065, previousYear: { amount: 512, currency: "SEK" } } },
    { generic: { fixed: { amount: 30, currency: "EUR" }, variable: 0.008 } }
  ]
})
export type Fees = typeof Fees.Type
