/**
 * A bank's OAuth authorization server: metadata (RFC 8414), pushed requests (RFC 9126), PKCE (RFC 7636), and the issuer in
 * responses (RFC 9207). The scope `AIS:{consentId}` names the consent that the person authorizes.
 */
import type { PageResponse } from "../../pages/PageLayout.ts"
import { Effect } from "effect"
import { HttpServerResponse } from "effect/http"
import type { HttpServerRequest } from "effect/http"
import { hash } from "node:crypto"
import { banks } from "../Bank.ts"
import type { Bank } from "../Bank.ts"
import * as PageLayout from "../../pages/PageLayout.ts"
import * as ConsentKeys from "../ConsentKeys.ts"
import * as PagePath from "../PagePath.ts"
import { PageHost } from "../server/PageHost.ts"
import { AuthorizationStore, pushedRequestSeconds } from "./AuthorizationStore.ts"
import * as ConsentTokens from "./ConsentTokens.ts"
import type { AuthorizationRequest } from "./AuthorizationStore.ts"

const wellKnown = ".well-known/oauth-authorization-server"

const json = (body: unknown, status = 200) =>
  HttpServerResponse.jsonUnsafe(body, { status, headers: { "cache-control": "no-store" } })

/** An error of the token endpoint (RFC 6749 §5.2). */
const failure = (error: string, description: string, status = 400) =>
  json({ error, error_description: description }, status)

/** Returns the issuer of a bank, which identifies its authorization server. */
const issuerOf = Effect.fnUntraced(function* ({ id }: Bank) {
  return new URL(`/${id}`, yield* (yield* PageHost).address).href
})

/** Returns the address of a bank's metadata. */
export const metadataUrlOf = (bank: Bank) => Effect.map(issuerOf(bank), (issuer) => `${issuer}/${wellKnown}`)

const metadata = Effect.fnUntraced(function* (bank: Bank) {
  const issuer = yield* issuerOf(bank)
  return json({
    issuer,
    authorization_endpoint: `${issuer}/oauth/authorize`,
    token_endpoint: `${issuer}/oauth/token`,
    pushed_authorization_request_endpoint: `${issuer}/oauth/par`,
    response_types_supported: ["code"],
    grant_types_supported: ["authorization_code", "refresh_token"],
    code_challenge_methods_supported: ["S256"],
    token_endpoint_auth_methods_supported: ["none"],
    authorization_response_iss_parameter_supported: true
  })
})

type Parameters = URLSearchParams

const challengeForm = /^[A-Za-z0-9_-]{43}$/
const verifierForm = /^[A-Za-z0-9._~-]{43,128}$/

