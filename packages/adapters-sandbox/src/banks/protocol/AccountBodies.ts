/** Response bodies for accounts, balances and transactions (NextGenPSD2 1.3.11, read account data). */
import { CalendarDate } from "@sheaf/domain/CalendarDate"
import { Schema } from "effect"
import { AccountReference, CurrencyCode, Iban, MaskedPan } from "./AccountReference.ts"
import * as Links from "./Links.ts"

const Amount = Schema.Struct({
  currency: CurrencyCode,
  amount: Schema.String.check(Schema.isPattern(/^-?[0-9]{1,14}(?:\.[0-9]{1,3})?$/, { message: "an amount" }))
}).annotate({ identifier: "Amount" })

export const BalanceEntry = Schema.Struct({
  balanceAmount: Amount,
  balanceType: Schema.Literals([
    "closingBooked",
    "expected",
    "openingBooked",
    "interimAvailable",
    "interimBooked",
    "forwardAvailable",
    "nonInvoiced"
  ]),
  creditLimitIncluded: Schema.optionalKey(Schema.Boolean),
  referenceDate: Schema.optionalKey(CalendarDate)
}).annotate({ identifier: "Balance" })
export type BalanceEntry = typeof BalanceEntry.Type

const balances = Schema.Array(BalanceEntry)

const name = Schema.optionalKey(Schema.String.check(Schema.isMaxLength(70)))
const product = Schema.optionalKey(Schema.String.check(Schema.isMaxLength(35)))
const ownerName = Schema.optionalKey(Schema.String.check(Schema.isMaxLength(140)))
const status = Schema.optionalKey(Schema.Literals(["enabled", "deleted", "blocked"]))
const usage = Schema.optionalKey(Schema.Literals(["PRIV", "ORGA"]))

export const AccountDetails = Schema.Struct({
  resourceId: Schema.NonEmptyString,
  iban: Schema.optionalKey(Iban),
  currency: CurrencyCode,
  name,
  product,
  cashAccountType: Schema.optionalKey(Schema.Literals(["CACC", "SVGS"])),
  status,
  bic: Schema.optionalKey(Schema.String),
  usage,
  ownerName,
  balances: Schema.optionalKey(balances),
  _links: Schema.optionalKey(Links.AccountLinks)
}).annotate({ identifier: "AccountDetails" })

export const AccountListBody = Schema.Struct({ accounts: Schema.Array(AccountDetails) }).annotate({
  identifier: "AccountList"
})

export const AccountBody = Schema.Struct({ account: AccountDetails }).annotate({ identifier: "AccountResponse" })

export const BalancesBody = Schema.Struct({ account: AccountReference, balances }).annotate({
  identifier: "BalanceResponse"
})

export const TransactionEntry = Schema.Struct({
  transactionId: Schema.optionalKey(Schema.NonEmptyString),
  entryReference: Schema.optionalKey(Schema.String.check(Schema.isMaxLength(35))),
  bookingDate: Schema.optionalKey(CalendarDate),
  valueDate: Schema.optionalKey(CalendarDate),
  transactionAmount: Amount,
  creditorName: Schema.optionalKey(Schema.String.check(Schema.isMaxLength(70))),
  debtorName: Schema.optionalKey(Schema.String.check(Schema.isMaxLength(70))),
  remittanceInformationUnstructured: Schema.optionalKey(Schema.String.check(Schema.isMaxLength(140))),
  bankTransactionCode: Schema.optionalKey(Schema.String)
}).annotate({ identifier: "Transaction" })
export type TransactionEntry = typeof TransactionEntry.Type

export const TransactionsBody = Schema.Struct({
  account: AccountReference,
  transactions: Schema.Struct({
    booked: Schema.optionalKey(Schema.Array(TransactionEntry)),
    pending: Schema.optionalKey(Schema.Array(TransactionEntry)),
    _links: Links.ReportLinks
  }).annotate({ identifier: "AccountReport" }),
  balances: Schema.optionalKey(balances)
}).annotate({ identifier: "TransactionsResponse" })

const debitAccounting = Schema.optionalKey(Schema.Boolean)

export const CardAccountDetails = Schema.Struct({
  resourceId: Schema.NonEmptyString,
  maskedPan: MaskedPan,
  currency: CurrencyCode,
  name,
  product,
  debitAccounting,
  status,
  usage,
  ownerName,
  creditLimit: Schema.optionalKey(Amount),
  balances: Schema.optionalKey(balances),
  _links: Schema.optionalKey(Links.AccountLinks)
}).annotate({ identifier: "CardAccountDetails" })

export const CardAccountListBody = Schema.Struct({ cardAccounts: Schema.Array(CardAccountDetails) }).annotate({
  identifier: "CardAccountList"
})

export const CardAccountBody = Schema.Struct({ cardAccount: CardAccountDetails }).annotate({
  identifier: "CardAccountResponse"
})

export const CardBalancesBody = Schema.Struct({ cardAccount: AccountReference, debitAccounting, balances }).annotate({
  identifier: "CardBalanceResponse"
})

export const CardTransactionEntry = Schema.Struct({
  cardTransactionId: Schema.optionalKey(Schema.String.check(Schema.isMaxLength(35))),
  transactionDate: Schema.optionalKey(CalendarDate),
  bookingDate: Schema.optionalKey(CalendarDate),
  transactionAmount: Amount,
  merchantCategoryCode: Schema.optionalKey(Schema.String.check(Schema.isPattern(/^\d{4}$/))),
  transactionDetails: Schema.optionalKey(Schema.String.check(Schema.isMaxLength(1000))),
  invoiced: Schema.optionalKey(Schema.Boolean)
}).annotate({ identifier: "CardTransaction" })
export type CardTransactionEntry = typeof CardTransactionEntry.Type

export const CardTransactionsBody = Schema.Struct({
  cardAccount: AccountReference,
  debitAccounting,
  cardTransactions: Schema.Struct({
    booked: Schema.optionalKey(Schema.Array(CardTransactionEntry)),
    pending: Schema.optionalKey(Schema.Array(CardTransactionEntry)),
    _links: Links.CardReportLinks
  }).annotate({ identifier: "CardAccountReport" }),
  balances: Schema.optionalKey(balances)
}).annotate({ identifier: "CardTransactionsResponse" })
