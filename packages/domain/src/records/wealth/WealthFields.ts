/** The members that wealth records of every type have (decisions 10). */
import { Schema } from "effect"
import { CompanyId } from "../../companies/Company.ts"
import { DocumentReference } from "../Document.ts"
import { Holder } from "../Holder.ts"
import { MonetaryAmount } from "../MonetaryAmount.ts"
import * as Described from "../../Described.ts"
import { Fees } from "./Fees.ts"

/** A product's value, deposits and performance. The specification only names the members. */
export const FinancialInformation = Schema.Struct({
  currentValue: Described.optional(MonetaryAmount, "The current value of the whole product."),
  totalDeposits: Described.optional(MonetaryAmount, "The total paid in since the product was opened."),
  performanceSinceStart: Described.optional(
    Schema.Finite,
    "The gain or loss since the product was opened, as a decimal ratio: 0.12 is a gain of 12 percent, -0.05 a loss of 5 percent."
  )
}).pipe(Described.named("FinancialInformation", "The product's value, deposits and performance."))
export type FinancialInformation = typeof FinancialInformation.Type

/** Members to spread into the struct of each kind, with its `type`. */
export const wealthFields = {
  id: Schema.NonEmptyString.pipe(
    Described.means("The record's identifier within the collection; random for each collection.")
  ),
  company: CompanyId.pipe(Described.means("The identifier of the company that returned the record.")),
  companyDisplayName: Schema.NonEmptyString.pipe(Described.means("The company's name, to show to users.")),
  productName: Described.optional(Schema.NonEmptyString, "The company's name for the product."),
  productNumber: Described.optional(
    Schema.NonEmptyString,
    "The company's number for the product, the same in every collection."
  ),
  holder: Schema.optionalKey(Holder),
  financialInformation: Schema.optionalKey(FinancialInformation),
  fees: Schema.optionalKey(Fees),
  documents: Described.optional(Schema.Array(DocumentReference), "The product's documents, such as a yearly statement.")
}