/** Checks the parameters of a request for authorization. Returns the request, or a description of its fault. */
const requestOf = ({ id }: Bank, parameters: Parameters): AuthorizationRequest | string => {
  const names = [...parameters.keys()]
  if (new Set(names).size < names.length) return "A parameter is repeated."
  const value = (name: string): string => parameters.get(name) ?? ""
  const [, consentId] = /^AIS:(\S+)$/.exec(value("scope")) ?? []
  if (value("client_id") === "") return "client_id is missing."
  if (!/^https?:\/\/[^\s/?#]+/.test(value("redirect_uri")) || !URL.canParse(value("redirect_uri"))) {
    return "redirect_uri is not an http or https address."
  }
  if (value("response_type") !== "code") return "response_type is not code."
  if (consentId === undefined) return "The scope is not AIS:{consentId}."
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

const push = Effect.fnUntraced(function* (bank: Bank, parameters: Parameters) {
  const { pushed } = yield* AuthorizationStore
  if (parameters.has("request_uri")) return failure("invalid_request", "A pushed request has no request_uri.")
  const request = requestOf(bank, parameters)
  if (typeof request === "string") return failure("invalid_request", request)
  const key = yield* pushed.add(request)
  return json({ request_uri: `${pushedPrefix}${key}`, expires_in: pushedRequestSeconds }, 201)
})

/** Responds to the person's browser with the problem. Redirecting to an unchecked address would be unsafe. */
const notice = (text: string): PageResponse => ({
  statusCode: 400,
  headers: { "content-type": "application/json" },
  body: JSON.stringify({ error: "invalid_request", error_description: text })
})

/** Remembers the request and sends the browser to the consent's page. */
const authorize = Effect.fnUntraced(function* (
  bank: Bank,
  parameters: Parameters
): Effect.fn.Return<PageResponse, never, AuthorizationStore> {
  const { pushed, started } = yield* AuthorizationStore
  const uri = parameters.get("request_uri")
  const request =
    uri === null
      ? requestOf(bank, parameters)
      : ((yield* pushed.take(uri.replace(pushedPrefix, ""))) ?? "The pushed request has ended.")
  if (typeof request === "string") return notice(request)
  if (request.company !== bank.id || parameters.get("client_id") !== request.clientId) {
    return notice("The request belongs to another client or bank.")
  }
  const name = ConsentKeys.fileNameOf(bank, request.consentId)
  yield* started.set(name, request)
  const secret = PagePath.secretOf(request.consentId)
  return PageLayout.redirectResponse(PagePath.pathOf({ company: bank.id, name, secret }))
})

/** Responds to a browser that opens a bank's authorization endpoint. Returns nothing for other requests. */
export const handleAuthorizationRequest = (method: string, path: string, parameters: Parameters) => {
  const [, name = ""] = /^\/([a-z0-9-]+)\/oauth\/authorize$/.exec(path) ?? []
  const bank = banks.get(name)
  return bank === undefined || method !== "GET" ? undefined : authorize(bank, parameters)
}

/** Returns tokens for a consent. */
const granted = (consentId: string, { access, refresh }: Effect.Success<ReturnType<typeof ConsentTokens.issue>>) =>
  json({
    access_token: access,
    token_type: "Bearer",
    expires_in: ConsentTokens.accessTokenSeconds,
    refresh_token: refresh,
    scope: `AIS:${consentId}`
  })

const token = Effect.fnUntraced(function* (bank: Bank, parameters: Parameters) {
  const { codes } = yield* AuthorizationStore
  const value = (name: string): string => parameters.get(name) ?? ""
  const isSame = ({ clientId, company }: AuthorizationRequest): boolean =>
    company === bank.id && clientId === value("client_id")
  switch (value("grant_type")) {
    case "authorization_code": {
      const request = yield* codes.take(value("code"))
      if (request === undefined || !isSame(request) || request.redirectUri !== value("redirect_uri")) {
        return failure("invalid_grant", "The code is not valid for this client and redirect_uri.")
      }
      const verifier = value("code_verifier")
      const isVerified = verifierForm.test(verifier) && hash("sha256", verifier, "base64url") === request.challenge
      if (!isVerified) return failure("invalid_grant", "The code verifier does not match.")
      return granted(request.consentId, yield* ConsentTokens.issue(bank, request.consentId, request.clientId))
    }
    case "refresh_token": {
      const issued = yield* ConsentTokens.refresh(bank, value("client_id"), value("refresh_token"))
      return issued !== undefined
        ? granted(issued.consentId, issued)
        : failure("invalid_grant", "The refresh token is not valid for this client.")
    }
    default:
      return failure("unsupported_grant_type", "The grant type is not supported.")
  }
})

/** Returns the address to which the browser returns after the person's decision. */
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

/** The routes for providers. Browsers use {@link authorization}. */
const routes = {
  [`GET ${wellKnown}`]: (bank: Bank) => metadata(bank),
  "POST oauth/par": push,
  "POST oauth/token": token
}

/** Responds to a request for the authorization server. Returns nothing for other paths. */
export const handleRequest = Effect.fnUntraced(function* (request: HttpServerRequest.HttpServerRequest) {
  const { pathname, searchParams } = new URL(request.url, "http://bank")
  const opened = handleAuthorizationRequest(request.method, pathname, searchParams)
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
  if (request.method === "GET") return yield* route(bank, searchParams)
  const form = yield* Effect.option(request.text)
  return yield* route(bank, new URLSearchParams(form._tag === "Some" ? form.value : ""))
})
