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
    ITP: "Salaried employees in the private sector; the company does not specify which part.",
    ITP1: "Salaried employees in the private sector: the defined contribution part.",
    ITP2: "Salaried employees in the private sector: the defined benefit part.",
    ITPK: "The part of ITP2 that the employee chooses how to invest.",
    "SAF-LO": "Blue-collar workers in the private sector.",
    "KAP-KL": "Employees of municipalities and regions: the 2006 agreement.",
    "AKAP-KL": "Employees of municipalities and regions: the 2014 agreement.",
    "AKAP-KR": "Employees of municipalities and regions: the 2023 agreement.",
    PA03: "Government employees: the 2003 agreement.",
    PA16: "Government employees: the 2016 agreement.",
    BTP: "Bank employees.",
    FTP: "Insurance company employees.",
    KTP: "Employees of the cooperative movement."
  },
  {
    identifier: "PensionClassification",
    description: "The Swedish collective agreement, or part of one, that an occupational pension belongs to."
  }
)
export type PensionClassification = typeof PensionClassification.Type

/** What is promised: a benefit, or only what is paid in. */
export const BenefitType = Words.literals(
  {
    DEFINED_BENEFIT: "The future payments are guaranteed.",
    DEFINED_CONTRIBUTION: "The contributions are fixed. Future payments depend on investment returns."
  },
  { identifier: "BenefitType", description: "The part of a pension that is promised." }
)
export type BenefitType = typeof BenefitType.Type

/** Who receives the pension after the insured person's death. The specification lists them by name only; the members are ours. */
export const Beneficiary = Schema.Struct({
  name: Schema.NonEmptyString.pipe(Words.means("A person's name, or a group such as spouse or children.")),
  share: Schema.optionalKey(Ratio).pipe(Words.means("The beneficiary's share, as a decimal ratio: 0.5 is half."))
}).annotate({
  identifier: "Beneficiary",
  description:
    "A person or group, such as spouse or children, that receives the product after the insured person's death.",
  examples: [{ name: "Spouse", share: 0.5 }]
})
export type Beneficiary = typeof Beneficiary.Type

/** Whether the pension can be moved to another company, and in the company's words why not. */
export const Movability = Schema.Struct({
  movable: Schema.Boolean.pipe(Words.means("True if the pension can be moved.")),
  reason: Schema.optionalKey(Schema.NonEmptyString).pipe(Words.means("The reason, in the company's words."))
}).annotate({
  identifier: "Movability",
  description: "The possibility of moving the pension to another company, and the reason.",
  examples: [{ movable: false, reason: "Payout has started" }]
})
export type Movability = typeof Movability.Type

/** Spread into the structs of pensions, beside the members of every wealth record. */
export const pensionFields = {
  insuranceName: Schema.optionalKey(Schema.NonEmptyString).pipe(
    Words.means("The company's name for the insurance behind the pension.")
  ),
  insuredPersonName: Schema.optionalKey(Schema.NonEmptyString).pipe(
    Words.means("The full name of the insured person, as the company has it.")
  ),
  otherInsuredPerson: Schema.optionalKey(Schema.Boolean).pipe(
    Words.means(
      "True if the insured person appears to be someone other than the person who started the collection, false " +
        "if the same person, absent if no conclusion can be drawn."
    )
  ),
  classification: Schema.optionalKey(PensionClassification),
  benefitType: Schema.optionalKey(BenefitType),
  activePayment: Schema.optionalKey(Schema.Boolean).pipe(Words.means("True if premiums are currently paid in.")),
  activePayout: Schema.optionalKey(Schema.Boolean).pipe(Words.means("True if the pension is currently paid out.")),
  beneficiaries: Schema.optionalKey(Schema.Array(Beneficiary)).pipe(
    Words.means("The beneficiaries after the insured person's death.")
  ),
  holdings: Schema.optionalKey(Schema.Array(Holding)).pipe(Words.means("The investments of the pension.")),
  payoutDetails: Schema.optionalKey(Schema.Array(PayoutDetail)).pipe(Words.means("The current and future payouts.")),
  movability: Schema.optionalKey(Movability)
}
