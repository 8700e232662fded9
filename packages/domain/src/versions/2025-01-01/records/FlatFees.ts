/**
 * In 2025-01-01 fees were one flat object that was always there, and a flag told personalized figures from generic
 * ones; since 2026-04-01 the kind is the name of the member that holds them (spec 2.8; decisions 3).
 */
import { Schema, SchemaTransformation } from "effect"
import { MonetaryAmount } from "../../../records/MonetaryAmount.ts"
import { Ratio } from "../../../records/Ratio.ts"
import { Fees } from "../../../records/wealth/Fees.ts"
import * as Words from "../../../Words.ts"
import { inWords } from "../../VersionChange.ts"
import type { Loss, VersionChange } from "../../VersionChange.ts"

/** The fees of a product in 2025-01-01. */
export const FlatFees = Schema.Struct({
  feesCollected: Schema.Boolean.pipe(
    Words.means("True if the figures are personalized, with actual discounts; false if they are generic.")
  ),
  feeFixed: Schema.optionalKey(MonetaryAmount).pipe(
    Words.means("The fixed fee, independent of the product's value; absent if unknown.")
  ),
  feeVariable: Schema.optionalKey(Ratio).pipe(
    Words.means("The variable fee, as a decimal ratio of the product's value: 0.0065 means 0.65 percent.")
  ),
  feesPreviousYear: Schema.optionalKey(MonetaryAmount).pipe(
    Words.means("The total fees that the holder paid last year; absent if unknown.")
  )
}).annotate({
  identifier: "Fees",
  title: "Fees as one flat object",
  description: "The fees of the product. Without any figure, the fees are unknown.",
  examples: [
    { feesCollected: true, feeVariable: 0.0065, feesPreviousYear: { amount: 512, currency: "SEK" } },
    { feesCollected: false }
  ]
})
export type FlatFees = typeof FlatFees.Type

const hasFigure = (figures: object): boolean => Object.keys(figures).length > 0

/** What the flat form says in the terms of 2026-04-01; `undefined` where nothing is known. */
export const toFees = ({ feesCollected, feeFixed, feeVariable, feesPreviousYear }: FlatFees): Fees | undefined => {
  const generic = {
    ...(feeFixed === undefined ? {} : { fixed: feeFixed }),
    ...(feeVariable === undefined ? {} : { variable: feeVariable })
  }
  if (!feesCollected) return hasFigure(generic) ? { generic } : undefined
  const personalized = { ...generic, ...(feesPreviousYear === undefined ? {} : { previousYear: feesPreviousYear }) }
  return hasFigure(personalized) ? { personalized } : undefined
}

/** The flat form of fees, or of their absence. */
export const fromFees = (fees: Fees | undefined): FlatFees => {
  if (fees === undefined) return { feesCollected: false }
  const figures = fees.personalized ?? fees.generic
  const previousYear = fees.personalized?.previousYear
  return {
    feesCollected: fees.personalized !== undefined,
    ...(figures.fixed === undefined ? {} : { feeFixed: figures.fixed }),
    ...(figures.variable === undefined ? {} : { feeVariable: figures.variable }),
    ...(previousYear === undefined ? {} : { feesPreviousYear: previousYear })
  }
}

/**
 * Between the flat form and the fees of 2026-04-01, or `undefined` where nothing is known. Every head value survives a
 * round trip; of old values is lost what `losses` lists.
 */
export const Fees20250101 = FlatFees.pipe(
  Schema.decodeTo(
    Schema.UndefinedOr(Schema.toType(Fees)),
    SchemaTransformation.transform({ decode: toFees, encode: fromFees })
  )
)

const forgetPreviousYear = (old: FlatFees): FlatFees => {
  if (old.feesCollected || old.feesPreviousYear === undefined) return old
  const { feesPreviousYear: _, ...rest } = old
  return rest
}

const forgetEmptyClaim = (old: FlatFees): FlatFees =>
  old.feesCollected && Object.keys(old).length === 1 ? { feesCollected: false } : old

/** All that a round trip through 2026-04-01 loses, and nothing else (decisions 3). */
export const losses: ReadonlyArray<Loss<FlatFees>> = [
  {
    description: "The previous year's total of generic figures.",
    example: { feesCollected: false, feeVariable: 0.008, feesPreviousYear: { amount: 512, currency: "SEK" } },
    forget: forgetPreviousYear
  },
  {
    description: "feesCollected without any figure: it reads as nothing, and comes back false.",
    example: { feesCollected: true },
    forget: forgetEmptyClaim
  }
]

export const change: VersionChange = {
  title: "Fees are either personalized or generic, and absent if unknown.",
  description:
    "fees has exactly one of the members personalized and generic, which replaces feesCollected. feeFixed " +
    "becomes fixed, feeVariable becomes variable (the same ratio), and feesPreviousYear becomes " +
    "personalized.previousYear. A product without figures has no fees; previously it had an empty object.",
  affects: ["GET /collections/{collectionId}/wealth/data"],
  losses: inWords(losses)
}
