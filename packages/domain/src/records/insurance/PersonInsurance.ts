/** Insurances for persons. Pensions and other financial products are wealth records (spec 1; decisions 10). */
import { Schema } from "effect"
import { PersonSubType } from "../InsuranceType.ts"
import { MonetaryAmount } from "../MonetaryAmount.ts"
import * as Words from "../../Words.ts"
import { insuranceFields } from "./InsuranceFields.ts"

export const InsuredAmount = Schema.Struct({
  name: Schema.NonEmptyString.pipe(Words.means("The insured event, in the company's words.")),
  amount: MonetaryAmount.pipe(Words.means("The sum paid if the event occurs."))
}).annotate({
  identifier: "InsuredAmount",
  description: "The insured sum for one event.",
  examples: [{ name: "Disability", amount: { amount: 1000000, currency: "SEK" } }]
})

export const PersonInsurance = Schema.Struct({
  insuranceType: Words.only("personInsurance"),
  insuranceSubType: PersonSubType,
  ...insuranceFields,
  insuredPersonName: Words.optional(
    Schema.NonEmptyString,
    "The full name of the insured person, as recorded by the company."
  ),
  insuredAmounts: Words.optional(Schema.Array(InsuredAmount), "The insured sums, one for each event.")
}).annotate({
  identifier: "PersonInsurance",
  description: "Insurance for a person, such as accident or travel insurance.",
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
