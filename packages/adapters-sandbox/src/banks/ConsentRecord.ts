/**
 * A consent as the simulated bank keeps it, and what happens to it, as plain functions (decisions 9). A personal number is
 * in it only sealed, with a key that follows from the identifier of the consent, which the bank does not keep.
 */
import { CalendarDate } from "@sheaf/domain/CalendarDate"
import { CompanyId } from "@sheaf/domain/Company"
import * as ConsentScope from "@sheaf/domain/ConsentScope"
import type { BankConsentState, BankConsentStatus } from "@sheaf/ports"
import { Schema } from "effect"
import type { BankOffer } from "../companies/Company.ts"
import { plusDays } from "../records/Dates.ts"

const Authorisation = Schema.Union([
  Schema.Struct({ type: Schema.Literal("ELECTRONIC_ID"), sealedPerson: Schema.String }),
  Schema.Struct({
    type: Schema.Literal("REDIRECT"),
    /** What the address of the page ends in, beside the name of the consent. */
    secret: Schema.String,
    /** Where the person is sent when it is decided. */
    returnUrl: Schema.String
  })
])

/** What the bank granted, and until when, in milliseconds since 1970. */
const Grant = Schema.Struct({ scope: ConsentScope.Psd2AisConsentScope, until: Schema.Finite })

export const ConsentRecord = Schema.Struct({
  company: CompanyId,
  /** What is asked for. */
  scope: ConsentScope.Psd2AisConsentScope,
  validUntil: CalendarDate,
  /** When it was made, in milliseconds since 1970. */
  madeAt: Schema.Finite,
  authorisation: Authorisation,
  status: Schema.Literals(["received", "valid", "rejected", "revokedByPsu", "terminatedByTpp"]),
  granted: Schema.optionalKey(Grant),
  /** What has failed that is to fail once. */
  failedOnce: Schema.Array(Schema.Literals(["status", "accounts"]))
})
export type ConsentRecord = typeof ConsentRecord.Type

/** What is taken from what was asked for. */
export interface Restriction {
  /** Of the accounts of the person, only these. */
  readonly accountIds?: ReadonlyArray<string>
  /** In milliseconds since 1970. */
  readonly until?: number
}

export const dayOf = (millis: number): string => new Date(millis).toISOString().slice(0, 10)

/** The end of a day, in milliseconds since 1970. */
export const endOf = (day: string): number => Date.parse(ConsentScope.expiresAt(day))

/** When it ends at the latest: as is asked, or by the bank's own rule. */
export const latestEnd = ({ madeAt, validUntil }: ConsentRecord, { maximumConsentValidityDays }: BankOffer): number => {
  const asked = endOf(validUntil)
  return maximumConsentValidityDays === undefined
    ? asked
    : Math.min(asked, endOf(plusDays(dayOf(madeAt), maximumConsentValidityDays)))
}

/** The accounts that are asked for, of those that the person has. */
export const askedOf = ({ scope }: ConsentRecord, ownAccounts: ReadonlyArray<string>): ReadonlyArray<string> =>
  ownAccounts.filter((id) => scope.accountIds?.includes(id) ?? true)

/** The consent once the person has authorised it: valid, or rejected where nothing is left of what was asked for. */
export const authorise = (
  record: ConsentRecord,
  bank: BankOffer,
  ownAccounts: ReadonlyArray<string>,
  { accountIds, until }: Restriction
): ConsentRecord => {
  const asked = askedOf(record, ownAccounts)
  const chosen = asked.filter((id) => accountIds?.includes(id) ?? true)
  // Where all accounts are asked for and granted, those that come later are covered too.
  const all = record.scope.accountIds === undefined && accountIds === undefined
  const scope = ConsentScope.grant(record.scope, { ...bank.reads, ...(!all && { accountIds: chosen }) })
  if (scope === undefined) return { ...record, status: "rejected" }
  const latest = latestEnd(record, bank)
  return { ...record, status: "valid", granted: { scope, until: Math.min(latest, until ?? latest) } }
}

/** Where the consent stands at a time. */
export const statusAt = ({ granted, status }: ConsentRecord, now: number): BankConsentStatus =>
  status === "valid" && granted !== undefined && now >= granted.until ? "expired" : status

/** Where it stands, and what is granted while it holds. */
export const stateAt = (record: ConsentRecord, now: number): BankConsentState => {
  const status = statusAt(record, now)
  const { granted, validUntil } = record
  if (status !== "valid" || granted === undefined) return { status, granted: {} }
  const { accountIds, balances, transactions } = granted.scope
  return {
    status,
    granted: {
      ...(accountIds !== undefined && { accountIds }),
      balances,
      transactions,
      ...(granted.until < endOf(validUntil) && { expiresAt: new Date(granted.until).toISOString() })
    }
  }
}

/** The consent after the service has ended it; one that has ended stays as it is. */
export const terminate = (record: ConsentRecord, now: number): ConsentRecord =>
  ["received", "valid"].includes(statusAt(record, now)) ? { ...record, status: "terminatedByTpp" } : record

/** The consent after the person has ended it at the bank. */
export const revokeByPerson = (record: ConsentRecord): ConsentRecord =>
  record.status === "valid" ? { ...record, status: "revokedByPsu" } : record
