/**
 * A consent as the simulated bank stores it, and how it changes (spec 2.4). Neither the consent's id nor the secret in
 * the page's URL is stored. A key derived from the id encrypts the personal number, and a key derived from the secret
 * encrypts the return URL.
 */
import { CalendarDate } from "@sheaf/domain/CalendarDate"
import { CompanyId } from "@sheaf/domain/Company"
import * as ConsentScope from "@sheaf/domain/ConsentScope"
import type { BankConsentStatus } from "@sheaf/ports"
import { Option, Schema } from "effect"
import { timingSafeEqual } from "node:crypto"
import type { SimulatedBank } from "../companies/Company.ts"
import * as DeterministicEncryption from "../storage/DeterministicEncryption.ts"
import { TokenHashes } from "./TokenHashes.ts"
import { plusDays } from "../data/Dates.ts"

const Redirect = Schema.Struct({
  type: Schema.Literal("REDIRECT"),
  /** The hash of the secret in the page's URL. */
  secretHash: Schema.String,
  /**
   * The URL to which the bank redirects the person after the decision, encrypted with a key derived from the secret in
   * the page's URL.
   */
  sealedReturnUrl: Schema.String
})

const returnKeyOf = (secret: string): Buffer => DeterministicEncryption.deriveKey("return address of a consent", secret)

const hashOf = (secret: string): Buffer => DeterministicEncryption.deriveKey("secret of a page", secret)

export const makeRedirectAuthorization = (secret: string, returnUrl: string): typeof Redirect.Type => ({
  type: "REDIRECT",
  secretHash: hashOf(secret).toString("hex"),
  sealedReturnUrl: DeterministicEncryption.encrypt(returnKeyOf(secret), returnUrl)
})

/** Returns the return URL, unless the secret is wrong. */
export const decryptReturnUrl = (secret: string, { sealedReturnUrl, secretHash }: typeof Redirect.Type) =>
  timingSafeEqual(hashOf(secret), Buffer.from(secretHash, "hex"))
    ? Option.getOrUndefined(DeterministicEncryption.decrypt(returnKeyOf(secret), sealedReturnUrl))
    : undefined

const Authorization = Schema.Union([
  Schema.Struct({ type: Schema.Literal("ELECTRONIC_ID"), sealedPerson: Schema.String }),
  Redirect
])

/** `until` is in milliseconds since 1970. */
const Grant = Schema.Struct({ scope: ConsentScope.Psd2AisConsentScope, until: Schema.Finite })

/** Only consents requested over the protocol have these members. */
const Requested = Schema.Struct({
  /** The request's hash, which distinguishes a retry from another request with the same id. */
  requestHash: Schema.String,
  /** The provider, or an empty string if it has no certificate. */
  tpp: Schema.String,
  /** The requested access as JSON, encrypted with a key derived from the consent's id. */
  sealedAccess: Schema.String,
  recurring: Schema.Boolean,
  frequencyPerDay: Schema.Int,
  /** Present if the person authorizes the consent with OAuth. Reading accounts then requires a token. */
  usesOAuth: Schema.optionalKey(Schema.Literal(true)),
  /**
   * Present if this record is only a login and not a consent. The login's token allows requests about consents, but
   * gives no access to accounts.
   */
  isLogin: Schema.optionalKey(Schema.Literal(true)),
  /** The hash of the login that preceded the consent. All requests about the consent need that login's token. */
  loginHash: Schema.optionalKey(Schema.String),
  /** Present if the provider must confirm the authorization with the code from the return URL. */
  needsConfirmation: Schema.optionalKey(Schema.Literal(true)),
  /** The client and the hashes of its tokens. Absent until the client has exchanged its code. */
  tokens: Schema.optionalKey(TokenHashes),
  /** Present once the bank has sent the person a code. */
  codeSent: Schema.optionalKey(Schema.Literal(true)),
  /** Absent until the authorization starts. */
  authorizationId: Schema.optionalKey(Schema.String)
})

