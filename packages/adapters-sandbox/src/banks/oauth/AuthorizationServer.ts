/**
 * A bank's OAuth authorization server: metadata (RFC 8414), pushed requests (RFC 9126), PKCE (RFC 7636), and the issuer
 * in responses (RFC 9207). The scope (by default `AIS:{consentId}`) names the consent that the person authorizes.
 */
import type { PageResponse } from "../../pages/PageLayout.ts"
import { BankProfile } from "@sheaf/ports"
import { Effect, Option, Schema } from "effect"
import { HttpServerResponse } from "effect/http"
import type { HttpServerRequest } from "effect/http"
import { hash } from "node:crypto"
import { banks, profileOf } from "../Bank.ts"
import type { Bank } from "../Bank.ts"
import * as PageLayout from "../../pages/PageLayout.ts"
import type { ConsentFileStore } from "../ConsentFileStore.ts"
import * as ConsentKeys from "../ConsentKeys.ts"
import * as PagePath from "../PagePath.ts"
import { PageHost } from "../PageHost.ts"
import { applicationTokenSeconds, AuthorizationStore, pushedRequestSeconds } from "./AuthorizationStore.ts"
import * as Agreement from "./Agreement.ts"
import * as ClientAuthentication from "./ClientAuthentication.ts"
import * as ConsentTokens from "./ConsentTokens.ts"
import type { AuthorizationRequest } from "./AuthorizationStore.ts"

const wellKnown = ".well-known/oauth-authorization-server"

const json = (body: unknown, status = 200) =>
  HttpServerResponse.jsonUnsafe(body, { status, headers: { "cache-control": "no-store" } })

/** A token endpoint error (RFC 6749 §5.2). */
const failure = (error: string, description: string, status = 400) =>
  json({ error, error_description: description }, status)

const issuerOf = Effect.fnUntraced(function* ({ id }: Bank) {
  return new URL(`/${id}`, yield* (yield* PageHost).address).href
})

export const metadataUrlOf = (bank: Bank) => Effect.map(issuerOf(bank), (issuer) => `${issuer}/${wellKnown}`)

const metadata = Effect.fnUntraced(function* (bank: Bank, _: Parameters, { profile }: ServerRequest) {
  const issuer = yield* issuerOf(bank)
  return json({
    issuer,
    authorization_endpoint: `${issuer}/oauth/authorize`,
    token_endpoint: `${issuer}/oauth/token`,
    pushed_authorization_request_endpoint: `${issuer}/oauth/par`,
    response_types_supported: ["code"],
    grant_types_supported: ["authorization_code", "refresh_token"],
    code_challenge_methods_supported: ["S256"],
    token_endpoint_auth_methods_supported: [profile.authentication?.method ?? "none"],
    authorization_response_iss_parameter_supported: true
  })
})

type Parameters = URLSearchParams

interface ServerRequest {
  readonly profile: BankProfile.ResolvedProfile
  readonly headers: Readonly<Record<string, string | undefined>>
}

/**
 * Returns a template for the OAuth scope that a person authorizes. The profile can define the scope. By default, it is
 * `AIS:{consentId}`, or empty if the person logs in before the consent exists.
 */
const scopeOf = ({ authentication: { before, personScope } }: BankProfile.ResolvedProfile): string =>
  personScope ?? (before === undefined ? "AIS:{consentId}" : "")

/**
 * Responds with a list that contains only the URL of the authorization page. Banks whose page URL varies publish such a
 * list.
 */
const listPages = Effect.fnUntraced(function* (bank: Bank) {
  return json([{ url: `${yield* issuerOf(bank)}/oauth/authorize` }])
})

