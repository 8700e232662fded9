/** Insurance for people. Excludes pensions and other financial products, which are wealth records (spec 1, 10). */
import { Schema } from "effect"
import { PersonSubType } from "../InsuranceType.ts"
import { MonetaryAmount } from "../MonetaryAmount.ts"
import * as Annotations from "../../shared/Annotations.ts"
import { insuranceFields } from "./InsuranceFields.ts"

export const InsuredAmount = Schema.Struct({
  name: Schema.NonEmptyString.pipe(Annotations.describe("The insured event, in the company's words.")),
  amount: MonetaryAmount.pipe(Annotations.describe("The sum paid if the event occurs."))
}).pipe(Annotations.annotate("InsuredAmount", "The insured sum for one event."))

export const PersonInsurance = Schema.Struct({
  insuranceType: Annotations.literal("personInsurance"),
  insuranceSubType: PersonSubType,
  ...insuranceFields,
  insuredPersonName: Annotations.optional(
    Schema.NonEmptyString,
    "The full name of the insured person, as recorded by the company."
  ),
  insuredAmounts: Annotations.optional(Schema.Array(InsuredAmount), "The insured sums, one for each event.")
}).pipe(Annotations.annotate("PersonInsurance", "Insurance for a person, such as accident or travel insurance."))
export type PersonInsurance = typeof PersonInsurance.Type
