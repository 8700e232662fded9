/** Transactions of a bank account, as a bank tells them under a PSD2 consent (decisions 10). */
import { Schema } from "effect"
import { CalendarDate } from "../../CalendarDate.ts"
import { MonetaryAmount } from "../MonetaryAmount.ts"
import * as Words from "../../Words.ts"

const text = Schema.optionalKey(Schema.NonEmptyString)

/** Whether the bank has booked the transaction or only expects it. */
export const TransactionStatus = Words.literals(
  {
    BOOKED: "The bank has booked the transaction.",
    PENDING: "The bank expects the transaction, and can still change or drop it."
  },
  { identifier: "TransactionStatus", description: "The booking status of a transaction." }
)
export type TransactionStatus = typeof TransactionStatus.Type

/** One transaction. `amount` is negative when money leaves the account. A pending one has the day it is expected to be booked. */
export const Transaction = Schema.Struct({
  transactionId: Schema.NonEmptyString.pipe(Words.means("The bank's identifier of the transaction.")),
  bookingDate: CalendarDate.pipe(Words.means("The booking date, or the expected one, as YYYY-MM-DD.")),
  valueDate: Schema.optionalKey(CalendarDate).pipe(
    Words.means("The date from which the transaction counts toward interest, as YYYY-MM-DD.")
  ),
  amount: MonetaryAmount.pipe(Words.means("The amount; negative if money leaves the account.")),
  creditorName: text.pipe(Words.means("The recipient of the money.")),
  debtorName: text.pipe(Words.means("The payer.")),
  remittanceInformation: text.pipe(Words.means("The payer's message.")),
  status: TransactionStatus
}).annotate({
  identifier: "Transaction",
  description: "A transaction of a bank account.",
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
