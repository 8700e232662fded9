/** In version 2025-01-01, bank accounts and transactions had only their most common members (spec 10). */
import { Schema, Struct } from "effect"
import {
  accountDetails,
  BankAccount,
  isBankAccount,
  Transaction,
  transactionDetails
} from "../../2026-04-01/Records.ts"
import type { WealthRecord } from "../../2026-04-01/Records.ts"
import * as Annotations from "../../../shared/Annotations.ts"
import { describeLosses } from "../../changes/VersionChange.ts"
import type { CodecLoss, VersionChange } from "../../changes/VersionChange.ts"

export const newMembers = { account: Struct.keys(accountDetails), transaction: Struct.keys(transactionDetails) }

const OldTransaction = Schema.Struct(Struct.omit(Transaction.fields, newMembers.transaction)).annotate(
  Annotations.annotationsOf(Transaction)
)

export const bankAccountFields = {
  ...Struct.omit(BankAccount.fields, newMembers.account),
  transactions: Annotations.optional(
    Schema.Array(OldTransaction),
    "The transactions; empty if there were none, absent if the consent does not cover them."
  )
}

const hasAny = (value: object, members: ReadonlyArray<string>): boolean =>
  members.some((member) => Object.hasOwn(value, member))

const forget = (record: WealthRecord): WealthRecord => {
  if (!isBankAccount(record)) return record
  const { transactions } = record
  const isDetailed = transactions?.some((each) => hasAny(each, newMembers.transaction)) ?? false
  if (!isDetailed && !hasAny(record, newMembers.account)) return record
  return {
    ...Struct.omit(record, newMembers.account),
    ...(transactions && { transactions: transactions.map((each) => Struct.omit(each, newMembers.transaction)) })
  }
}

export const codecLosses: ReadonlyArray<CodecLoss<WealthRecord>> = [
  {
    description: "The details of bank accounts and of their transactions.",
    example: {
      type: "PSD2_CHECKING_ACCOUNT",
      id: "1",
      company: "se-fjallbanken",
      companyDisplayName: "Fjällbanken",
      accountId: "50000000054910",
      currency: "SEK",
      bban: "50000000054910",
      transactions: [
        {
          transactionId: "1",
          bookingDate: "2026-03-31",
          amount: { amount: -249, currency: "SEK" },
          status: "BOOKED",
          endToEndId: "invoice-7"
        }
      ]
    },
    forget
  }
]

export const change: VersionChange = {
  title: "Bank accounts and transactions have everything that the bank reports.",
  description:
    "Accounts have all balances with type and time, owners, usage, credit limit and the first day of their " +
    "transactions. Transactions have the accounts and banks of both parties, references, codes, the original amount " +
    "with the exchange rate, the merchant of a card payment and the resulting balance. All these members are " +
    "optional, because banks differ.",
  affects: ["GET /collections/{collectionId}/wealth/data"],
  losses: describeLosses(codecLosses)
}
