/**
 * In version 2025-01-01, fees were always present, as a flat object with a flag for personalized figures. Now the name
 * of the member says whether they are personalized (spec 2.2, 2.8).
 */
import { Schema, SchemaTransformation } from "effect"
import { Fees, feeFields } from "../../2026-04-01/Fees.ts"
import * as Annotations from "../../../shared/Annotations.ts"
import { describeLosses } from "../../changes/VersionChange.ts"
import type { CodecLoss, VersionChange } from "../../changes/VersionChange.ts"

export const FlattenedFees = Schema.Struct({
  feesCollected: Schema.Boolean.pipe(
    Annotations.describe("True if the figures are personalized, with actual discounts; false if they are generic.")
  ),
  feeFixed: feeFields.fixed,
  feeVariable: feeFields.variable,
  feesPreviousYear: feeFields.previousYear
}).annotate({
  identifier: "Fees",
  title: "Fees as one flat object",
  description: "The product's fees; unknown if no figure is present.",
  examples: [
    { feesCollected: true, feeVariable: 0.0065, feesPreviousYear: { amount: 512, currency: "SEK" } },
    { feesCollected: false }
  ]
})
export type FlattenedFees = typeof FlattenedFees.Type

const unlessEmpty = <A extends object>(figures: A): A | undefined =>
  Object.keys(figures).length > 0 ? figures : undefined

export const toFees = ({ feesCollected, feeFixed, feeVariable, feesPreviousYear }: FlattenedFees): Fees | undefined => {
  const generic = unlessEmpty({
    ...(feeFixed !== undefined && { fixed: feeFixed }),
    ...(feeVariable !== undefined && { variable: feeVariable })
  })
  if (!feesCollected) return generic && { generic }
  const personalized = unlessEmpty({
    ...generic,
    ...(feesPreviousYear !== undefined && { previousYear: feesPreviousYear })
  })
  return personalized && { personalized }
}

/** Even a product without fees gets the flat form. */
export const fromFees = (fees: Fees | undefined): FlattenedFees => {
  if (fees === undefined) return { feesCollected: false }
  const { fixed, variable } = fees.personalized ?? fees.generic
  const previousYear = fees.personalized?.previousYear
  return {
    feesCollected: fees.personalized !== undefined,
    ...(fixed !== undefined && { feeFixed: fixed }),
    ...(variable !== undefined && { feeVariable: variable }),
    ...(previousYear !== undefined && { feesPreviousYear: previousYear })
  }
}

/**
 * The codec between the flat form and the fees of version 2026-04-01, which are `undefined` if unknown. Fees of version
 * 2026-04-01 survive a round trip unchanged; flat fees lose what `losses` lists.
 */
export const Fees20250101 = FlattenedFees.pipe(
  Schema.decodeTo(
    Schema.UndefinedOr(Schema.toType(Fees)),
    SchemaTransformation.transform({ decode: toFees, encode: fromFees })
  )
)

const forgetPreviousYear = (old: FlattenedFees): FlattenedFees => {
  if (old.feesCollected || old.feesPreviousYear === undefined) return old
  const { feesPreviousYear: _, ...rest } = old
  return rest
}

const forgetEmptyClaim = (old: FlattenedFees): FlattenedFees =>
  old.feesCollected && Object.keys(old).length === 1 ? { feesCollected: false } : old

export const codecLosses: ReadonlyArray<CodecLoss<FlattenedFees>> = [
  {
    description: "The previous year's total of generic figures.",
    example: { feesCollected: false, feeVariable: 0.008, feesPreviousYear: { amount: 512, currency: "SEK" } },
    forget: forgetPreviousYear
  },
  {
    description: "feesCollected if there is no figure; it then becomes false.",
    example: { feesCollected: true },
    forget: forgetEmptyClaim
  }
]

export const change: VersionChange = {
  title: "Fees are either personalized or generic, and absent if unknown.",
  description:
    "fees has exactly one of two members, personalized or generic, which replace feesCollected. feeFixed becomes " +
    "fixed, feeVariable becomes variable (the same ratio), and feesPreviousYear becomes personalized.previousYear. If " +
    "a product has no figures, fees is absent; previously, it was an empty object.",
  affects: ["GET /collections/{collectionId}/wealth/data"],
  losses: describeLosses(codecLosses)
}
