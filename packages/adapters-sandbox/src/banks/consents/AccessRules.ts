/** Which accounts and data a request asks for (NextGenPSD2 1.3.11, account access). */
import type { Psd2AisConsentScope } from "@sheaf/domain/ConsentScope"
import type { BankAccount } from "@sheaf/domain/wealth/BankAccount"
import { maskedPanOf } from "../../data/MaskedPan.ts"
import type { AccountAccess, AccountReference } from "../protocol/AccountReference.ts"
import type * as TppMessage from "../protocol/TppMessage.ts"

/** The length of an IBAN's country code and check digits. */
const ibanPrefix = 4

const names = (reference: AccountReference, account: BankAccount): boolean => {
  const { bban, currency, iban, maskedPan } = reference
  if (currency !== undefined && currency !== account.currency) return false
  if (iban !== undefined) return iban === account.iban
  if (bban !== undefined) return bban === account.iban?.slice(ibanPrefix)
  return maskedPan !== undefined && maskedPan === maskedPanOf(account)
}

export const accountReferenceOf = (account: BankAccount): AccountReference => {
  const { currency, iban } = account
  const maskedPan = maskedPanOf(account)
  return { ...(iban !== undefined && { iban }), ...(maskedPan !== undefined && { maskedPan }), currency }
}

type References = ReadonlyArray<AccountReference> | undefined

/** An empty list covers all accounts. An absent list covers none. */
const covers = (references: References, account: BankAccount): boolean =>
  references !== undefined && (references.length === 0 || references.some((reference) => names(reference, account)))

export interface AccountRights {
  readonly balances: boolean
  readonly transactions: boolean
}

/** Returns nothing if the account was not requested. */
export const requestedRights = (access: AccountAccess, account: BankAccount): AccountRights | undefined => {
  if (access.allPsd2 !== undefined) return { balances: true, transactions: true }
  const rights = { balances: covers(access.balances, account), transactions: covers(access.transactions, account) }
  return rights.balances || rights.transactions || covers(access.accounts, account) ? rights : undefined
}

export const requestedScope = (access: AccountAccess, accounts: ReadonlyArray<BankAccount>): Psd2AisConsentScope => {
  const covered = accounts.flatMap((account) => {
    const rights = requestedRights(access, account)
    return rights === undefined ? [] : [{ accountId: account.accountId, ...rights }]
  })
  return {
    type: "PSD2_AIS",
    ...(isDetailed(access) && { accountIds: covered.map(({ accountId }) => accountId) }),
    balances: covered.some(({ balances }) => balances),
    transactions: covered.some(({ transactions }) => transactions)
  }
}

const listsOf = ({ accounts, balances, transactions }: AccountAccess): ReadonlyArray<NonNullable<References>> =>
  [accounts, balances, transactions].filter((list) => list !== undefined)

/** Returns true if the request names accounts. */
export const isDetailed = (access: AccountAccess): boolean => listsOf(access).some(({ length }) => length > 0)

export const accessErrorOf = (access: AccountAccess): readonly [TppMessage.MessageCode, string] | undefined => {
  const lists = listsOf(access)
  if (access.availableAccounts !== undefined || access.availableAccountsWithBalance !== undefined) {
    return ["PARAMETER_NOT_SUPPORTED", "The bank does not support consents for the list of available accounts."]
  }
  if (access.additionalInformation?.trustedBeneficiaries !== undefined) {
    return ["PARAMETER_NOT_SUPPORTED", "The bank has no trusted beneficiaries."]
  }
  if (access.allPsd2 !== undefined) {
    return lists.length === 0 ? undefined : ["PARAMETER_NOT_CONSISTENT", "allPsd2 excludes lists of accounts."]
  }
  if (lists.length === 0) return ["FORMAT_ERROR", "A consent must name accounts, balances or transactions."]
  const filled = lists.filter(({ length }) => length > 0).length
  return filled === 0 || filled === lists.length
    ? undefined
    : ["PARAMETER_NOT_CONSISTENT", "Either all lists of accounts are empty, or none."]
}

export const includesOwnerName = (access: AccountAccess): boolean =>
  access.allPsd2 === "allAccountsWithOwnerName" || access.additionalInformation?.ownerName !== undefined

export const grantedAccess = (
  access: AccountAccess,
  { accountIds, balances, transactions }: Psd2AisConsentScope,
  accounts: ReadonlyArray<BankAccount>
): AccountAccess => {
  if (access.allPsd2 !== undefined && accountIds === undefined && balances && transactions) return access
  const granted = accounts.filter(({ accountId }) => accountIds?.includes(accountId) ?? true)
  const listed = (kind: keyof AccountRights) => {
    const covered = granted.filter((account) => requestedRights(access, account)?.[kind] === true)
    return covered.length === 0 ? {} : { [kind]: covered.map(accountReferenceOf) }
  }
  return {
    accounts: granted.map(accountReferenceOf),
    ...(balances && listed("balances")),
    ...(transactions && listed("transactions")),
    ...(includesOwnerName(access) && { additionalInformation: { ownerName: granted.map(accountReferenceOf) } })
  }
}
