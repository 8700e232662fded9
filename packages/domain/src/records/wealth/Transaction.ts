/** Bank account transactions, read under a PSD2 consent (decisions 10). */
import { Schema } from "effect"
import { CalendarDate } from "../../CalendarDate.ts"
import { MonetaryAmount } from "../MonetaryAmount.ts"
import * as Described from "../../Described.ts"

export const TransactionStatus = Described.literals("The booking status of a transaction.", {
  BOOKED: "The bank has booked the transaction.",
  PENDING: "The bank expects the transaction, and can still change or drop it."
}).annotate({ identifier: "TransactionStatus" })

export const Transaction = Schema.Struct({
  transactionId: Schema.NonEmptyString.pipe(Described.means("The bank's identifier for the transaction.")),
  bookingDate: CalendarDate.pipe(Described.means("The actual or expected booking date, as YYYY-MM-DD.")),
  valueDate: Described.optional(CalendarDate, "The date from which the transaction counts toward interest, as YYYY-MM-DD."),
  amount: MonetaryAmount.pipe(Described.means("The amount; negative if money leaves the account.")),
  creditorName: Described.optional(Schema.NonEmptyString, "The recipient of the money."),
  debtorName: Described.optional(Schema.NonEmptyString, "The payer."),
  remittanceInformation: Described.optional(Schema.NonEmptyString, "The payer's message."),
  status: TransactionStatus
}).pipe(Described.named("Transaction", "A bank account transaction."))
export type Transaction = typeof Transaction.Type