/** Returns nothing if the scope does not match the profile. */
const consentIn = (profile: BankProfile.ResolvedProfile, clientId: string, scope: string) => {
  const [before = "", after] = scopeOf(profile)
    .split("{consentId}")
    .map((part) => BankProfile.fillTemplate(part, { clientId }))
  if (after === undefined) return scope === before ? "" : undefined
  const isNamed = scope.startsWith(before) && scope.endsWith(after) && scope.length > before.length + after.length
  return isNamed ? scope.slice(before.length, scope.length - after.length) : undefined
}

const challengeForm = /^[A-Za-z0-9_-]{43}$/
const verifierForm = /^[A-Za-z0-9._~-]{43,128}$/

/** Returns the request, or what is wrong with its parameters. */
const requestOf = (
  { id }: Bank,
  parameters: Parameters,
  profile: BankProfile.ResolvedProfile
): AuthorizationRequest | string => {
  const names = [...parameters.keys()]
  if (new Set(names).size < names.length) return "A parameter is repeated."
  const value = (name: string): string => parameters.get(name) ?? ""
  const consentId = consentIn(profile, value("client_id"), value("scope"))
  if (value("client_id") === "") return "client_id is missing."
  if (!/^https?:\/\/[^\s/?#]+/.test(value("redirect_uri")) || !URL.canParse(value("redirect_uri"))) {
    return "redirect_uri is not an http or https address."
  }
  if (value("response_type") !== "code") return "response_type is not code."
  if (consentId === undefined) return "The scope is not the bank's."
  if (value("code_challenge_method") !== "S256" || !challengeForm.test(value("code_challenge"))) {
    return "The code challenge is missing, or its method is not S256."
  }
  return {
    company: id,
    clientId: value("client_id"),
    redirectUri: value("redirect_uri"),
    consentId,
    challenge: value("code_challenge"),
    state: parameters.get("state") ?? undefined
  }
}

const pushedPrefix = "urn:ietf:params:oauth:request_uri:"

const push = Effect.fnUntraced(function* (bank: Bank, parameters: Parameters, { profile }: ServerRequest) {
  const { pushed } = yield* AuthorizationStore
  if (parameters.has("request_uri")) return failure("invalid_request", "A pushed request has no request_uri.")
  const request = requestOf(bank, parameters, profile)
  if (typeof request === "string") return failure("invalid_request", request)
  const key = yield* pushed.add(request)
  return json({ request_uri: `${pushedPrefix}${key}`, expires_in: pushedRequestSeconds }, 201)
})

/**
 * Shows the problem in the person's browser instead of redirecting, because a redirect to an unchecked URL would be
 * unsafe.
 */
const notice = (text: string): PageResponse => ({
  statusCode: 400,
  headers: { "content-type": "application/json" },
  body: JSON.stringify({ error: "invalid_request", error_description: text })
})

const authorize = Effect.fnUntraced(function* (
  bank: Bank,
  parameters: Parameters,
  profile: BankProfile.ResolvedProfile
): Effect.fn.Return<PageResponse, never, AuthorizationStore | ConsentFileStore> {
  const { pushed, started } = yield* AuthorizationStore
  const uri = parameters.get("request_uri")
  const request =
    uri === null
      ? requestOf(bank, parameters, profile)
      : ((yield* pushed.take(uri.replace(pushedPrefix, ""))) ?? "The pushed request has ended.")
  if (typeof request === "string") return notice(request)
  if (request.company !== bank.id || parameters.get("client_id") !== request.clientId) {
    return notice("The request belongs to another client or bank.")
  }
  const consentId =
    request.consentId === "" ? yield* Agreement.make(bank, request.redirectUri, profile) : request.consentId
  const name = ConsentKeys.recordNameOf(bank, consentId)
  yield* started.set(name, { ...request, consentId })
  const secret = PagePath.secretOf(consentId)
  return PageLayout.redirectResponse(PagePath.pathOf({ company: bank.id, name, secret }))
})

/** Responds to a browser at a bank's authorization endpoint. Returns nothing for other requests. */
export const handleAuthorizationRequest = (
  method: string,
  path: string,
  parameters: Parameters,
  ownProfile?: BankProfile.ResolvedProfile
) => {
  const [, name = ""] = /^\/([a-z0-9-]+)\/oauth\/authorize$/.exec(path) ?? []
  const bank = banks.get(name)
  return bank === undefined || method !== "GET" ? undefined : authorize(bank, parameters, ownProfile ?? profileOf(bank))
}

const granted = (
  profile: BankProfile.ResolvedProfile,
  consent: { readonly clientId: string; readonly consentId: string },
  { access, refresh }: Effect.Success<ReturnType<typeof ConsentTokens.issue>>
) =>
  json({
    access_token: access,
    token_type: "Bearer",
    expires_in: ConsentTokens.accessTokenSeconds,
    refresh_token: refresh,
    scope: BankProfile.fillTemplate(scopeOf(profile), consent)
  })

/** Issues a token to the provider itself, if the bank supports this. */
const applicationToken = Effect.fnUntraced(function* (
  { authentication }: BankProfile.ResolvedProfile,
  scope: string | null
) {
  if (authentication.grant !== "client_credentials") {
    return failure("unauthorized_client", "The bank issues no tokens to providers.")
  }
  if (authentication.scope !== undefined && scope !== authentication.scope) {
    return failure("invalid_scope", "The scope is not the bank's.")
  }
  const { issueApplicationToken } = yield* AuthorizationStore
  return json({
    access_token: yield* issueApplicationToken,
    token_type: "Bearer",
    expires_in: applicationTokenSeconds
  })
})

const token = Effect.fnUntraced(function* (bank: Bank, parameters: Parameters, { headers, profile }: ServerRequest) {
  const { codes } = yield* AuthorizationStore
  const value = (name: string): string => parameters.get(name) ?? ""
  const found = ClientAuthentication.authenticatedClientOf(profile, headers, parameters)
  if (found === undefined) return failure("invalid_client", "The client is not authenticated.", 401)
  const isSame = ({ clientId, company }: AuthorizationRequest): boolean => company === bank.id && clientId === found
  switch (value("grant_type")) {
    case "client_credentials":
      return yield* applicationToken(profile, parameters.get("scope"))
    case "authorization_code": {
      const request = yield* codes.take(value("code"))
      if (request === undefined || !isSame(request) || request.redirectUri !== value("redirect_uri")) {
        return failure("invalid_grant", "The code is not valid for this client and redirect_uri.")
      }
      const verifier = value("code_verifier")
      const isVerified = verifierForm.test(verifier) && hash("sha256", verifier, "base64url") === request.challenge
      if (!isVerified) return failure("invalid_grant", "The code verifier does not match.")
      return granted(profile, request, yield* ConsentTokens.issue(bank, request.consentId, request.clientId))
    }
    case "refresh_token": {
      const issued = yield* ConsentTokens.refresh(bank, found, value("refresh_token"))
      return issued !== undefined
        ? granted(profile, { clientId: found, consentId: issued.consentId }, issued)
        : failure("invalid_grant", "The refresh token is not valid for this client.")
    }
    default:
      return failure("unsupported_grant_type", "The grant type is not supported.")
  }
})

const decodeForm = Schema.decodeUnknownOption(Schema.fromJsonString(Schema.Record(Schema.String, Schema.String)))

/** Returns nothing if the parameters or their format do not match the profile. */
const tokenParametersIn = (body: string, { authentication }: BankProfile.ResolvedProfile): Parameters | undefined => {
  const { tokenFormat, tokenParameters = {} } = authentication
  const json = Option.getOrUndefined(decodeForm(body))
  if ((json !== undefined) !== (tokenFormat === "JSON")) return undefined
  const parameters = new URLSearchParams(json ?? body)
  const hasAll = Object.entries(tokenParameters).every(([name, text]) => parameters.get(name) === text)
  return hasAll ? parameters : undefined
}

export const redirectUriOf = Effect.fnUntraced(function* (path: string, result: string | null) {
  const page = PagePath.parse(path)
  const bank = page && banks.get(page.company)
  if (page === undefined || bank === undefined) return undefined
  const { codes, started } = yield* AuthorizationStore
  const request = yield* started.take(page.name)
  if (request === undefined) return undefined
  const location = new URL(request.redirectUri)
  if (result === "approved") location.searchParams.set("code", yield* codes.add(request))
  else location.searchParams.set("error", "access_denied")
  if (request.state !== undefined) location.searchParams.set("state", request.state)
  location.searchParams.set("iss", yield* issuerOf(bank))
  return location.href
})

/** Routes for providers. {@link authorization} is for browsers. */
const routes = {
  [`GET ${wellKnown}`]: metadata,
  "GET oauth/pages": listPages,
  "POST oauth/par": push,
  "POST oauth/token": token
}

/** Pairs each endpoint's path in the bank's profile with this server's own path for that endpoint. */
const aliasesOf = ({ authentication }: BankProfile.ResolvedProfile) => {
  const pathOf = (url: string) => (url.startsWith("/") ? url : new URL(url).pathname)
  const { authorizationLinksUrl, authorizationUrl, tokenUrl } = authentication
  return [
    ...(authorizationLinksUrl === undefined ? [] : [[pathOf(authorizationLinksUrl), "/oauth/pages"] as const]),
    ...(tokenUrl === undefined ? [] : [[pathOf(tokenUrl), "/oauth/token"] as const]),
    ...(authorizationUrl === undefined ? [] : [[pathOf(authorizationUrl), "/oauth/authorize"] as const])
  ]
}

const ownPathOf = (pathname: string, profile: BankProfile.ResolvedProfile, own: string | undefined): string => {
  for (const [path, target] of aliasesOf(profile)) {
    if (own !== undefined && pathname === path) return `/${own}${target}`
    const company = pathname.endsWith(path) ? pathname.slice(0, -path.length) : ""
    if (banks.has(company.slice(1))) return `${company}${target}`
  }
  return pathname
}

/**
 * Returns nothing for paths outside the authorization server. A request whose path has no bank name is for the bank
 * `own`.
 */
export const handleRequest = Effect.fnUntraced(function* (
  request: HttpServerRequest.HttpServerRequest,
  ownProfile: BankProfile.ResolvedProfile | undefined,
  own: string | undefined
) {
  const { pathname: asked, searchParams } = new URL(request.url, "http://bank")
  const pathname = ownProfile === undefined ? asked : ownPathOf(asked, ownProfile, own)
  const opened = handleAuthorizationRequest(request.method, pathname, searchParams, ownProfile)
  if (opened !== undefined) {
    const { body, headers, statusCode } = yield* opened
    return HttpServerResponse.text(body, { status: statusCode, headers, contentType: headers["content-type"] })
  }
  const [, before, name, after] =
    /^\/(?:(\.well-known\/oauth-authorization-server)\/)?([a-z0-9-]+)(?:\/(.+))?$/.exec(pathname) ?? []
  const bank = banks.get(name ?? "")
  const key = `${request.method} ${before ?? after ?? ""}`
  const route = Object.entries(routes).find(([each]) => each === key)?.[1]
  if (bank === undefined || route === undefined || (before !== undefined && after !== undefined)) return undefined
  const context: ServerRequest = { profile: ownProfile ?? profileOf(bank), headers: request.headers }
  if (request.method === "GET") return yield* route(bank, searchParams, context)
  const body = Option.getOrElse(yield* Effect.option(request.text), () => "")
  const parameters = route === token ? tokenParametersIn(body, context.profile) : new URLSearchParams(body)
  return parameters === undefined
    ? failure("invalid_request", "The request has another format or other parameters than the bank's.")
    : yield* route(bank, parameters, context)
})
