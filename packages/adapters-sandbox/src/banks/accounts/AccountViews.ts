/** Accounts, balances and transactions in the format of the bank's protocol. */
import { maskedPanOf } from "../../data/MaskedPan.ts"
import type { BankAccount } from "@sheaf/domain/wealth/BankAccount"
import type { Transaction } from "@sheaf/domain/wealth/Transaction"
import type { MonetaryAmount } from "@sheaf/domain/MonetaryAmount"
import type {
  AccountDetails,
  BalanceEntry,
  CardAccountDetails,
  CardTransactionEntry,
  TransactionEntry
} from "../protocol/AccountBodies.ts"
import type { Bank } from "../Bank.ts"
import * as Links from "../protocol/Links.ts"
import type * as AccessRules from "../consents/AccessRules.ts"

export interface CoveredAccount {
  readonly account: BankAccount
  readonly rights: AccessRules.AccountRights
  readonly hasOwner: boolean
}

const amountOf = ({ amount, currency }: MonetaryAmount) => ({ amount: amount.toFixed(2), currency })

export const isCardAccount = ({ account }: CoveredAccount): boolean => account.type === "PSD2_CREDIT_CARD"

export const balancesOf = ({ account }: CoveredAccount): ReadonlyArray<BalanceEntry> => {
  const { availableBalance, bookedBalance, type } = account
  return [
    ...(bookedBalance === undefined
      ? []
      : [{ balanceAmount: amountOf(bookedBalance), balanceType: "interimBooked" } as const]),
    ...(availableBalance === undefined
      ? []
      : [
          {
            balanceAmount: amountOf(availableBalance),
            balanceType: "interimAvailable",
            creditLimitIncluded: type === "PSD2_CREDIT_CARD"
          } as const
        ])
  ]
}

const linksOf = ({ rights }: CoveredAccount, self: string) => ({
  ...(rights.balances && { balances: Links.makeLink(`${self}/balances`) }),
  ...(rights.transactions && { transactions: Links.makeLink(`${self}/transactions`) })
})

const sharedOf = (covered: CoveredAccount, self: string) => {
  const { account, hasOwner } = covered
  const { accountId, accountName, currency, holder } = account
  const ownerName = hasOwner ? holder?.name : undefined
  return {
    resourceId: accountId,
    currency,
    ...(accountName !== undefined && { name: accountName, product: accountName.slice(0, 35) }),
    status: "enabled" as const,
    usage: "PRIV" as const,
    ...(ownerName !== undefined && { ownerName }),
    _links: linksOf(covered, self)
  }
}

/** `self` is the account's path. */
export const detailsOf = (covered: CoveredAccount, self: string, withBalance: boolean): typeof AccountDetails.Type => {
  const { bic, iban, type } = covered.account
  return {
    ...sharedOf(covered, self),
    ...(iban !== undefined && { iban }),
    ...(bic !== undefined && { bic }),
    cashAccountType: type === "PSD2_SAVINGS_ACCOUNT" ? "SVGS" : "CACC",
    ...(withBalance && { balances: balancesOf(covered) })
  }
}

const creditLimitOf = ({ bank }: Bank, { currency, id }: BankAccount) => {
  const limit = bank.accounts.find(({ key }) => key === id)?.creditLimit
  return limit === undefined ? undefined : amountOf({ amount: limit, currency })
}

/** `self` is the card account's path. */
export const cardDetailsOf = (bank: Bank, covered: CoveredAccount, self: string): typeof CardAccountDetails.Type => {
  const creditLimit = covered.rights.balances ? creditLimitOf(bank, covered.account) : undefined
  return {
    ...sharedOf(covered, self),
    maskedPan: maskedPanOf(covered.account) ?? "",
    debitAccounting: false,
    ...(creditLimit !== undefined && { creditLimit })
  }
}

/** The ISO 20022 codes for credit transfers, and the ISO 18245 code for general merchandise. */
const codes = { transferIn: "PMNT-RCDT-ESCT", transferOut: "PMNT-ICDT-ESCT", shop: "5999" } as const

const maxName = 70
const maxRemittance = 140

export const transactionEntryOf = (transaction: Transaction): TransactionEntry => {
  const { amount, bookingDate, creditorName, debtorName, remittanceInformation, status, transactionId } = transaction
  const isBooked = status === "BOOKED"
  const valueDate = transaction.valueDate ?? (isBooked ? undefined : bookingDate)
  return {
    transactionId,
    ...(isBooked && { entryReference: transactionId, bookingDate }),
    ...(valueDate !== undefined && { valueDate }),
    transactionAmount: amountOf(amount),
    ...(creditorName !== undefined && { creditorName: creditorName.slice(0, maxName) }),
    ...(debtorName !== undefined && { debtorName: debtorName.slice(0, maxName) }),
    ...(remittanceInformation !== undefined && {
      remittanceInformationUnstructured: remittanceInformation.slice(0, maxRemittance)
    }),
    bankTransactionCode: amount.amount < 0 ? codes.transferOut : codes.transferIn
  }
}

export const cardTransactionEntryOf = (transaction: Transaction): CardTransactionEntry => {
  const { amount, bookingDate, creditorName, remittanceInformation, status, transactionId } = transaction
  const details = creditorName ?? remittanceInformation
  return {
    cardTransactionId: transactionId,
    transactionDate: bookingDate,
    ...(status === "BOOKED" && { bookingDate }),
    transactionAmount: amountOf(amount),
    ...(amount.amount < 0 && { merchantCategoryCode: codes.shop }),
    ...(details !== undefined && { transactionDetails: details }),
    invoiced: status === "BOOKED"
  }
}
