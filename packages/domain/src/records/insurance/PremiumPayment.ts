/** The payments of a policy's premium. */
import { Schema } from "effect"
import { CalendarDate } from "../../shared/CalendarDate.ts"
import { MonetaryAmount } from "../MonetaryAmount.ts"
import { text } from "../RecordText.ts"
import * as Annotations from "../../shared/Annotations.ts"

export const PremiumPaymentStatus = Annotations.literals("The status of a payment.", {
  DUE: "Not paid yet.",
  PAID: "Paid.",
  OVERDUE: "Not paid in time.",
  REFUNDED: "Paid back to the holder.",
  CANCELLED: "No longer to be paid."
}).annotate({ identifier: "PremiumPaymentStatus" })

export const PaymentMethod = Annotations.literals("The way in which the premium is paid.", {
  DIRECT_DEBIT: "The company draws the money from an account.",
  E_INVOICE: "An electronic invoice.",
  INVOICE: "A paper or email invoice.",
  CARD: "A card.",
  BANK_TRANSFER: "A transfer without an invoice.",
  SALARY_DEDUCTION: "The employer deducts it from the salary.",
  OTHER: "Any other way."
}).annotate({ identifier: "PaymentMethod" })

export const PremiumPayment = Schema.Struct({
  paymentNumber: Annotations.optional(text(100), "The company's number for the payment."),
  dueDate: CalendarDate.pipe(Annotations.describe("The day by which the payment is due, as YYYY-MM-DD.")),
  amount: MonetaryAmount.pipe(Annotations.describe("The amount; negative if the holder receives money.")),
  status: Schema.optionalKey(PremiumPaymentStatus),
  paidDate: Annotations.optional(CalendarDate, "The day of the payment, as YYYY-MM-DD."),
  description: Annotations.optional(text(), "The kind of payment, in the company's words.")
}).pipe(Annotations.annotate("PremiumPayment", "A payment of the premium."))
export type PremiumPayment = typeof PremiumPayment.Type
