/** Maps a bank's accounts to Sheaf's records (NextGenPSD2 1.3.11, account details and balances; spec 10, 16). */
import type { CompanyId } from "@sheaf/domain/Company"
import type { MonetaryAmount } from "@sheaf/domain/MonetaryAmount"
import type { BankAccountType } from "@sheaf/domain/WealthType"
import type { BankAccount } from "@sheaf/domain/wealth/BankAccount"
import type { BankBalance } from "@sheaf/domain/wealth/BankBalance"
import type { BankProfile } from "@sheaf/ports"
import { Option } from "effect"
import { accountIdOf } from "./AccessMapping.ts"
import { decodeAmount } from "./BankWire.ts"
import type { WireAccount, WireBalance } from "./BankWire.ts"
import {
  readBic,
  readBoolean,
  readDate,
  withoutUndefined,
  readIban,
  readMaskedPan,
  readMember,
  readText,
  readTimestamp
} from "./LenientDecoding.ts"

export interface BankIdentity {
  readonly company: CompanyId
  readonly companyDisplayName: string
}

export type AccountListKind = "ACCOUNTS" | "CARD_ACCOUNTS"

/** ISO 20022 account types that are not payment accounts and have no records. */
const otherTypes: ReadonlyArray<string> = ["LOAN", "MGLD", "COMM"]

const savings: ReadonlyArray<string> = ["SVGS", "LLSV", "MOMA"]

const typeOf = ({ cashAccountType }: WireAccount, list: AccountListKind): BankAccountType | undefined => {
  const type = readText(cashAccountType) ?? ""
  if (list === "CARD_ACCOUNTS" || type === "CARD") return "PSD2_CREDIT_CARD"
  if (otherTypes.includes(type)) return undefined
  return savings.includes(type) ? "PSD2_SAVINGS_ACCOUNT" : "PSD2_CHECKING_ACCOUNT"
}

/** Balance types in order of preference. A profile can choose others. */
const preferredTypes = {
  booked: ["interimBooked", "closingBooked", "openingBooked"],
  available: ["interimAvailable", "forwardAvailable", "expected"]
} as const

export const amountOf = ({ amount }: WireBalance["balanceAmount"]): number => Number(amount)

/** Returns true if a card account reports debts and spending as positive amounts. */
export const isDebitPositive = (account: WireAccount, list: AccountListKind): boolean =>
  list === "CARD_ACCOUNTS" && account.debitAccounting === true

/**
 * Returns the first balance in the account's currency, in the order of `types`. If two have the same type, prefers the
 * one that includes the credit limit.
 */
const balanceOf = (
  { currency }: WireAccount,
  balances: ReadonlyArray<WireBalance>,
  types: ReadonlyArray<string>
): MonetaryAmount | undefined => {
  for (const type of types) {
    const found = balances
      .filter(({ balanceAmount, balanceType }) => balanceType === type && balanceAmount.currency === currency)
      .sort((a, b) => Number(b.creditLimitIncluded === true) - Number(a.creditLimitIncluded === true))[0]
    if (found !== undefined) return { amount: amountOf(found.balanceAmount), currency }
  }
  return undefined
}

export const monetaryAmountOf = (value: unknown): MonetaryAmount | undefined => {
  const found = Option.getOrUndefined(decodeAmount(value))
  // Adding 0 turns -0 into 0.
  return found && { amount: amountOf(found) + 0, currency: found.currency }
}

export const bankBalanceOf = (balance: WireBalance, timeZone: string): BankBalance => ({
  balanceType: balance.balanceType,
  balanceAmount: { amount: amountOf(balance.balanceAmount) + 0, currency: balance.balanceAmount.currency },
  ...withoutUndefined({
    creditLimitIncluded: readBoolean(balance.creditLimitIncluded),
    referenceDate: readDate(balance.referenceDate, timeZone),
    lastChangeDateTime: readTimestamp(balance.lastChangeDateTime),
    lastCommittedTransaction: readText(balance.lastCommittedTransaction)
  })
})

/**
 * Makes a booked balance negative if the person owes money. Does not change the sign of `availableBalance` or of the
 * amounts in `balances`.
 */
export const balancesOf = (
  account: WireAccount,
  list: AccountListKind,
  balances: ReadonlyArray<WireBalance>,
  { profile, timeZone }: { readonly profile: BankProfile.ResolvedProfile; readonly timeZone: string }
): Pick<BankAccount, "availableBalance" | "balances" | "bookedBalance" | "creditLimit"> => {
  const { available = preferredTypes.available, booked = preferredTypes.booked } = profile.balances
  const found = balanceOf(account, balances, booked)
  return {
    balances: balances.map((each) => bankBalanceOf(each, timeZone)),
    ...withoutUndefined({
      // Subtracting from 0 avoids -0.
      bookedBalance: found && isDebitPositive(account, list) ? { ...found, amount: 0 - found.amount } : found,
      availableBalance: balanceOf(account, balances, available),
      creditLimit: monetaryAmountOf(account.creditLimit)
    })
  }
}

const maxOwners = 100

const ownersOf = ({ ownerName, ownerNames }: WireAccount): BankAccount["owners"] => {
  const listed = (Array.isArray(ownerNames) ? ownerNames.slice(0, maxOwners) : []).flatMap((each: unknown) => {
    const name = readText(each) ?? readText(readMember(each, "name"))
    return name === undefined ? [] : [{ name, ...withoutUndefined({ role: readText(readMember(each, "role")) }) }]
  })
  const name = readText(ownerName)
  const all = name === undefined || listed.some((each) => each.name === name) ? listed : [{ name }, ...listed]
  return all.length === 0 ? undefined : all
}

/**
 * Returns an account's record without balances and transactions, or `undefined` for types of account that have no
 * records. An account has the same id under every consent.
 */
export const recordOf = (
  account: WireAccount,
  list: AccountListKind,
  accountId: string,
  { company, companyDisplayName }: BankIdentity
): BankAccount | undefined => {
  const type = typeOf(account, list)
  if (type === undefined || readText(account.status)?.toLowerCase() === "deleted") return undefined
  const owners = ownersOf(account)
  const holder = owners?.[0]?.name
  return {
    type,
    id: `${accountIdOf(account) ?? accountId} ${account.currency}`,
    company,
    companyDisplayName,
    accountId,
    currency: account.currency,
    ...withoutUndefined({
      accountName: readText(account.displayName) ?? readText(account.name),
      productName: readText(account.product),
      holder: holder === undefined ? undefined : { name: holder },
      owners,
      iban: readIban(account.iban),
      bban: readText(account.bban),
      maskedPan: readMaskedPan(account.maskedPan),
      bic: readBic(account.bic),
      cashAccountType: readText(account.cashAccountType),
      usage: readText(account.usage),
      accountStatus: readText(account.status),
      linkedAccounts: readText(account.linkedAccounts),
      details: readText(account.details)
    })
  }
}
