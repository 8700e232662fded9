/** The members that Swedish and French pensions share (spec 2.6, 10). */
import { Schema } from "effect"
import { Ratio } from "../Ratio.ts"
import * as Annotations from "../../shared/Annotations.ts"
import { Holding } from "./Holding.ts"
import { activityFields } from "./InvestmentTransaction.ts"
import { PayoutDetail } from "./PayoutDetail.ts"
import { outlookFields } from "./PensionOutlook.ts"

/**
 * The usual abbreviations of collective agreements. In spec 10 the list is open; Sheaf omits values that are not listed
 * here.
 */
export const PensionClassification = Annotations.literals(
  "The Swedish collective agreement that governs an occupational pension, or the relevant part of the agreement.",
  {
    ITP: "Salaried employees in the private sector, if the company specifies neither ITP1 nor ITP2.",
    ITP1: "Salaried employees in the private sector (defined contribution).",
    ITP2: "Salaried employees in the private sector (defined benefit).",
    ITPK: "The part of ITP2 that the employee chooses how to invest.",
    "SAF-LO": "Blue-collar workers in the private sector.",
    "KAP-KL": "Municipal and regional employees (2006 agreement).",
    "AKAP-KL": "Municipal and regional employees (2014 agreement).",
    "AKAP-KR": "Municipal and regional employees (2023 agreement).",
    PA03: "Government employees (2003 agreement).",
    PA16: "Government employees (2016 agreement).",
    BTP: "Bank employees.",
    FTP: "Insurance company employees.",
    KTP: "Employees of the cooperative movement."
  }
).annotate({ identifier: "PensionClassification" })

export const BenefitType = Annotations.literals("The kind of benefit that a pension promises.", {
  DEFINED_BENEFIT: "The future payments are guaranteed.",
  DEFINED_CONTRIBUTION: "The contributions are fixed. Future payments depend on investment returns."
}).annotate({ identifier: "BenefitType" })

/** A beneficiary. The specification names only the field; Sheaf defines its members. */
export const Beneficiary = Schema.Struct({
  name: Schema.NonEmptyString.pipe(Annotations.describe("A person's name, or a group such as spouse or children.")),
  share: Annotations.optional(Ratio, "The beneficiary's share, as a decimal ratio: 0.5 is half.")
}).pipe(
  Annotations.annotate(
    "Beneficiary",
    "A person or group, such as spouse or children, that receives the product after the insured person's death."
  )
)

export const Movability = Schema.Struct({
  movable: Schema.Boolean.pipe(Annotations.describe("True if the pension can be moved to another company.")),
  reason: Annotations.optional(Schema.NonEmptyString, "The reason, in the company's words.")
}).pipe(Annotations.annotate("Movability", "The pension's transferability to another company, with the reason."))

export const pensionFields = {
  insuranceName: Annotations.optional(
    Schema.NonEmptyString,
    "The company's name for the insurance behind the pension."
  ),
  insuredPersonName: Annotations.optional(
    Schema.NonEmptyString,
    "The full name of the insured person, as recorded by the company."
  ),
  otherInsuredPerson: Annotations.optional(
    Schema.Boolean,
    "True if the insured person appears to differ from the person who started the collection, false if they appear " +
      "to be the same person, absent if unclear."
  ),
  classification: Schema.optionalKey(PensionClassification),
  benefitType: Schema.optionalKey(BenefitType),
  activePayment: Annotations.optional(Schema.Boolean, "True if premiums are currently being paid."),
  activePayout: Annotations.optional(Schema.Boolean, "True if the pension is currently being paid out."),
  beneficiaries: Annotations.optional(Schema.Array(Beneficiary), "The beneficiaries after the insured person's death."),
  holdings: Annotations.optional(Schema.Array(Holding), "The pension's investments."),
  payoutDetails: Annotations.optional(Schema.Array(PayoutDetail), "The current and future payouts."),
  movability: Schema.optionalKey(Movability),
  ...outlookFields,
  ...activityFields
}
