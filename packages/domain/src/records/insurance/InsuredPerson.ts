/** The people and organizations in an insurance contract, with their roles. */
import { Schema } from "effect"
import { CalendarDate } from "../../shared/CalendarDate.ts"
import { Address } from "../Address.ts"
import { Identification } from "../Identification.ts"
import { Ratio } from "../Ratio.ts"
import { details, text } from "../RecordText.ts"
import * as Annotations from "../../shared/Annotations.ts"

export const InsuranceRole = Annotations.literals("A role in an insurance contract.", {
  POLICYHOLDER: "Owns the contract.",
  INSURED: "Is insured.",
  DEPENDENT: "Is insured with the insured person, such as a child.",
  BENEFICIARY: "Receives the payment.",
  PAYER: "Pays the premium.",
  MAIN_DRIVER: "Drives the vehicle most.",
  DRIVER: "May drive the vehicle.",
  CREDITOR: "Has a loan that the insurance pays.",
  INTERMEDIARY: "Sold the contract, or looks after it.",
  CO_INSURER: "Carries a share of the risk.",
  OTHER: "Any other role."
}).annotate({ identifier: "InsuranceRole" })

export const InsuredPerson = Schema.Struct({
  personId: Annotations.optional(text(100), "The person's identifier within the record, which covers name."),
  role: InsuranceRole,
  name: Annotations.optional(text(), "The full name, or the name of the organization."),
  identification: Schema.optionalKey(Identification),
  dateOfBirth: Annotations.optional(CalendarDate, "The date of birth, as YYYY-MM-DD."),
  address: Schema.optionalKey(Address),
  relationship: Annotations.optional(text(100), "The relationship to the policyholder, in the company's words."),
  share: Annotations.optional(Ratio, "The share of the payment or the risk, as a decimal ratio: 0.5 is half."),
  details
}).pipe(Annotations.annotate("InsuredPerson", "A person or organization in an insurance contract, with its role."))
export type InsuredPerson = typeof InsuredPerson.Type
