/** A bank's accounts as Sheaf's records (NextGenPSD2 1.3.11, account details and balances; spec 10, 16). */
import type { CompanyId } from "@sheaf/domain/Company"
import type { MonetaryAmount } from "@sheaf/domain/MonetaryAmount"
import type { BankAccountType } from "@sheaf/domain/WealthType"
import type { BankAccount } from "@sheaf/domain/wealth/BankAccount"
import { accountIdOf } from "./AccessMapping.ts"
import type { WireAccount, WireBalance } from "./BankWire.ts"
import { textOf } from "./LenientDecoding.ts"

/** The bank's names in records. */
export interface BankIdentity {
  readonly company: CompanyId
  readonly companyDisplayName: string
}

/** The list that contains an account. */
export type AccountListKind = "ACCOUNTS" | "CARD_ACCOUNTS"

/** The ISO 20022 account types that are not payment accounts. Sheaf has no records for them. */
const otherTypes: ReadonlyArray<string> = ["LOAN", "MGLD", "COMM"]

const savings: ReadonlyArray<string> = ["SVGS", "LLSV", "MOMA"]

/** Returns the type of an account, or `undefined` if Sheaf has no records for such accounts. */
const typeOf = ({ cashAccountType }: WireAccount, list: AccountListKind): BankAccountType | undefined => {
  const type = textOf(cashAccountType) ?? ""
  if (list === "CARD_ACCOUNTS" || type === "CARD") return "PSD2_CREDIT_CARD"
  if (otherTypes.includes(type)) return undefined
  return savings.includes(type) ? "PSD2_SAVINGS_ACCOUNT" : "PSD2_CHECKING_ACCOUNT"
}

const bookedTypes = ["interimBooked", "closingBooked", "openingBooked"]
const availableTypes = ["interimAvailable", "forwardAvailable", "expected"]

/** Returns a decimal amount as a number. */
export const amountOf = ({ amount }: WireBalance["balanceAmount"]): number => Number(amount)

/**
 * Returns the first balance in the account's currency, in the order of `types`. Of two balances of the same type, the
 * one that includes the credit limit comes first.
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

const ibanPattern = /^[A-Z]{2}\d{2}[A-Z0-9]{11,30}$/
const bicPattern = /^[A-Z0-9]{4}[A-Z]{2}[A-Z0-9]{2}(?:[A-Z0-9]{3})?$/

const matching = (value: unknown, pattern: RegExp): string | undefined => {
  const text = textOf(value)?.replaceAll(" ", "").toUpperCase()
  return text !== undefined && pattern.test(text) ? text : undefined
}

/** Returns the balances of an account. A balance in another currency than the account's is dropped. */
export const balancesOf = (
  account: WireAccount,
  balances: ReadonlyArray<WireBalance>
): Pick<BankAccount, "availableBalance" | "bookedBalance"> => {
  const bookedBalance = balanceOf(account, balances, bookedTypes)
  const availableBalance = balanceOf(account, balances, availableTypes)
  return {
    ...(bookedBalance !== undefined && { bookedBalance }),
    ...(availableBalance !== undefined && { availableBalance })
  }
}

/**
 * Returns the record of an account without its balances and transactions, or `undefined` if Sheaf has no record for
 * such accounts. The record's own id stays the same in every consent.
 */
export const recordOf = (
  account: WireAccount,
  list: AccountListKind,
  accountId: string,
  { company, companyDisplayName }: BankIdentity
): BankAccount | undefined => {
  const type = typeOf(account, list)
  if (type === undefined || account.status === "deleted") return undefined
  const iban = matching(account.iban, ibanPattern)
  const bic = matching(account.bic, bicPattern)
  const accountName = textOf(account.displayName) ?? textOf(account.name)
  const productName = textOf(account.product)
  const holder = textOf(account.ownerName)
  return {
    type,
    id: `${accountIdOf(account) ?? accountId} ${account.currency}`,
    company,
    companyDisplayName,
    accountId,
    currency: account.currency,
    ...(accountName !== undefined && { accountName }),
    ...(productName !== undefined && { productName }),
    ...(holder !== undefined && { holder: { name: holder } }),
    ...(iban !== undefined && { iban }),
    ...(bic !== undefined && { bic })
  }
}
