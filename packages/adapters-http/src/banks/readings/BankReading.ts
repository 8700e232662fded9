/** Describes one reading of accounts under a consent, and builds its requests. */
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
  readonly origin: string
  readonly names: BankIdentity
  /** The time zone in which the bank dates transactions. */
  readonly timeZone: string
  /** Absent if the bank stores no consents. */
  readonly bankConsentId?: string
  readonly scope: Psd2AisConsentScope
  readonly context: ReadingContext
  readonly profile: BankProfile.ResolvedProfile
  readonly fields: Readonly<Record<string, string>>
}

const fieldsOf = ({ bankConsentId, context: { psuIpAddress, psuUserAgent }, fields }: BankReading) => ({
  ...fields,
  "consent-id": bankConsentId,
  "psu-ip-address": psuIpAddress,
  "psu-user-agent": psuUserAgent
})

export const getRequestFor = (reading: BankReading, path: string): BankRequest => ({
  method: "GET",
  path,
  fields: fieldsOf(reading)
})

export const accountListPaths = { ACCOUNTS: "accounts", CARD_ACCOUNTS: "card-accounts" } as const satisfies Record<
  AccountListKind,
  string
>

/** Lists a bank's accounts or card accounts in the format of NextGenPSD2. */
export type AccountLister = (list: AccountListKind) => Effect.Effect<ReadonlyArray<unknown>, AttemptedBankCallError>

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
