/** Transactions of a bank account, as a bank tells them under a PSD2 consent (decisions 10). */
import { Schema } from "effect"
import { CalendarDate } from "../../CalendarDate.ts"
import { MonetaryAmount } from "../MonetaryAmount.ts"
import * as Words from "../../Words.ts"

const text = Schema.optionalKey(Schema.NonEmptyString)

/** Whether the bank has booked the transaction or only expects it. */
export const TransactionStatus = Words.literals(
  { BOOKED: "The bank has booked it.", PENDING: "The bank expects it, and may still change or drop it." },
  { identifier: "TransactionStatus", description: "Whether the bank has booked the transaction or only expects it." }
)
export type TransactionStatus = typeof TransactionStatus.Type

/** One transaction. `amount` is negative when money leaves the account. A pending one has the day it is expected to be booked. */
export const Transaction = Schema.Struct({
  transactionId: Schema.NonEmptyString.pipe(Words.means("The bank's identifier of the transaction.")),
  bookingDate: CalendarDate.pipe(Words.means("The day on which it was booked, or is expected to be, as YYYY-MM-DD.")),
  valueDate: Schema.optionalKey(CalendarDate).pipe(
    Words.means("The day from which on it counts for interest, as YYYY-MM-DD.")
  ),
  amount: MonetaryAmount.pipe(Words.means("Negative when money leaves the account.")),
  creditorName: text.pipe(Words.means("Who receives the money.")),
  debtorName: text.pipe(Words.means("Who pays.")),
  remittanceInformation: text.pipe(Words.means("What the payer wrote beside the payment.")),
  status: TransactionStatus
}).annotate({
  identifier: "Transaction",
  description: "One transaction of a bank account. amount is negative when money leaves the account.",
  examples: [
    {
      transactionId: "20260331-0007",
      bookingDate: "2026-03-31",
      amount: { amount: -249, currency: "SEK" },
      creditorName: "Kvarterets Bokhandel",
      status: "BOOKED"
    }
  ]
})
export type Transaction = typeof Transaction.Type
