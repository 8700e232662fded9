/** Authorizes consents through OAuth with PKCE S256, as NextGenPSD2 1.3 specifies (spec 2.4, 16). */
import { dayMillis } from "@sheaf/domain/CalendarDate"
import { BankProfile } from "@sheaf/ports"
import type { AuthorizationResponse } from "@sheaf/ports"
import { Clock, Effect, Redacted } from "effect"
import { hash, randomBytes } from "node:crypto"
import { BankResponseError, BankRequestError } from "../wire/BankCallError.ts"
import * as ScaUrl from "../wire/ScaUrl.ts"
import * as OAuthServer from "./OAuthServer.ts"
import type { OAuthSettings } from "./OAuthServer.ts"
import * as BankCredentials from "./BankCredentials.ts"

export interface ConsentAuthorization {
  readonly bankConsentId?: string
  readonly link: string | undefined
  readonly returnUrl: string
  readonly state: string
}

export interface TokenRequest {
  readonly issuer: string
  readonly metadata: string
  readonly form: Readonly<Record<string, string>>
  readonly refreshToken?: string
  /** The scope that the token must have. Absent for a renewal. */
  readonly scope?: string
}

/**
 * A server is allowed to shorten `AIS:<consent>` to `AIS` (RFC 6749 §3.3), but a token for another consent or service
 * is useless.
 */
const isCovered = (granted: unknown, requested: string): boolean => {
  // Some servers return a list instead of a string.
  const texts = (Array.isArray(granted) ? granted : [granted]).filter((each) => typeof each === "string")
  const scopes = texts.flatMap((text) => text.split(/\s+/)).filter((text) => text !== "")
  if (requested === "" || scopes.length === 0) return true
  const wanted = requested.split(" ").flatMap((each) => [each, each.split(":", 1)[0]])
  return scopes.some((each) => wanted.includes(each))
}

/** The longest plausible lifetime, in milliseconds. Anything longer is ignored, because no consent lasts that long. */
const maxTokenMillis = 3_650 * dayMillis

/** A token counts as expired this many milliseconds before it actually expires. */
const marginMillis = 10_000

/**
 * The shortest token lifetime that Sheaf takes into account, in milliseconds. If a token's lifetime is shorter, Sheaf
 * ignores the lifetime and uses the token until the bank rejects it.
 */
const minTokenMillis = 3 * marginMillis

const returned = Effect.fnUntraced(function* (
  given: Redacted.Redacted,
  { code, iss }: AuthorizationResponse
): Effect.fn.Return<Redacted.Redacted, BankRequestError> {
  const credentials = BankCredentials.parse(given)
  if (credentials?._tag !== "PENDING") return given
  const { needsIssuer, ...rest } = credentials
  const isOwn = iss === undefined ? !needsIssuer : iss === credentials.issuer
  if (!isOwn) return yield* new BankRequestError({ reason: "REFUSED" })
  return BankCredentials.serialize({ ...rest, _tag: "RETURNED", code: Redacted.value(code) })
})

const tokenRequestOf = (given: Redacted.Redacted): TokenRequest | undefined => {
  const credentials = BankCredentials.parse(given)
  if (credentials?._tag !== "RETURNED" && credentials?._tag !== "GRANTED") return undefined
  const { issuer, metadata } = credentials
  if (credentials._tag === "RETURNED") {
    const { code, redirectUri, scope, verifier } = credentials
    const form = { grant_type: "authorization_code", code, redirect_uri: redirectUri, code_verifier: verifier }
    return { issuer, metadata, form, scope }
  }
  const { refreshToken } = credentials
  if (refreshToken === undefined) return undefined
  return { issuer, metadata, form: { grant_type: "refresh_token", refresh_token: refreshToken }, refreshToken }
}

interface PersonRequest extends Pick<ConsentAuthorization, "bankConsentId" | "returnUrl" | "state"> {
  readonly verifier: string
}

