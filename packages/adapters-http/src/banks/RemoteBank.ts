/**
 * A bank that Sheaf calls over NextGenPSD2 1.3.11 (spec 2.4, 16). With REDIRECT, the person authorizes on a page of the
 * bank or its OAuth server. With DECOUPLED, Sheaf identifies the person and starts an authorization in the bank's app.
 */
import { timeZoneOf } from "@sheaf/domain/Company"
import type { AccountHoldingBank, BankConsentState } from "@sheaf/ports"
import { Clock, Effect, Redacted } from "effect"
import { hash } from "node:crypto"
import type { BreakerPolicy } from "../outbound/companies/CompanyBreaker.ts"
import * as ConsentCreation from "./ConsentCreation.ts"
import * as DecoupledConsent from "./DecoupledConsent.ts"
import * as AccessMapping from "./wire/AccessMapping.ts"
import * as AccountReading from "./readings/AccountReading.ts"
import type { BankReading } from "./readings/BankReading.ts"
import { standardLists } from "./readings/AccountLists.ts"
import { stetLists } from "./stet/StetLists.ts"
import * as TokenConsent from "./TokenConsent.ts"
import type { BankIdentity } from "./wire/AccountMapping.ts"
import * as BankHttpClient from "./wire/BankHttpClient.ts"
import { consentPathOf, isId } from "./wire/ConsentPath.ts"
import * as BankCallError from "./wire/BankCallError.ts"
import * as BankWire from "./wire/BankWire.ts"
import type { OAuthSettings } from "./oauth/OAuthServer.ts"
import * as ConsentOAuth from "./oauth/ConsentOAuth.ts"
import * as BankCredentials from "./oauth/BankCredentials.ts"
import * as RedirectConfirmation from "./oauth/RedirectConfirmation.ts"
import * as AccessTokens from "./oauth/AccessTokens.ts"
import type * as ScaUrl from "./wire/ScaUrl.ts"

export interface RemoteBankSettings {
  readonly connection: BankHttpClient.BankConnection
  readonly names: BankIdentity
  readonly pages: ScaUrl.RedirectPolicy
  readonly authorizations: AccountHoldingBank["authorizations"]
  readonly oauth?: OAuthSettings
  readonly login?: OAuthSettings
}

const keyOf = (call: string, id: string): string => `${call} ${hash("sha256", id, "base64")}`

type Fields = Readonly<Record<string, string>>

interface AboutOptions<A> {
  /** Returns the header fields that carry the consent's token. The default function fails if the token has expired. */
  readonly fieldsOf?: (
    credentials: Redacted.Redacted | undefined
  ) => Effect.Effect<Fields, BankCallError.BankRequestError>
  readonly recover?: (fault: BankCallError.BankCallError, now: number) => Effect.Effect<A> | undefined
}

const unreported: BankConsentState = { status: "received", granted: {} }

type Guarded = ReturnType<typeof guardedBy>

/** Runs an operation's calls through the circuit breaker, and logs faults that would affect every call. */
const guardedBy =
  (guard: BreakerPolicy<BankCallError.AttemptedBankCallError>) =>
  <A>(key: string, calls: Effect.Effect<A, BankCallError.AttemptedBankCallError>) =>
    guard(
      key,
      Effect.tapError(calls, (fault) =>
        BankCallError.isPermanent(fault)
          ? Effect.annotateLogs(Effect.logWarning("bank's response cannot be used"), { fault: fault.message })
          : Effect.void
      )
    )

/**
 * Runs an operation on a consent. Fails before any call if the id is malformed or the credentials must be renewed.
 * `calls` receives the header fields with the consent's token, and `recover` can turn a fault into a result.
 */
