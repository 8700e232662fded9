/**
 * Connects banks that have no consents, only access tokens, such as STET banks. Sheaf generates a consent id itself,
 * and the consent lasts as long as its tokens.
 */
import type { AccountHoldingBank, BankConsentState } from "@sheaf/ports"
import { Clock, Effect } from "effect"
import { hash } from "node:crypto"
import * as AccessTokens from "./oauth/AccessTokens.ts"
import * as BankCredentials from "./oauth/BankCredentials.ts"
import type * as ConsentOAuth from "./oauth/ConsentOAuth.ts"
import * as AccessMapping from "./wire/AccessMapping.ts"
import * as BankCallError from "./wire/BankCallError.ts"

type Calls = Pick<AccountHoldingBank, "answer" | "createConsent" | "identify" | "revoke" | "status">

export interface TokenBank {
  readonly server: ReturnType<typeof ConsentOAuth.make> | undefined
  readonly guarded: <A>(
    key: string,
    calls: Effect.Effect<A, BankCallError.AttemptedBankCallError>
  ) => Effect.Effect<A, BankCallError.BankCallError>
}

const idPrefix = "agreement-"

const idOf = (key: string): string => `${idPrefix}${hash("sha256", `agreement ${key}`, "hex").slice(0, 32)}`

const isOwnId = (id: string): boolean => /^agreement-[0-9a-f]{32}$/.test(id)

const rejected = (reason: BankCallError.BankRequestError["reason"]) =>
  Effect.fail(BankCallError.toBankError(new BankCallError.BankRequestError({ reason })))

const pending: BankConsentState = { status: "received", granted: {} }

/** Only `createConsent` calls the bank. */
export const make = ({ guarded, server }: TokenBank): Calls => ({
  createConsent: ({ authorization, scope }, key) => {
    const registered = authorization._tag === "REDIRECT" ? authorization.registered : undefined
    const isReadable = AccessMapping.requestedAccessOf(scope, false) !== undefined
    if (server === undefined || registered === undefined || !isReadable) return rejected("REFUSED")
    const bankConsentId = idOf(key)
    const begun = server.begin({ bankConsentId, link: undefined, ...registered })
    const made = Effect.map(begun, (page) => ({ bankConsentId, ...page }))
    return Effect.mapError(guarded(key, made), BankCallError.toBankError)
  },
  identify: (id) => rejected(isOwnId(id) ? "REFUSED" : "CONSENT_INVALID"),
  answer: (id) => rejected(isOwnId(id) ? "REFUSED" : "CONSENT_INVALID"),
  status: (id, given) =>
    Effect.gen(function* () {
      const credentials = given && BankCredentials.parse(given)
      if (!isOwnId(id) || credentials === undefined) return yield* rejected("CONSENT_INVALID")
      if (credentials._tag === "PENDING") return pending
      if (credentials._tag !== "GRANTED") return yield* rejected("CREDENTIALS_EXPIRED")
      const { expiresAt = Infinity, refreshToken } = credentials
      const isOver = refreshToken === undefined && (yield* Clock.currentTimeMillis) >= expiresAt
      const state: BankConsentState = { status: isOver ? "expired" : "valid", granted: {} }
      return AccessTokens.limitToTokenLifetime(given, state)
    }),
  // The bank has no consent to end. Sheaf erases the tokens together with its own record of the consent.
  revoke: () => Effect.void
})
