/**
 * A consent as the simulated bank stores it, and how it changes (spec 2.4). The personal number is encrypted with a key
 * derived from the consent's id, and the return URL with a key derived from the secret in the page's URL. The id and
 * the secret are not stored.
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
  /** Where the bank redirects the person after the decision, encrypted with a key derived from the secret. */
  sealedReturnUrl: Schema.String
})

const returnKeyOf = (secret: string): Buffer => DeterministicEncryption.deriveKey("return address of a consent", secret)

const hashOf = (secret: string): Buffer => DeterministicEncryption.deriveKey("secret of a page", secret)

/** Returns a consent that is authorized on the page whose URL ends in the secret. */
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

/** The granted scope, and when the grant ends, in milliseconds since 1970. */
const Grant = Schema.Struct({ scope: ConsentScope.Psd2AisConsentScope, until: Schema.Finite })

/** The members that only consents requested over the protocol have. */
const Requested = Schema.Struct({
  /** The request's hash, which distinguishes a retry from another request with the same id. */
  requestHash: Schema.String,
  /** The provider, or empty if it has no certificate. */
  tpp: Schema.String,
  /** The requested access as JSON, encrypted with a key derived from the consent's id. */
  sealedAccess: Schema.String,
  recurring: Schema.Boolean,
  frequencyPerDay: Schema.Int,
  /** Present if the person authorizes the consent with OAuth, so that reading accounts takes a token. */
  usesOAuth: Schema.optionalKey(Schema.Literal(true)),
  /** Present if this is only a login, which opens no accounts. The login's token is for requests about consents. */
  isLogin: Schema.optionalKey(Schema.Literal(true)),
  /** The hash of the login before the consent. Every request about the consent needs that login's token. */
  loginHash: Schema.optionalKey(Schema.String),
  /** Present if the provider has to confirm the authorization with the code in the return URL. */
  needsConfirmation: Schema.optionalKey(Schema.Literal(true)),
  /** The client, and its tokens' hashes. Absent until the client has exchanged its code. */
  tokens: Schema.optionalKey(TokenHashes),
  /** Present once the bank has sent the person a code. */
  codeSent: Schema.optionalKey(Schema.Literal(true)),
  /** Absent until the authorization starts. */
  authorizationId: Schema.optionalKey(Schema.String)
})

export const ConsentRecord = Schema.Struct({
  company: CompanyId,
  /** The client that asks for the consent. */
  clientName: Schema.optionalKey(Schema.String),
  /** The requested scope. */
  scope: ConsentScope.Psd2AisConsentScope,
  validUntil: CalendarDate,
  /** When the consent was created, in milliseconds since 1970. */
  madeAt: Schema.Finite,
  authorization: Authorization,
  /** The person's language and region, which determine the page's language. */
  locale: Schema.optionalKey(Schema.String),
  status: Schema.Literals(["received", "valid", "rejected", "revokedByPsu", "terminatedByTpp"]),
  granted: Schema.optionalKey(Grant),
  /** The grant, from the person's approval until the provider sends the code. */
  unconfirmed: Schema.optionalKey(Schema.Struct({ codeHash: Schema.String, granted: Grant })),
  /** The kinds of calls that have already failed, in a scenario in which the first call of each kind fails. */
  failedOnce: Schema.Array(Schema.Literals(["status", "accounts"])),
  requested: Requested
  // In files, `authorization` is spelled as in NextGenPSD2.
}).pipe(Schema.encodeKeys({ authorization: "authorisation" }))
export type ConsentRecord = typeof ConsentRecord.Type

/** A limit on the granted access. */
export interface AccessRestriction {
  /** The only accounts to grant. */
  readonly accountIds?: ReadonlyArray<string>
  /** In milliseconds since 1970. */
  readonly until?: number
}

export const dayOf = (millis: number): string => new Date(millis).toISOString().slice(0, 10)

/** Returns a day's end, in milliseconds since 1970. */
export const endOfDay = (day: string): number => Date.parse(ConsentScope.expirationOf(day))

/** Returns when the consent ends: as requested, or earlier if the bank limits it. */
export const endOfConsent = (
  { madeAt, validUntil }: ConsentRecord,
  { maximumConsentValidityDays }: SimulatedBank
): number => {
  const asked = endOfDay(validUntil)
  return maximumConsentValidityDays === undefined
    ? asked
    : Math.min(asked, endOfDay(plusDays(dayOf(madeAt), maximumConsentValidityDays)))
}

/** Returns the person's accounts that the consent requests. */
export const requestedAccountsOf = (
  { scope }: ConsentRecord,
  ownAccounts: ReadonlyArray<string>
): ReadonlyArray<string> => ownAccounts.filter((id) => scope.accountIds?.includes(id) ?? true)

/** Authorizes the consent, or rejects it if nothing that it requests can be granted. */
export const authorize = (
  record: ConsentRecord,
  bank: SimulatedBank,
  ownAccounts: ReadonlyArray<string>,
  { accountIds, until }: AccessRestriction
): ConsentRecord => {
  const asked = requestedAccountsOf(record, ownAccounts)
  const chosen = asked.filter((id) => accountIds?.includes(id) ?? true)
  // If a consent for all accounts is granted in full, it also covers future accounts.
  const all = record.scope.accountIds === undefined && accountIds === undefined
  const scope = ConsentScope.intersectScope(record.scope, { ...bank.reads, ...(!all && { accountIds: chosen }) })
  if (scope === undefined) return { ...record, status: "rejected" }
  const latest = endOfConsent(record, bank)
  return { ...record, status: "valid", granted: { scope, until: Math.min(latest, until ?? latest) } }
}

export const statusAt = ({ granted, status }: ConsentRecord, now: number): BankConsentStatus =>
  status === "valid" && granted !== undefined && now >= granted.until ? "expired" : status

/** Ends the consent at the service's request, unless the consent has already ended. */
export const terminate = (record: ConsentRecord, now: number): ConsentRecord =>
  ["received", "valid"].includes(statusAt(record, now)) ? { ...record, status: "terminatedByTpp" } : record

/** Ends the grant at a time, in milliseconds since 1970. */
export const expire = (record: ConsentRecord, now: number): ConsentRecord =>
  record.granted === undefined ? record : { ...record, granted: { ...record.granted, until: now } }

export const revokeByPerson = (record: ConsentRecord): ConsentRecord =>
  record.status === "valid" ? { ...record, status: "revokedByPsu" } : record
