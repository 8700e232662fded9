/** The members of a pension, Swedish or French (spec 2.6; decisions 10). */
import { Schema } from "effect"
import { Ratio } from "../Ratio.ts"
import * as Words from "../../Words.ts"
import { Holding } from "./Holding.ts"
import { PayoutDetail } from "./PayoutDetail.ts"

/**
 * The collective agreement (or its part) that a Swedish occupational pension belongs to, by its usual abbreviation.
 * The list of decisions 10 is open; what is not in ours is left out.
 */
export const PensionClassification = Words.literals(
  {
    ITP: "Salaried employees of the private sector, where the company does not tell which part.",
    ITP1: "Salaried employees of the private sector: the part with defined contributions.",
    ITP2: "Salaried employees of the private sector: the part with a defined benefit.",
    ITPK: "The part of ITP2 whose investment the employee chooses.",
    "SAF-LO": "Workers of the private sector.",
    "KAP-KL": "Employees of municipalities and regions: the agreement of 2006.",
    "AKAP-KL": "Employees of municipalities and regions: the agreement of 2014.",
    "AKAP-KR": "Employees of municipalities and regions: the agreement of 2023.",
    PA03: "Employees of the state: the agreement of 2003.",
    PA16: "Employees of the state: the agreement of 2016.",
    BTP: "Employees of banks.",
    FTP: "Employees of insurance companies.",
    KTP: "Employees of the cooperative movement."
  },
  {
    identifier: "PensionClassification",
    description: "The Swedish collective agreement, or its part, that an occupational pension belongs to."
  }
)
export type PensionClassification = typeof PensionClassification.Type

/** What is promised: a benefit, or only what is paid in. */
export const BenefitType = Words.literals(
  {
    DEFINED_BENEFIT: "What will be paid out is promised.",
    DEFINED_CONTRIBUTION: "What is paid in is promised; what will be paid out depends on how it grows."
  },
  { identifier: "BenefitType", description: "What is promised of a pension." }
)
export type BenefitType = typeof BenefitType.Type

/** Who receives the pension after the insured person's death. The specification lists them by name only; the members are ours. */
export const Beneficiary = Schema.Struct({
  name: Schema.NonEmptyString.pipe(Words.means("A person's name, or a group such as spouse or children.")),
  share: Schema.optionalKey(Ratio).pipe(Words.means("The part that they receive, as a decimal ratio: 0.5 is half."))
}).annotate({
  identifier: "Beneficiary",
  description:
    "Who receives the product after the insured person's death: a name, or a group such as spouse or children.",
  examples: [{ name: "Spouse", share: 0.5 }]
})
export type Beneficiary = typeof Beneficiary.Type

/** Whether the pension can be moved to another company, and in the company's words why not. */
export const Movability = Schema.Struct({
  movable: Schema.Boolean.pipe(Words.means("Whether it can be moved.")),
  reason: Schema.optionalKey(Schema.NonEmptyString).pipe(Words.means("Why, in the company's words."))
}).annotate({
  identifier: "Movability",
  description: "Whether the pension can be moved to another company, and why.",
  examples: [{ movable: false, reason: "Payout has started" }]
})
export type Movability = typeof Movability.Type

/** Spread into the structs of pensions, beside the members of every wealth record. */
export const pensionFields = {
  insuranceName: Schema.optionalKey(Schema.NonEmptyString).pipe(
    Words.means("The company's name for the insurance that the pension is.")
  ),
  insuredPersonName: Schema.optionalKey(Schema.NonEmptyString).pipe(
    Words.means("The full name of the insured person, as the company has it.")
  ),
  otherInsuredPerson: Schema.optionalKey(Schema.Boolean).pipe(
    Words.means(
      "True when the insured person appears to be someone other than the person who started the collection, false " +
        "when the same, absent when no conclusion can be drawn."
    )
  ),
  classification: Schema.optionalKey(PensionClassification),
  benefitType: Schema.optionalKey(BenefitType),
  activePayment: Schema.optionalKey(Schema.Boolean).pipe(Words.means("Whether premiums are being paid in now.")),
  activePayout: Schema.optionalKey(Schema.Boolean).pipe(Words.means("Whether the pension is being paid out now.")),
  beneficiaries: Schema.optionalKey(Schema.Array(Beneficiary)).pipe(
    Words.means("Who receives the product after the insured person's death.")
  ),
  holdings: Schema.optionalKey(Schema.Array(Holding)).pipe(Words.means("What the pension is invested in.")),
  payoutDetails: Schema.optionalKey(Schema.Array(PayoutDetail)).pipe(
    Words.means("How it is, or will be, paid out: one entry for each payout.")
  ),
  movability: Schema.optionalKey(Movability)
}