export const ConsentRecord = Schema.Struct({
  company: CompanyId,
  clientName: Schema.optionalKey(Schema.String),
  scope: ConsentScope.Psd2AisConsentScope,
  validUntil: CalendarDate,
  /** In milliseconds since 1970. */
  madeAt: Schema.Finite,
  authorization: Authorization,
  /** The person's language and region, which determine the page's language. */
  locale: Schema.optionalKey(Schema.String),
  status: Schema.Literals(["received", "valid", "rejected", "revokedByPsu", "terminatedByTpp"]),
  granted: Schema.optionalKey(Grant),
  /** Holds the grant after the person's approval until the provider sends the code. */
  unconfirmed: Schema.optionalKey(Schema.Struct({ codeHash: Schema.String, granted: Grant })),
  /**
   * In the scenario in which the first call of each kind fails, lists the kinds whose first call has already failed.
   */
  failedOnce: Schema.Array(Schema.Literals(["status", "accounts"])),
  requested: Requested
  // Stored files use the NextGenPSD2 spelling of this name.
}).pipe(Schema.encodeKeys({ authorization: "authorisation" }))
export type ConsentRecord = typeof ConsentRecord.Type

export interface AccessRestriction {
  readonly accountIds?: ReadonlyArray<string>
  /** In milliseconds since 1970. */
  readonly until?: number
}

export const dayOf = (millis: number): string => new Date(millis).toISOString().slice(0, 10)

/** Returns milliseconds since 1970. */
export const endOfDay = (day: string): number => Date.parse(ConsentScope.expirationOf(day))

/** The time at which the consent ends: the requested one, or an earlier one if the bank limits it. */
export const endOfConsent = (
  { madeAt, validUntil }: ConsentRecord,
  { maximumConsentValidityDays }: SimulatedBank
): number => {
  const asked = endOfDay(validUntil)
  return maximumConsentValidityDays === undefined
    ? asked
    : Math.min(asked, endOfDay(plusDays(dayOf(madeAt), maximumConsentValidityDays)))
}

export const requestedAccountsOf = (
  { scope }: ConsentRecord,
  ownAccounts: ReadonlyArray<string>
): ReadonlyArray<string> => ownAccounts.filter((id) => scope.accountIds?.includes(id) ?? true)

/** Rejects the consent if nothing that it requests can be granted. */
export const authorize = (
  record: ConsentRecord,
  bank: SimulatedBank,
  ownAccounts: ReadonlyArray<string>,
  { accountIds, until }: AccessRestriction
): ConsentRecord => {
  const asked = requestedAccountsOf(record, ownAccounts)
  const chosen = asked.filter((id) => accountIds?.includes(id) ?? true)
  // If the provider requests all accounts and the person grants all of them, the consent also covers future accounts.
  const all = record.scope.accountIds === undefined && accountIds === undefined
  const scope = ConsentScope.intersectScope(record.scope, { ...bank.reads, ...(!all && { accountIds: chosen }) })
  if (scope === undefined) return { ...record, status: "rejected" }
  const latest = endOfConsent(record, bank)
  return { ...record, status: "valid", granted: { scope, until: Math.min(latest, until ?? latest) } }
}

export const statusAt = ({ granted, status }: ConsentRecord, now: number): BankConsentStatus =>
  status === "valid" && granted !== undefined && now >= granted.until ? "expired" : status

/** Ends the consent at the service's request. Has no effect if the consent has already ended. */
export const terminate = (record: ConsentRecord, now: number): ConsentRecord =>
  ["received", "valid"].includes(statusAt(record, now)) ? { ...record, status: "terminatedByTpp" } : record

/** Ends the grant at `now`, in milliseconds since 1970. */
export const expire = (record: ConsentRecord, now: number): ConsentRecord =>
  record.granted === undefined ? record : { ...record, granted: { ...record.granted, until: now } }

export const revokeByPerson = (record: ConsentRecord): ConsentRecord =>
  record.status === "valid" ? { ...record, status: "revokedByPsu" } : record
