/** Translates a consent's scope into a request to the bank, and the bank's grant back into a scope (spec 16). */
import * as AccountNumber from "@sheaf/domain/AccountNumber"
import * as ConsentScope from "@sheaf/domain/ConsentScope"
import type { Psd2AisConsentScope } from "@sheaf/domain/ConsentScope"
import type { BankConsentState } from "@sheaf/ports"
import type { WireAccess } from "./BankWire.ts"
import { readDate, readMaskedPan, readMember, readText } from "./LenientDecoding.ts"

type NamedAccount = { readonly [Name in "iban" | "bban" | "maskedPan"]?: string }

export interface RequestedAccess {
  readonly allPsd2?: "allAccounts" | "allAccountsWithOwnerName"
  readonly accounts?: ReadonlyArray<NamedAccount>
  readonly balances?: ReadonlyArray<NamedAccount>
  readonly transactions?: ReadonlyArray<NamedAccount>
  readonly additionalInformation?: { readonly ownerName: ReadonlyArray<NamedAccount> }
}

const members = { IBAN: "iban", BBAN: "bban", MASKED_PAN: "maskedPan" } as const

const referenceOf = (text: string): NamedAccount | undefined => {
  const found = AccountNumber.parse(text)
  return found && { [members[found.kind]]: found.number }
}

/**
 * Returns the access to request for a scope, or `undefined` if an id in the scope cannot belong to a bank account.
 * Without `accountIds`, requests global access if the scope has both balances and transactions; otherwise, the person
 * chooses accounts at the bank. `withOwners` also requests the owners' names.
 */
export const requestedAccessOf = (
  { accountIds, balances, transactions }: Psd2AisConsentScope,
  withOwners: boolean
): RequestedAccess | undefined => {
  const ownersOf = (ownerName: ReadonlyArray<NamedAccount>) => withOwners && { additionalInformation: { ownerName } }
  if (accountIds === undefined) {
    if (balances && transactions) return { allPsd2: withOwners ? "allAccountsWithOwnerName" : "allAccounts" }
    if (balances) return { balances: [], ...ownersOf([]) }
    return { ...(transactions ? { transactions: [] } : { accounts: [] }), ...ownersOf([]) }
  }
  const references = accountIds.flatMap((id) => referenceOf(id) ?? [])
  if (references.length < accountIds.length) return undefined
  return {
    accounts: references,
    ...(balances && { balances: references }),
    ...(transactions && { transactions: references }),
    ...ownersOf(references)
  }
}

/** Returns an account's IBAN, BBAN and masked card number, omitting those that the bank does not state. */
export const accountNumbersOf = (account: unknown): ReadonlyArray<string> =>
  [
    readText(readMember(account, "iban")),
    readText(readMember(account, "bban")),
    readMaskedPan(readMember(account, "maskedPan"))
  ].flatMap((text) => (text === undefined ? [] : [AccountNumber.parse(text)?.number ?? text]))

/**
 * Returns the account's first number. Sheaf uses this number as the account's id if the client has not named the
 * account.
 */
export const accountIdOf = (account: unknown): string | undefined => accountNumbersOf(account)[0]

type References = WireAccess["accounts"]

const numbersIn = (...lists: ReadonlyArray<References>) => {
  const accounts = lists.flatMap((list = []) => list.map(accountNumbersOf))
  const accountIds = [...new Set(accounts.flatMap(([id]) => id ?? []))]
  const otherNumbers = [...new Set(accounts.flatMap(([, ...others]) => others))]
  return { accountIds, ...(otherNumbers.length > 0 && { otherNumbers }) }
}

/**
 * Returns what a valid consent grants according to its `access`. If all lists in `access` are empty, the grant is not
 * restricted to particular accounts. If Sheaf cannot read an account reference in a list, it ignores the reference, but
 * the grant stays restricted, even if no account is left. The consent ends at the end of its last day in UTC.
 */
export const grantOf = (access: WireAccess, validUntil: unknown): BankConsentState["granted"] => {
  const day = readDate(validUntil, "UTC")
  const until = day === undefined ? {} : { expiresAt: ConsentScope.expirationOf(day) }
  const { accounts, balances, transactions } = access
  if (readText(access.allPsd2) !== undefined) return until
  const named = [accounts, balances, transactions].some((list) => list !== undefined && list.length > 0)
  return {
    ...until,
    balances: balances !== undefined,
    transactions: transactions !== undefined,
    ...(named && numbersIn(accounts, balances, transactions))
  }
}