/** The profile can add query parameters but not replace any. */
const parametersOf = (
  { registration, templates }: OAuthSettings,
  { bankConsentId, returnUrl, state, verifier }: PersonRequest
) => {
  const { clientId } = registration
  const { before, parameters: more = {}, personScope = before === undefined ? "AIS:{consentId}" : "" } = templates
  const scope = BankProfile.fillTemplate(personScope, {
    clientId,
    ...(bankConsentId !== undefined && { consentId: bankConsentId })
  })
  const filling = { clientId, ...(bankConsentId !== undefined && { consentId: bankConsentId }) }
  return {
    ...Object.fromEntries(Object.entries(more).map(([name, text]) => [name, BankProfile.fillTemplate(text, filling)])),
    response_type: "code",
    client_id: clientId,
    redirect_uri: returnUrl,
    ...(scope !== "" && { scope }),
    state,
    code_challenge: hash("sha256", verifier, "base64url"),
    code_challenge_method: "S256"
  }
}

export const make = (settings: OAuthSettings, pages: ScaUrl.RedirectPolicy) => {
  const server = OAuthServer.make(settings)

  const { clientId } = settings.registration

  /** Returns the metadata's URL, preferably the bank's own link. With configured endpoints, the issuer is enough. */
  const addressOf = (link: string | undefined) => {
    if (settings.endpoints !== undefined) return settings.endpoints.issuer
    if (link !== undefined) return link
    return settings.issuer === undefined ? settings.metadataUrl : OAuthServer.metadataUrlOf(settings.issuer)
  }

  const begin = Effect.fnUntraced(function* ({ link, ...asked }: ConsentAuthorization) {
    const address = addressOf(link)
    if (address === undefined) return yield* new BankResponseError({ reason: "NO_PAGE" })
    const metadata = yield* server.metadata(address)
    const verifier = randomBytes(32).toString("base64url")
    const parameters = parametersOf(settings, { ...asked, verifier })
    const query =
      metadata.pushedAuthorizationRequestEndpoint === undefined
        ? parameters
        : {
            client_id: clientId,
            request_uri: yield* server.pushAuthorizationRequest(metadata.pushedAuthorizationRequestEndpoint, parameters)
          }
    const { linksUrl } = settings
    const stated = linksUrl === undefined ? metadata.authorizationEndpoint : yield* server.pageAt(linksUrl)
    const page = ScaUrl.redirectUrlOf(stated, pages)
    if (page === undefined) return yield* new BankResponseError({ reason: "PAGE_ADDRESS" })
    const redirectUrl = new URL(page)
    for (const [name, value] of Object.entries(query)) redirectUrl.searchParams.set(name, value)
    const credentials = BankCredentials.serialize({
      _tag: "PENDING",
      issuer: metadata.issuer,
      metadata: address,
      needsIssuer: metadata.hasIssuerParameter,
      redirectUri: asked.returnUrl,
      scope: parameters.scope ?? "",
      verifier
    })
    return { redirectUrl: redirectUrl.href, credentials }
  })

  /** Requests tokens. The old refresh token stays valid unless the server issues a new one (RFC 6749 §6). */
  const issue = Effect.fnUntraced(function* ({ form, issuer, metadata, refreshToken: previous, scope }: TokenRequest) {
    const { tokenEndpoint } = yield* server.metadata(metadata)
    const token = yield* server.token(tokenEndpoint, form)
    if (scope !== undefined && !isCovered(token.scope, scope)) {
      return yield* new BankResponseError({ reason: "OAUTH_SCOPE" })
    }
    const issuedAt = yield* Clock.currentTimeMillis
    const lifetimeMillis = Number(token.expires_in) * 1000
    const { refresh_token: next } = token
    const refreshToken = typeof next === "string" && next !== "" ? next : previous
    return BankCredentials.serialize({
      _tag: "GRANTED",
      issuer,
      metadata,
      accessToken: token.access_token,
      issuedAt,
      ...(refreshToken !== undefined && { refreshToken }),
      ...(lifetimeMillis >= minTokenMillis &&
        lifetimeMillis <= maxTokenMillis && { expiresAt: issuedAt + lifetimeMillis - marginMillis })
    })
  })

  return { begin, returned, tokenRequestOf, issue }
}
