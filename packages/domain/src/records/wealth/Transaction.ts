/** Bank account transactions, read under a PSD2 consent (spec 10). */
import { Schema } from "effect"
import { CalendarDate } from "../../CalendarDate.ts"
import { MonetaryAmount } from "../MonetaryAmount.ts"
import * as Texts from "../../Texts.ts"

export const TransactionStatus = Texts.literals("The booking status of a transaction.", {
  BOOKED: "The bank has booked the transaction.",
  PENDING: "The bank expects the transaction, and can still change or drop it."
}).annotate({ identifier: "TransactionStatus" })

export const Transaction = Schema.Struct({
  transactionId: Schema.NonEmptyString.pipe(Texts.means("The bank's identifier for the transaction.")),
  bookingDate: CalendarDate.pipe(Texts.means("The actual or expected booking date, as YYYY-MM-DD.")),
  valueDate: Texts.optional(CalendarDate, "The date from which the transaction counts toward interest, as YYYY-MM-DD."),
  amount: MonetaryAmount.pipe(Texts.means("The amount; negative if money leaves the account.")),
  creditorName: Texts.optional(Schema.NonEmptyString, "The recipient of the money."),
  debtorName: Texts.optional(Schema.NonEmptyString, "The payer."),
  remittanceInformation: Texts.optional(Schema.NonEmptyString, "The payer's message."),
  status: TransactionStatus
}).pipe(Texts.named("Transaction", "A bank account transaction."))
export type Transaction = typeof Transaction.Type
