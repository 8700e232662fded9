/** Accounts, balances and transactions in the format of STET 1.4. */
import { maskedPanOf } from "../../data/MaskedPan.ts"
import type { BankAccount } from "@sheaf/domain/wealth/BankAccount"
import type { MonetaryAmount } from "@sheaf/domain/MonetaryAmount"
import type { Transaction } from "@sheaf/domain/wealth/Transaction"
import { randomFrom } from "../../data/Random.ts"
import type { CoveredAccount } from "../accounts/AccountViews.ts"

const amountOf = ({ amount, currency }: MonetaryAmount) => ({ amount: amount.toFixed(2), currency })

const link = (href: string) => ({ href })

/** Returns the account's id in paths. STET limits it to 35 characters. */
export const resourceIdOf = ({ accountId }: BankAccount): string =>
  randomFrom("account over STET", accountId).digits(20)

const identificationOf = (account: BankAccount) => {
  const { iban } = account
  const pan = maskedPanOf(account)
  if (pan !== undefined) return { other: { identification: pan, schemeName: "CPAN" } }
  return { iban: iban ?? "" }
}

/** Returns an account with links to the data that the bank shows. `self` is the account's path. */
export const accountOf = ({ account, rights }: CoveredAccount, self: string) => {
  const { accountName = "Compte", bic, currency, type } = account
  return {
    resourceId: resourceIdOf(account),
    ...(bic !== undefined && { bicFi: bic }),
    accountId: identificationOf(account),
    name: accountName.slice(0, 70),
    usage: "PRIV",
    cashAccountType: type === "PSD2_CREDIT_CARD" ? "CARD" : "CACC",
    currency,
    psuStatus: "Account Holder",
    _links: {
      ...(rights.balances && { balances: link(`${self}/balances`) }),
      ...(rights.transactions && { transactions: link(`${self}/transactions`) })
    }
  }
}

export const balancesOf = ({ availableBalance, bookedBalance }: BankAccount) => [
  ...(bookedBalance === undefined
    ? []
    : [{ name: "Solde comptable", balanceAmount: amountOf(bookedBalance), balanceType: "CLBD" }]),
  ...(availableBalance === undefined
    ? []
    : [{ name: "Solde instantané", balanceAmount: amountOf(availableBalance), balanceType: "XPCD" }])
]

const maxLine = 140

/** The amount has no sign. */
export const transactionOf = (transaction: Transaction) => {
  const { amount, bookingDate, creditorName, debtorName, remittanceInformation, status, transactionId, valueDate } =
    transaction
  const lines = [remittanceInformation, creditorName, debtorName].filter((line) => line !== undefined)
  return {
    resourceId: transactionId,
    entryReference: transactionId.slice(0, 40),
    transactionAmount: amountOf({ ...amount, amount: Math.abs(amount.amount) }),
    creditDebitIndicator: amount.amount < 0 ? "DBIT" : "CRDT",
    status: status === "BOOKED" ? "BOOK" : "PDNG",
    bookingDate,
    ...(valueDate !== undefined && { valueDate }),
    remittanceInformation: lines.map((line) => line.slice(0, maxLine))
  }
}