const aboutBy =
  (guarded: Guarded) =>
  <A>(
    id: string,
    call: string,
    credentials: Redacted.Redacted | undefined,
    calls: (fields: Fields) => Effect.Effect<A, BankCallError.AttemptedBankCallError>,
    { fieldsOf = AccessTokens.authorizationHeaders, recover }: AboutOptions<A> = {}
  ) =>
    Effect.gen(function* (): Effect.fn.Return<A, BankCallError.BankCallError> {
      if (!isId(id)) return yield* new BankCallError.BankRequestError({ reason: "CONSENT_INVALID" })
      return yield* guarded(keyOf(call, id), calls(yield* fieldsOf(credentials)))
    }).pipe(
      Effect.catch((fault) =>
        Effect.flatMap(Clock.currentTimeMillis, (now) => {
          const recovered = recover?.(fault, now)
          return (
            recovered ??
            Effect.fail(BankCallError.toBankError(AccessTokens.rejectedTokenError(credentials, fault, now)))
          )
        })
      )
    )

interface Parts extends RemoteBankSettings, ConsentCreation.CreatingBank {
  readonly about: ReturnType<typeof aboutBy>
}

const stateOf = (bank: DecoupledConsent.DecoupledBank) => {
  const { client } = bank
  const progressOf = DecoupledConsent.makeProgressReader(bank)
  return Effect.fnUntraced(function* (id: string, isPending: boolean, fields: Readonly<Record<string, string>>) {
    const { consentStatus } = yield* client.sendAndDecode(BankWire.WireConsentStatus, {
      method: "GET",
      path: consentPathOf(client, id, "/status"),
      fields
    })
    const status = consentStatus === "valid" && isPending ? "partiallyAuthorised" : consentStatus
    const isOpen = status === "received" || status === "partiallyAuthorised"
    const { challenge, hasFailed = false, question } = isOpen ? yield* progressOf(id, fields) : {}
    const undecided: BankConsentState = {
      status: status === "received" && hasFailed ? "rejected" : status,
      granted: {},
      ...(challenge !== undefined && { challenge }),
      ...(question !== undefined && { question })
    }
    if (status !== "valid") return undecided
    const information = yield* client.sendAndDecode(BankWire.WireConsentInformation, {
      method: "GET",
      path: consentPathOf(client, id),
      fields
    })
    const granted = AccessMapping.grantOf(information.access, information.validUntil)
    // The consent may have ended since its status was read.
    const decided: BankConsentState = {
      status: information.consentStatus,
      granted: information.consentStatus === "valid" ? granted : {}
    }
    return decided
  })
}

const renewed = (
  { client, guarded, loginServer, server = loginServer }: Parts,
  credentials: Redacted.Redacted
): Effect.Effect<Redacted.Redacted, BankCallError.BankCallError> => {
  const found = BankCredentials.parse(credentials)
  if (found?._tag === "CONFIRMED") return Effect.succeed(credentials)
  if (found?._tag === "CONFIRMING") {
    return guarded(keyOf("confirm", found.confirmation), RedirectConfirmation.sendConfirmationCode(client, found))
  }
  const request = server?.tokenRequestOf(credentials)
  return request === undefined || server === undefined
    ? Effect.fail(new BankCallError.BankRequestError({ reason: "CONSENT_INVALID" }))
    : guarded(keyOf("renew", Redacted.value(credentials)), server.issue(request))
}

const oauthOf = (parts: Parts): AccountHoldingBank["oauth"] & object => ({
  acceptCode: (credentials, response) => {
    const confirming = RedirectConfirmation.addConfirmationCode(credentials, response)
    const { loginServer, server = loginServer } = parts
    if (confirming !== undefined || server === undefined) return Effect.succeed(confirming ?? credentials)
    return Effect.mapError(server.returned(credentials, response), BankCallError.toBankError)
  },
  renew: (credentials) => Effect.mapError(renewed(parts, credentials), BankCallError.toBankError)
})

