/** The members of every wealth record (spec 10). */
import { Schema } from "effect"
import { CompanyId } from "../../companies/Company.ts"
import { DocumentReference } from "../Document.ts"
import { CalendarDate } from "../../shared/CalendarDate.ts"
import { Holder } from "../Holder.ts"
import { MonetaryAmount } from "../MonetaryAmount.ts"
import { qualityFields } from "../RecordQuality.ts"
import { idStableMember, recordId } from "../RecordId.ts"
import { listOf } from "../RecordText.ts"
import * as Annotations from "../../shared/Annotations.ts"
import { Allocation } from "./Allocation.ts"
import { Fees } from "./Fees.ts"

export const FinancialInformation = Schema.Struct({
  currentValue: Annotations.optional(MonetaryAmount, "The current value of the whole product."),
  totalDeposits: Annotations.optional(MonetaryAmount, "The total paid in since the product was opened."),
  performanceSinceStart: Annotations.optional(
    Schema.Finite,
    "The gain or loss since the product was opened, as a decimal ratio: 0.12 is a gain of 12 percent, -0.05 a loss of 5 percent."
  ),
  valueDate: Annotations.optional(CalendarDate, "The day of the current value, as YYYY-MM-DD."),
  allocation: Annotations.optional(listOf(Allocation), "The asset classes of the current value."),
  riskClass: Annotations.optional(
    Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 7 })),
    "The product's summary risk indicator, from 1 (lowest) to 7 (Regulation (EU) No 1286/2014)."
  )
}).pipe(Annotations.annotate("FinancialInformation", "The product's value, deposits and performance."))
export type FinancialInformation = typeof FinancialInformation.Type

export const wealthFields = {
  id: recordId,
  idStable: idStableMember("id"),
  company: CompanyId.pipe(Annotations.describe("The identifier of the company that returned the record.")),
  companyDisplayName: Schema.NonEmptyString.pipe(Annotations.describe("The company's name, to show to users.")),
  productName: Annotations.optional(Schema.NonEmptyString, "The company's name for the product."),
  productNumber: Annotations.optional(
    Schema.NonEmptyString,
    "The company's number for the product, the same in every collection."
  ),
  holder: Schema.optionalKey(Holder),
  financialInformation: Schema.optionalKey(FinancialInformation),
  fees: Schema.optionalKey(Fees),
  documents: Annotations.optional(
    Schema.Array(DocumentReference),
    "The product's documents, such as a yearly statement."
  ),
  ...qualityFields
}
