/** Uses a consent's token in calls to the bank, and recognizes expired and rejected tokens (spec 16). */
import type { BankConsentState } from "@sheaf/ports"
import { Clock, Effect } from "effect"
import type { Redacted } from "effect"
import { BankRequestError } from "../wire/BankCallError.ts"
import type { BankCallError } from "../wire/BankCallError.ts"
import * as BankCredentials from "./BankCredentials.ts"

/** A rejected token is renewed only if it is older than this, in milliseconds. */
const freshMillis = 60_000

const tokenCodes: ReadonlyArray<string | undefined> = ["TOKEN_EXPIRED", "TOKEN_INVALID", "TOKEN_UNKNOWN", undefined]

type Granted = Extract<BankCredentials.BankCredentials, { readonly _tag: "GRANTED" }>

const bearer = ({ accessToken }: Granted): Readonly<Record<string, string>> => ({
  authorization: `Bearer ${accessToken}`
})

const isOld = ({ issuedAt }: Granted, now: number): boolean => now - issuedAt >= freshMillis

/** Fails if the credentials must be renewed, or if they have expired for good. */
export const authorizationHeaders = Effect.fnUntraced(function* (given: Redacted.Redacted | undefined) {
  const credentials = given && BankCredentials.parse(given)
  const none: Readonly<Record<string, string>> = {}
  switch (credentials?._tag) {
    case undefined:
    case "PENDING":
    case "UNCONFIRMED":
    case "CONFIRMED":
      return none
    case "RETURNED":
    case "CONFIRMING":
      return yield* new BankRequestError({ reason: "CREDENTIALS_EXPIRED" })
    case "GRANTED": {
      const { expiresAt = Infinity, refreshToken } = credentials
      if ((yield* Clock.currentTimeMillis) < expiresAt) return bearer(credentials)
      const reason = refreshToken === undefined ? "CONSENT_INVALID" : "CREDENTIALS_EXPIRED"
      return yield* new BankRequestError({ reason })
    }
  }
})

/** Fails with CONSENT_INVALID if there is no token. */
export const grantedHeaders = Effect.fnUntraced(function* (given: Redacted.Redacted | undefined) {
  const headers = yield* authorizationHeaders(given)
  return headers["authorization"] === undefined ? yield* new BankRequestError({ reason: "CONSENT_INVALID" }) : headers
})

/**
 * Returns the headers for deleting a consent. If the token cannot be renewed, uses it even after it has expired,
 * because the bank may still accept it for this request. Fails if the token can be renewed but has expired.
 */
export const consentDeletionHeaders = (given: Redacted.Redacted | undefined) => {
  const credentials = given && BankCredentials.parse(given)
  return credentials?._tag === "GRANTED" && credentials.refreshToken === undefined
    ? Effect.succeed(bearer(credentials))
    : authorizationHeaders(given)
}

/**
 * Returns true if there is neither a token nor a code to exchange for one, or if the token is old and cannot be
 * renewed.
 */
export const hasNoUsableToken = (given: Redacted.Redacted | undefined, now: number): boolean => {
  const credentials = given && BankCredentials.parse(given)
  if (credentials?._tag === "RETURNED") return false
  return credentials?._tag !== "GRANTED" || (credentials.refreshToken === undefined && isOld(credentials, now))
}

/**
 * If the token cannot be renewed, limits the grant to the token's lifetime, because the consent is useless afterwards.
 */
export const limitToTokenLifetime = (
  given: Redacted.Redacted | undefined,
  state: BankConsentState
): BankConsentState => {
  const credentials = given && BankCredentials.parse(given)
  if (state.status !== "valid" || credentials?._tag !== "GRANTED") return state
  const { expiresAt: tokenEnd, refreshToken } = credentials
  if (tokenEnd === undefined || refreshToken !== undefined) return state
  const { granted } = state
  const end = granted.expiresAt === undefined ? tokenEnd : Math.min(Date.parse(granted.expiresAt), tokenEnd)
  return { ...state, granted: { ...granted, expiresAt: new Date(end).toISOString() } }
}

const tagOf = (given: Redacted.Redacted | undefined) => given && BankCredentials.parse(given)?._tag

/** Returns true if the person has not yet come back. There is no token before that. */
export const isAwaitingToken = (given: Redacted.Redacted | undefined): boolean => tagOf(given) === "PENDING"

/** Returns true if the person has not yet come back with a code. The consent cannot be used before that. */
export const isAwaitingCode = (given: Redacted.Redacted | undefined): boolean =>
  isAwaitingToken(given) || tagOf(given) === "UNCONFIRMED"

/**
 * Returns the error for a call whose token was rejected. If the token is old, the error says that the credentials have
 * expired or, without a refresh token, that the consent is invalid. Otherwise, returns `fault` unchanged, because
 * renewing a recent token is pointless.
 */
export const rejectedTokenError = (
  given: Redacted.Redacted | undefined,
  fault: BankCallError,
  now: number
): BankCallError => {
  const credentials = given && BankCredentials.parse(given)
  if (credentials?._tag !== "GRANTED" || fault._tag !== "BankStatusError" || fault.status !== 401) return fault
  if (!tokenCodes.includes(fault.code) || !isOld(credentials, now)) return fault
  return new BankRequestError({
    reason: credentials.refreshToken === undefined ? "CONSENT_INVALID" : "CREDENTIALS_EXPIRED"
  })
}