const revocation =
  ({ about, client, server }: Parts): AccountHoldingBank["revoke"] =>
  (id, credentials) => {
    const isHopeless = (fault: BankCallError.BankCallError, now: number) =>
      server !== undefined &&
      BankCallError.isAccessDenied(fault) &&
      BankCallError.toBankError(fault).reason === "REFUSED" &&
      AccessTokens.hasNoUsableToken(credentials, now)
    const ended = about(
      id,
      "revoke",
      credentials,
      (fields) => Effect.asVoid(client.send({ method: "DELETE", path: consentPathOf(client, id), fields })),
      {
        fieldsOf: AccessTokens.consentDeletionHeaders,
        recover: (fault, now) =>
          isHopeless(fault, now)
            ? Effect.logWarning("bank does not end the consent without a token; it stays until it expires there")
            : undefined
      }
    )
    return Effect.catchIf(
      ended,
      ({ reason }) => reason === "CONSENT_INVALID",
      () => Effect.void
    )
  }

const consentCalls = (parts: Parts) => {
  const { about, client, connection } = parts
  const { profile } = connection
  const state = stateOf({ client, profile })
  const calls: Pick<AccountHoldingBank, "answer" | "createConsent" | "identify" | "revoke" | "status"> = {
    createConsent: ConsentCreation.make(parts),
    identify: (id, personalNumber, key, attendance = {}) =>
      about(id, "identify", undefined, () =>
        DecoupledConsent.start({ client, profile }, id, personalNumber, key, attendance)
      ),
    answer: (id, given, key, attendance = {}) =>
      about(id, "answer", undefined, () => DecoupledConsent.answer(client, id, given, key, attendance)),
    status: (id, credentials) => {
      const isPending = AccessTokens.isAwaitingCode(credentials)
      // Some banks deny access without a token, and the token exists only once the person has returned.
      const recover = (fault: BankCallError.BankCallError) =>
        AccessTokens.isAwaitingToken(credentials) && BankCallError.isAccessDenied(fault)
          ? Effect.succeed(unreported)
          : undefined
      const known = about(id, "status", credentials, (fields) => state(id, isPending, fields), { recover })
      return Effect.map(known, (found) => AccessTokens.limitToTokenLifetime(credentials, found))
    },
    revoke: revocation(parts)
  }
  return calls
}

export const make = (
  settings: RemoteBankSettings,
  guard: BreakerPolicy<BankCallError.AttemptedBankCallError>
): AccountHoldingBank => {
  const { authorizations, connection, login, names, oauth, pages } = settings
  const client = BankHttpClient.make(connection)
  const guarded = guardedBy(guard)
  const about = aboutBy(guarded)
  const loginServer = login && ConsentOAuth.make(login, pages)
  const server = oauth && ConsentOAuth.make(oauth, pages)
  const parts: Parts = { ...settings, client, guarded, about, server, loginServer }
  const { profile } = connection
  const timeZone = timeZoneOf(names.company)
  const keepsConsents = profile.consent !== "TOKEN"
  const read = (reading: Omit<BankReading, "client" | "names" | "origin" | "profile" | "timeZone">) => {
    const own: BankReading = { ...reading, client, names, timeZone, profile, origin: connection.base.origin }
    return AccountReading.read(own, profile.protocol === "stet" ? stetLists(own) : standardLists(own))
  }

  return {
    authorizations,
    frequency: { ...profile.frequency, timeZone },
    ...(authorizations.includes("REDIRECT") && { oauth: oauthOf(parts) }),
    ...(loginServer && {
      login: (registered, key) =>
        Effect.mapError(guarded(key, loginServer.begin({ link: undefined, ...registered })), BankCallError.toBankError)
    }),
    ...(keepsConsents ? consentCalls(parts) : TokenConsent.make(parts)),
    accounts: (id, scope, context, credentials) =>
      about(
        id,
        "accounts",
        credentials,
        (fields) => read({ ...(keepsConsents && { bankConsentId: id }), scope, context, fields }),
        keepsConsents ? {} : { fieldsOf: AccessTokens.grantedHeaders }
      )
  }
}
