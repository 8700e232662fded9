/** Transactions of a bank account, as a bank tells them under a PSD2 consent (decisions 10). */
import { Schema } from "effect"
import { CalendarDate } from "../CalendarDate.ts"
import { MonetaryAmount } from "../MonetaryAmount.ts"

/** Whether the bank has booked the transaction or only expects it. */
export const TransactionStatus = Schema.Literals(["BOOKED", "PENDING"]).annotate({
  identifier: "TransactionStatus",
  description: "Whether the bank has booked the transaction or only expects it."
})
export type TransactionStatus = typeof TransactionStatus.Type

/** One transaction. `amount` is negative when money leaves the account. A pending one has the day it is expected to be booked. */
export const Transaction = Schema.Struct({
  transactionId: Schema.NonEmptyString,
  bookingDate: CalendarDate,
  valueDate: Schema.optionalKey(CalendarDate),
  amount: MonetaryAmount,
  creditorName: Schema.optionalKey(Schema.NonEmptyString),
  debtorName: Schema.optionalKey(Schema.NonEmptyString),
  remittanceInformation: Schema.optionalKey(Schema.NonEmptyString),
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
