/** The members that every wealth record has, whatever its type (decisions 10). */
import { Schema } from "effect"
import { CompanyId } from "../../companies/Company.ts"
import { DocumentReference } from "../Document.ts"
import { Holder } from "../Holder.ts"
import { MonetaryAmount } from "../MonetaryAmount.ts"
import * as Words from "../../Words.ts"
import { Fees } from "./Fees.ts"

/** What a product is worth, what was paid in, and how it has done. The specification lists the members by name only. */
export const FinancialInformation = Schema.Struct({
  currentValue: Schema.optionalKey(MonetaryAmount).pipe(Words.means("The current value of the whole product.")),
  totalDeposits: Schema.optionalKey(MonetaryAmount).pipe(Words.means("The total paid in since the start.")),
  performanceSinceStart: Schema.optionalKey(Schema.Finite).pipe(
    Words.means(
      "The gain or loss since the start, as a decimal ratio: 0.12 is a gain of 12 percent, -0.05 a loss of 5."
    )
  )
}).annotate({
  identifier: "FinancialInformation",
  description: "The value of the product, the total paid in, and the performance since the start.",
  examples: [{ currentValue: { amount: 112000, currency: "SEK" }, performanceSinceStart: 0.12 }]
})
export type FinancialInformation = typeof FinancialInformation.Type

/** Spread into the struct of each kind, beside its `type`. `productNumber` is the stable one, `id` is not. */
export const wealthFields = {
  id: Schema.NonEmptyString.pipe(
    Words.means("The identifier of the record within the collection; random for each collection.")
  ),
  company: CompanyId.pipe(Words.means("The identifier of the company collected from.")),
  companyDisplayName: Schema.NonEmptyString.pipe(Words.means("The company's name, to show to users.")),
  productName: Schema.optionalKey(Schema.NonEmptyString).pipe(Words.means("The company's name for the product.")),
  productNumber: Schema.optionalKey(Schema.NonEmptyString).pipe(
    Words.means("The company's number for the product, the same in every collection.")
  ),
  holder: Schema.optionalKey(Holder),
  financialInformation: Schema.optionalKey(FinancialInformation),
  fees: Schema.optionalKey(Fees),
  documents: Schema.optionalKey(Schema.Array(DocumentReference)).pipe(
    Words.means("The documents of the product, such as a yearly statement.")
  )
}
