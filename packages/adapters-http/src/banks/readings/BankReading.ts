/** A reading of accounts under one consent, and its requests. */
import type { Psd2AisConsentScope } from "@sheaf/domain/ConsentScope"
import type { BankProfile, ReadingContext } from "@sheaf/ports"
import type { Effect } from "effect"
import type { AttemptedBankCallError } from "../wire/BankCallError.ts"
import type { BankIdentity, AccountListKind } from "../wire/AccountMapping.ts"
import type { BankHttpClient, BankRequest } from "../wire/BankHttpClient.ts"
import * as BankWire from "../wire/BankWire.ts"
import { readText } from "../wire/LenientDecoding.ts"

export interface BankReading {
  readonly client: BankHttpClient
  /** The bank's origin, for errors. */
  readonly origin: string
  readonly names: BankIdentity
  /** The time zone of the bank's days. */
  readonly timeZone: string
  /** Absent if the bank stores no consents. */
  readonly bankConsentId?: string
  readonly scope: Psd2AisConsentScope
  readonly context: ReadingContext
  readonly profile: BankProfile.ResolvedProfile
  /** The header fields with the consent's token, for a bank with OAuth. */
  readonly fields: Readonly<Record<string, string>>
}

const fieldsOf = ({ bankConsentId, context: { psuIpAddress, psuUserAgent }, fields }: BankReading) => ({
  ...fields,
  "consent-id": bankConsentId,
  "psu-ip-address": psuIpAddress,
  "psu-user-agent": psuUserAgent
})

/** Returns the request for one of the bank's URLs. */
export const getRequestFor = (reading: BankReading, path: string): BankRequest => ({
  method: "GET",
  path,
  fields: fieldsOf(reading)
})

export const accountListPaths = { ACCOUNTS: "accounts", CARD_ACCOUNTS: "card-accounts" } as const satisfies Record<
  AccountListKind,
  string
>

/** Lists a bank's accounts or card accounts in NextGenPSD2's form. */
export type AccountLister = (list: AccountListKind) => Effect.Effect<ReadonlyArray<unknown>, AttemptedBankCallError>

/** Returns the URL of an account's balances or transactions, or `undefined` if the bank has none. */
export const accountDataUrlOf = (
  { client }: BankReading,
  account: BankWire.WireAccount,
  list: AccountListKind,
  of: "balances" | "transactions"
) => {
  const resourceId = readText(account.resourceId) ?? readText(account.accountId)
  if (resourceId !== undefined) {
    return client.pathOf(`${accountListPaths[list]}/${encodeURIComponent(resourceId)}/${of}`)
  }
  const href = BankWire.hrefOf(account._links, of)
  return href === undefined ? undefined : client.linkOf(href)
}
