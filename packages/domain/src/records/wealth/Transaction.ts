/** Bank account transactions, read under a PSD2 consent (spec 10). */
import { Schema } from "effect"
import { CalendarDate } from "../../shared/CalendarDate.ts"
import { MonetaryAmount } from "../MonetaryAmount.ts"
import * as Annotations from "../../shared/Annotations.ts"
import { transactionDetails } from "./TransactionDetails.ts"

export const TransactionStatus = Annotations.literals("The booking status of a transaction.", {
  BOOKED: "The bank has booked the transaction.",
  PENDING: "The bank expects the transaction, and can still change or drop it."
}).annotate({ identifier: "TransactionStatus" })

export const Transaction = Schema.Struct({
  transactionId: Schema.NonEmptyString.pipe(Annotations.describe("The bank's identifier for the transaction.")),
  bookingDate: CalendarDate.pipe(Annotations.describe("The actual or expected booking date, as YYYY-MM-DD.")),
  valueDate: Annotations.optional(
    CalendarDate,
    "The date from which the transaction counts toward interest, as YYYY-MM-DD."
  ),
  amount: MonetaryAmount.pipe(Annotations.describe("The amount; negative if money leaves the account.")),
  creditorName: Annotations.optional(Schema.NonEmptyString, "The recipient of the money."),
  debtorName: Annotations.optional(Schema.NonEmptyString, "The payer."),
  remittanceInformation: Annotations.optional(Schema.NonEmptyString, "The payer's message."),
  status: TransactionStatus,
  ...transactionDetails
}).pipe(Annotations.annotate("Transaction", "A bank account transaction."))
export type Transaction = typeof Transaction.Type
