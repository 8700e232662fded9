/** Insurances of persons; pensions and other financial products are wealth records (spec 1; decisions 10). */
import { Schema } from "effect"
import { PersonSubType } from "../InsuranceType.ts"
import { MonetaryAmount } from "../MonetaryAmount.ts"
import * as Words from "../../Words.ts"
import { insuranceFields } from "./InsuranceFields.ts"

/** The sum that is insured for one event, such as disability. */
export const InsuredAmount = Schema.Struct({
  name: Schema.NonEmptyString.pipe(Words.means("The insured event, in the company's words.")),
  amount: MonetaryAmount.pipe(Words.means("The sum paid if the event occurs."))
}).annotate({
  identifier: "InsuredAmount",
  description: "The insured sum for one event.",
  examples: [{ name: "Disability", amount: { amount: 1000000, currency: "SEK" } }]
})
export type InsuredAmount = typeof InsuredAmount.Type

/** An insurance of a person. */
export const PersonInsurance = Schema.Struct({
  insuranceType: Words.only("personInsurance"),
  insuranceSubType: PersonSubType,
  ...insuranceFields,
  insuredPersonName: Schema.optionalKey(Schema.NonEmptyString).pipe(
    Words.means("The full name of the insured person, as the company has it.")
  ),
  insuredAmounts: Schema.optionalKey(Schema.Array(InsuredAmount)).pipe(
    Words.means("The insured sums, one for each event.")
  )
}).annotate({
  identifier: "PersonInsurance",
  description: "An insurance of a person, such as accident or travel insurance.",
  examples: [
    {
      insuranceType: "personInsurance",
      insuranceSubType: "accident",
      market: "ee",
      insuranceCompany: "Rannakindlustus",
      insuredPersonName: "Mari Tamm",
      insuredAmounts: [{ name: "Disability", amount: { amount: 50000, currency: "EUR" } }]
    }
  ]
})
export type PersonInsurance = typeof PersonInsurance.Type
