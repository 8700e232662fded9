/** Insurance for people. Pensions and other financial products are wealth records (spec 1, 10). */
import { Schema } from "effect"
import { PersonSubType } from "../InsuranceType.ts"
import { MonetaryAmount } from "../MonetaryAmount.ts"
import * as Texts from "../../Texts.ts"
import { insuranceFields } from "./InsuranceFields.ts"

export const InsuredAmount = Schema.Struct({
  name: Schema.NonEmptyString.pipe(Texts.means("The insured event, in the company's words.")),
  amount: MonetaryAmount.pipe(Texts.means("The sum paid if the event occurs."))
}).pipe(Texts.named("InsuredAmount", "The insured sum for one event."))

export const PersonInsurance = Schema.Struct({
  insuranceType: Texts.only("personInsurance"),
  insuranceSubType: PersonSubType,
  ...insuranceFields,
  insuredPersonName: Texts.optional(
    Schema.NonEmptyString,
    "The full name of the insured person, as recorded by the company."
  ),
  insuredAmounts: Texts.optional(Schema.Array(InsuredAmount), "The insured sums, one for each event.")
}).pipe(Texts.named("PersonInsurance", "Insurance for a person, such as accident or travel insurance."))
export type PersonInsurance = typeof PersonInsurance.Type
