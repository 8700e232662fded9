/** The members of a pension, Swedish or French (spec 2.6; decisions 10). */
import { Schema } from "effect"
import { Ratio } from "../Ratio.ts"
import { Holding } from "./Holding.ts"
import { PayoutDetail } from "./PayoutDetail.ts"

/**
 * The collective agreement (or its part) that a Swedish occupational pension belongs to, by its usual abbreviation.
 * The list of decisions 10 is open; what is not in ours is left out.
 */
export const PensionClassification = Schema.Literals([
  "ITP",
  "ITP1",
  "ITP2",
  "ITPK",
  "SAF-LO",
  "KAP-KL",
  "AKAP-KL",
  "AKAP-KR",
  "PA03",
  "PA16",
  "BTP",
  "FTP",
  "KTP"
]).annotate({
  identifier: "PensionClassification",
  description: "The collective agreement that an occupational pension belongs to."
})
export type PensionClassification = typeof PensionClassification.Type

/** What is promised: a benefit, or only what is paid in. */
export const BenefitType = Schema.Literals(["DEFINED_BENEFIT", "DEFINED_CONTRIBUTION"]).annotate({
  identifier: "BenefitType",
  description: "What is promised: a benefit, or only what is paid in."
})
export type BenefitType = typeof BenefitType.Type

/** Who receives the pension after the insured person's death. The specification lists them by name only; the members are ours. */
export const Beneficiary = Schema.Struct({
  name: Schema.NonEmptyString,
  share: Schema.optionalKey(Ratio)
}).annotate({
  identifier: "Beneficiary",
  description:
    "Who receives the product after the insured person's death: a name, or a group such as spouse or children.",
  examples: [{ name: "Spouse", share: 0.5 }]
})
export type Beneficiary = typeof Beneficiary.Type

/** Whether the pension can be moved to another company, and in the company's words why not. */
export const Movability = Schema.Struct({
  movable: Schema.Boolean,
  reason: Schema.optionalKey(Schema.NonEmptyString)
}).annotate({
  identifier: "Movability",
  description: "Whether the pension can be moved to another company, and why.",
  examples: [{ movable: false, reason: "Payout has started" }]
})
export type Movability = typeof Movability.Type

/** Spread into the structs of pensions, beside the members of every wealth record. */
export const pensionFields = {
  insuranceName: Schema.optionalKey(Schema.NonEmptyString),
  insuredPersonName: Schema.optionalKey(Schema.NonEmptyString),
  otherInsuredPerson: Schema.optionalKey(Schema.Boolean).pipe(
    Schema.annotateKey({
      description:
        "True when the insured person appears to be someone other than the person who started the collection, " +
        "false when the same, absent when no conclusion can be drawn."
    })
  ),
  classification: Schema.optionalKey(PensionClassification),
  benefitType: Schema.optionalKey(BenefitType),
  activePayment: Schema.optionalKey(Schema.Boolean).pipe(
    Schema.annotateKey({ description: "Whether premiums are being paid in now." })
  ),
  activePayout: Schema.optionalKey(Schema.Boolean).pipe(
    Schema.annotateKey({ description: "Whether the pension is being paid out now." })
  ),
  beneficiaries: Schema.optionalKey(Schema.Array(Beneficiary)),
  holdings: Schema.optionalKey(Schema.Array(Holding)),
  payoutDetails: Schema.optionalKey(Schema.Array(PayoutDetail)),
  movability: Schema.optionalKey(Movability)
}
