/** The balances of a bank account as the bank reports them (spec 10; NextGenPSD2 1.3.11, balance). */
import { Schema } from "effect"
import { CalendarDate } from "../../shared/CalendarDate.ts"
import { Timestamp } from "../../shared/Timestamp.ts"
import { MonetaryAmount } from "../MonetaryAmount.ts"
import * as Annotations from "../../shared/Annotations.ts"

export const BankBalance = Schema.Struct({
  balanceType: Schema.NonEmptyString.pipe(
    Annotations.describe(
      "The kind of balance in the bank's words, such as `interimBooked`, `closingBooked`, `interimAvailable`, `expected` " +
        "or `nonInvoiced`. Other kinds can appear at any time."
    )
  ),
  balanceAmount: MonetaryAmount.pipe(
    Annotations.describe("The balance, perhaps in another currency than the account.")
  ),
  creditLimitIncluded: Annotations.optional(Schema.Boolean, "True if the credit limit is part of the balance."),
  referenceDate: Annotations.optional(CalendarDate, "The day of the balance, as YYYY-MM-DD."),
  lastChangeDateTime: Annotations.optional(Timestamp, "The time of the last change that the balance includes."),
  lastCommittedTransaction: Annotations.optional(
    Schema.NonEmptyString,
    "The entryReference of the last transaction that the balance includes."
  )
}).pipe(Annotations.annotate("BankBalance", "A balance of a bank account, as the bank reports it."))
export type BankBalance = typeof BankBalance.Type
