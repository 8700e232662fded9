/**
 * In 2025-01-01 fees were one flat object that was always there, and a flag told personalized figures from generic
 * ones; since 2026-04-01 the kind is the name of the member that holds them (spec 2.8; decisions 3).
 */
import { Option, Schema, SchemaGetter, SchemaTransformation } from "effect"
import { MonetaryAmount } from "../../MonetaryAmount.ts"
import { Ratio } from "../../Ratio.ts"
import { Fees } from "../../wealth/Fees.ts"

/** The fees of a product in 2025-01-01. */
export const FlatFees = Schema.Struct({
  feesCollected: Schema.Boolean.pipe(
    Schema.annotateKey({ description: "True when the figures are personalized, false when they are generic." })
  ),
  feeFixed: Schema.optionalKey(MonetaryAmount),
  feeVariable: Schema.optionalKey(Ratio),
  feesPreviousYear: Schema.optionalKey(MonetaryAmount)
}).annotate({
  identifier: "Fees",
  title: "Fees as one flat object",
  description: "What the product costs. Without any figure, nothing is known of its fees.",
  examples: [
    { feesCollected: true, feeVariable: 0.0065, feesPreviousYear: { amount: 512, currency: "SEK" } },
    { feesCollected: false }
  ]
})
export type FlatFees = typeof FlatFees.Type

const hasFigure = (figures: object): boolean => Object.keys(figures).length > 0

const decode = ({ feesCollected, feeFixed, feeVariable, feesPreviousYear }: FlatFees): Fees | undefined => {
  const generic = {
    ...(feeFixed === undefined ? {} : { fixed: feeFixed }),
    ...(feeVariable === undefined ? {} : { variable: feeVariable })
  }
  if (!feesCollected) return hasFigure(generic) ? { generic } : undefined
  const personalized = { ...generic, ...(feesPreviousYear === undefined ? {} : { previousYear: feesPreviousYear }) }
  return hasFigure(personalized) ? { personalized } : undefined
}

const encode = (fees: Fees | undefined): FlatFees => {
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
  Schema.decodeTo(Schema.UndefinedOr(Schema.toType(Fees)), SchemaTransformation.transform({ decode, encode }))
)

/**
 * The same for a member of a struct, `fees: FeesMember20250101`: where nothing is known it is absent in 2026-04-01, and
 * there without figures in 2025-01-01. In 2025-01-01 it is never absent, so a struct without it is refused.
 */
export const FeesMember20250101 = FlatFees.pipe(
  Schema.decodeTo(Schema.optionalKey(Schema.toType(Fees)), {
    decode: SchemaGetter.compose(
      SchemaGetter.required<FlatFees>(),
      SchemaGetter.transformOptional(Option.flatMap((flat: FlatFees) => Option.fromUndefinedOr(decode(flat))))
    ),
    encode: SchemaGetter.transformOptional((fees) => Option.some(encode(Option.getOrUndefined(fees))))
  })
)

/** Something of an old value that 2026-04-01 cannot say. */
export interface Loss {
  /** For people: what is lost. */
  readonly description: string
  /** The old value as it comes back; the very same object when this loss does not touch it. */
  readonly forget: (old: FlatFees) => FlatFees
}

const forgetPreviousYear = (old: FlatFees): FlatFees => {
  if (old.feesCollected || old.feesPreviousYear === undefined) return old
  const { feesPreviousYear: _, ...rest } = old
  return rest
}

const forgetEmptyClaim = (old: FlatFees): FlatFees =>
  old.feesCollected && Object.keys(old).length === 1 ? { feesCollected: false } : old

/** All that a round trip through 2026-04-01 loses, and nothing else (decisions 3). */
export const losses: ReadonlyArray<Loss> = [
  { description: "The previous year's total of generic figures.", forget: forgetPreviousYear },
  {
    description: "feesCollected without any figure: it reads as nothing, and comes back false.",
    forget: forgetEmptyClaim
  }
]
