/** The members that every insurance policy has (spec 10). */
import { Schema } from "effect"
import { CalendarDate } from "../../shared/CalendarDate.ts"
import { Market } from "../../shared/Market.ts"
import { MonetaryAmount } from "../MonetaryAmount.ts"
import { text } from "../RecordText.ts"
import * as Annotations from "../../shared/Annotations.ts"
import { InsuranceHolder } from "./InsuranceHolder.ts"
import { Premium } from "./Premium.ts"

export const insuranceFields = {
  market: Market.pipe(Annotations.describe("The policy's country, as a lowercase ISO 3166-1 code.")),
  insuranceCompany: Schema.NonEmptyString.pipe(
    Annotations.describe("The name of the insurer, which can differ from the company that returned the record.")
  ),
  companyCategory: Annotations.optional(
    text(200),
    "The company's own name for the kind of insurance. Always present for a kind that Sheaf does not know."
  ),
  insuranceName: Annotations.optional(Schema.NonEmptyString, "The company's name for the insurance."),
  insuranceNumber: Annotations.optional(
    Schema.NonEmptyString,
    "The company's number for the insurance, the same in every collection."
  ),
  startDate: Annotations.optional(CalendarDate, "The first day of cover, as YYYY-MM-DD."),
  endDate: Annotations.optional(CalendarDate, "The end date, as YYYY-MM-DD; absent if open-ended or unknown."),
  renewalDate: Annotations.optional(CalendarDate, "The next renewal date, as YYYY-MM-DD."),
  premium: Schema.optionalKey(Premium),
  discountAmount: Annotations.optional(MonetaryAmount, "The discount on the premium; 0 means no discount."),
  holder: Schema.optionalKey(InsuranceHolder)
}
