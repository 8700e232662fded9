/**
 * Decides whether to admit a request. One pure function decides about all requests, including those on the fast path
 * (architecture 5; spec 5). Its input is everything known about the request: the certificate, the route and version,
 * the API key with its networks and scopes, the token, and the Connect page. The result also says which rate limit the
 * request counts toward. Each operation requires either an API key or a token. The other credential is optional, but
 * must belong to the same client:
 *
 * | `Authorization` | with an API key | if a token is required |
 * |---|---|---|
 * | absent | the client | 401 `MISSING_CREDENTIALS` |
 * | empty, or another scheme | 401 `INVALID_TOKEN` | 401 `MISSING_CREDENTIALS` |
 * | `Bearer` without a token, or with several | 401 `INVALID_TOKEN` | 401 `INVALID_TOKEN` |
 * | `Bearer` with a rejected token | 401 `INVALID_TOKEN` | 401 `INVALID_TOKEN` |
 * | a token of another client's user | 401 `CREDENTIALS_MISMATCH` | 401 `CREDENTIALS_MISMATCH` if there is a key |
 * | a token of the client's user | the user | the user |
 *
 * A token is never ignored in favor of the key, because the client would then see the data of all its users.
 */
import type { ApiKeyScope } from "@sheaf/domain/ApiKeyScope"
import type { CurrentCaller, Operation } from "@sheaf/http-contract"
import type { Caller, ConnectVisitor, ApiKeyLimits, PeerClient, UserCaller } from "@sheaf/ports"
import type { HttpApiEndpoint } from "effect/http-api"
import { hash } from "node:crypto"
import * as Networks from "../connections/Networks.ts"
import type { RateName } from "../limits/Rates.ts"
import { apiError } from "../problems/ApiErrors.ts"
import type { ApiError } from "../problems/ApiErrors.ts"
import type { CertificateError } from "../connections/IncomingRequest.ts"

/**
 * A bearer token in `Authorization` (RFC 6750; spec 5).
 *
 * - `None`: the header is absent.
 * - `Other`: the header is empty or has another scheme.
 * - `Malformed`: the scheme is `Bearer`, without a token or with several.
 */
export type AuthorizationHeader =
  | { readonly _tag: "None" | "Other" | "Malformed" }
  | { readonly _tag: "Bearer"; readonly token: string }

const bearerScheme = /^bearer(?= |,|$)/i

const bearerCredentials = /^bearer +([A-Za-z0-9\-._~+/]+=*)$/i

/**
 * Reads the header. If the field is repeated, its values are joined with commas (RFC 9110 §5.3).
 *
 * @example
 * parseAuthorization("Bearer abc.def.ghi") // { _tag: "Bearer", token: "abc.def.ghi" }
 * parseAuthorization("Basic c2VjcmV0") // { _tag: "Other" }
 */
export const parseAuthorization = (header: string | undefined): AuthorizationHeader => {
  if (header === undefined) return { _tag: "None" }
  const value = header.trim()
  const token = bearerCredentials.exec(value)?.[1]
  if (token !== undefined) return { _tag: "Bearer", token }
  return { _tag: bearerScheme.test(value) ? "Malformed" : "Other" }
}

export interface SecurityRequirement {
  /** `LOCAL` and `OPERATOR` occur only in the operator's console, which serves only this machine. */
  readonly credentials: "NONE" | "KEY" | "TOKEN" | "KEY_OR_TOKEN" | "PAGE" | "LOCAL" | "OPERATOR"
  readonly scope: ApiKeyScope | undefined
  /** True if requests from pages of other origins are rejected. */
  readonly requiresSameOrigin: boolean
}

export type Endpoint = Pick<HttpApiEndpoint.Top, "method" | "path">

export type RouteResult =
  | {
      readonly _tag: "Found"
      readonly security: SecurityRequirement
      /** The admission is valid only for this endpoint. */
      readonly endpoint: Endpoint
      /** The ids in the path, used to count status reads. Empty for event reads. */
      readonly ids: string
    }
  | { readonly _tag: "Missing"; readonly error: ApiError }
  /** The requested version lacks this route, but another version has it. Only callers with a valid key learn this. */
  | { readonly _tag: "RouteNotInVersion"; readonly error: ApiError }

export type ApiKeyMistake = "ApiKeyInAuthorization" | "ApiKeyInOtherHeader" | "ApiKeyInQuotes" | "ApiKeyWithScheme"

export type ApiKeyVerification =
  | { readonly _tag: "Absent"; readonly mistake?: ApiKeyMistake }
  | { readonly _tag: "Rejected"; readonly mistake?: ApiKeyMistake }
  | {
      readonly _tag: "Live"
      /** Returns the hash under which the key's requests are counted. */
      readonly digest: () => string
      readonly caller: Caller
    }

export type TokenVerification =
  | Exclude<AuthorizationHeader, { readonly _tag: "Bearer" }>
  | { readonly _tag: "Rejected" }
  | { readonly _tag: "Live"; readonly user: UserCaller }

export type ConnectPageVerification =
  | { readonly _tag: "Absent" }
  | { readonly _tag: "Rejected" }
  | { readonly _tag: "Refused"; readonly error: ApiError }
  | { readonly _tag: "Live"; readonly visitor: ConnectVisitor }

/** All members are required, because a forgotten fact could admit the request. */
export interface RequestFacts {
  /**
   * `peer` is the client that the certificate identifies, and `certificateError` says why the certificate was rejected.
   * Both are absent without a certificate.
   */
  readonly peer: PeerClient | undefined
  readonly certificateError: CertificateError | undefined
  readonly route: RouteResult
  readonly key: ApiKeyVerification
  readonly token: TokenVerification
  readonly page: ConnectPageVerification
  /** True if the browser says that the request comes from a page of another origin. */
  readonly isCrossSite: boolean
  /** True if the request comes from this machine and its `Host` is a name of this machine. */
  readonly isLocal: boolean
  readonly isOperator: boolean
  readonly address: string | undefined
}

export type RateKey = readonly [RateName, string]

type AdmittedCaller = CurrentCaller["Service"]

/** Lets only this module create an {@link Admitted}. */
let admitted: (facts: RequestFacts, caller?: Caller, visitor?: ConnectVisitor) => Admission

/** Only {@link admit} creates admissions, and handlers can get a caller only from an admission. */
export class Admission {
  static {
    admitted = (facts, caller, visitor) => new Admission(facts, caller, visitor)
  }

  readonly _tag = "Admitted"
  readonly visitor: ConnectVisitor | undefined
  readonly #caller: Caller | undefined
  readonly #digest: (() => string) | undefined
  readonly #route: Extract<RouteResult, { readonly _tag: "Found" }> | undefined

  private constructor(facts: RequestFacts, caller: Caller | undefined, visitor: ConnectVisitor | undefined) {
    this.#caller = caller
    this.visitor = visitor
    this.#digest = facts.key._tag === "Live" ? facts.key.digest : undefined
    this.#route = facts.route._tag === "Found" ? facts.route : undefined
  }

  isFor({ method, path }: Endpoint): boolean {
    return this.#route?.endpoint.method === method && this.#route.endpoint.path === path
  }

  get caller(): (AdmittedCaller & Caller) | undefined {
    // `AdmittedCaller` is a type-level brand that only this module applies to a caller.
    return this.#caller as (AdmittedCaller & Caller) | undefined
  }

  get user(): (AdmittedCaller & UserCaller) | undefined {
    const { caller } = this
    return caller?.userId === undefined ? undefined : { ...caller, userId: caller.userId }
  }

  /**
   * Returns the rate and the key for counting a request of this kind. The key contains no secret. Throws if the
   * operation needs no credentials, because then there is nobody to count the request for.
   */
  rateKeyOf(rate: Operation.OperationRate): RateKey {
    // Requests from a Connect page do not count toward the client's quotas, and any API key in them is ignored.
    if (this.visitor !== undefined) return pageRateKey(rate, this.visitor.session.connectSessionId)
    const caller = this.#caller
    if (caller === undefined) throw new Error("a request without a caller counts against no rate")
    switch (rate) {
      case "requests":
        return ["requests", this.#digest?.() ?? partyOf(caller)]
      case "starts":
        return ["starts", caller.clientId]
      case "status":
        // The path for events has no id, so all of a client's event reads count together.
        return ["status", this.#route?.ids || `events of ${caller.clientId}`]
    }
  }
}

export const digestOf =
  (key: string): (() => string) =>
  () =>
    hash("sha256", key, "base64")

/** Requests with a user's token are counted per user. */
const partyOf = ({ clientId, userId = "" }: Caller): string => `${clientId}/${userId}`

export interface AdmissionError {
  readonly _tag: "Refused"
  readonly error: ApiError
  /** The rate that a rejected request counts toward. `NETWORK` is the rate for failures from the caller's network. */
  readonly rateKey?: RateKey | "NETWORK"
}

export const pageRateKey = (rate: Operation.OperationRate, connectSessionId: string): RateKey => {
  switch (rate) {
    case "requests":
      return ["connectRequests", connectSessionId]
    case "starts":
      return ["connectStarts", connectSessionId]
    case "status":
      return ["status", `connect ${connectSessionId}`]
  }
}

const rejected = (error: ApiError, count?: AdmissionError["rateKey"]): AdmissionError =>
  count === undefined ? { _tag: "Refused", error } : { _tag: "Refused", error, rateKey: count }

/**
 * Rejects credentials. Failures are counted per network, so somebody who uses a stolen key from another network or
 * without its certificate cannot use up the owner's quota.
 */
const failed = (error: ApiError): AdmissionError => rejected(error, "NETWORK")

/** A request that lacks only a scope counts toward the key's rate, like an accepted request. */
const beyondLimits = (
  { networks, scopes }: ApiKeyLimits,
  scope: ApiKeyScope | undefined,
  facts: RequestFacts,
  caller: Caller
): AdmissionError | undefined => {
  if (networks !== undefined && !Networks.cachedNetworks(networks).has(facts.address))
    return failed(apiError("NetworkNotAllowed"))
  if (scopes === undefined || scope === undefined || scopes.includes(scope)) return undefined
  return rejected({ _tag: "MissingScope", scope }, admitted(facts, caller).rateKeyOf("requests"))
}

/**
 * Admits a caller whose certificate matches. A certificate is not a credential: it only limits a connection to one
 * client's keys and tokens (spec 5.3).
 */
const fitting = (caller: Caller, facts: RequestFacts): Admission | AdmissionError => {
  const { peer } = facts
  if (peer === undefined) {
    return caller.requiresMutualTls === true ? failed(apiError("NoCertificate")) : admitted(facts, caller)
  }
  if (peer.environment !== caller.environment) return failed(apiError("EnvironmentMismatch"))
  return peer.clientId === caller.clientId ? admitted(facts, caller) : failed(apiError("CertificateMismatch"))
}

const isOf = (user: UserCaller, client: Caller): boolean =>
  user.clientId === client.clientId && user.environment === client.environment

const byKey = ({ scope }: Pick<SecurityRequirement, "scope">, facts: RequestFacts): Admission | AdmissionError => {
  const { key, token } = facts
  if (key._tag !== "Live")
    return failed(apiError(key.mistake ?? (key._tag === "Absent" ? "MissingApiKey" : "InvalidApiKey")))
  const { caller } = key
  const beyond = caller.keyLimits && beyondLimits(caller.keyLimits, scope, facts, caller)
  if (beyond !== undefined) return beyond
  switch (token._tag) {
    case "None":
      return fitting(caller, facts)
    case "Other":
      return failed(apiError("UnsupportedAuthScheme"))
    case "Malformed":
      return failed(apiError("MalformedToken"))
    case "Rejected":
      return failed(apiError("WrongToken"))
    case "Live":
      return isOf(token.user, caller) ? fitting(token.user, facts) : failed(apiError("CredentialsMismatch"))
  }
}

const byToken = ({ scope }: SecurityRequirement, facts: RequestFacts): Admission | AdmissionError => {
  const { key, token } = facts
  if (token._tag === "Malformed") return failed(apiError("MalformedToken"))
  if (token._tag === "Rejected") return failed(apiError("WrongToken"))
  if (token._tag !== "Live") return failed(apiError("NoUserToken"))
  if (key._tag === "Rejected") return failed(apiError("InvalidApiKey"))
  if (key._tag === "Live") {
    const beyond = key.caller.keyLimits && beyondLimits(key.caller.keyLimits, scope, facts, key.caller)
    if (beyond !== undefined) return beyond
    if (!isOf(token.user, key.caller)) return failed(apiError("CredentialsMismatch"))
  }
  return fitting(token.user, facts)
}

const byPage = (facts: RequestFacts): Admission | AdmissionError => {
  const { page } = facts
  switch (page._tag) {
    case "Absent":
      return failed(apiError("NoToken"))
    case "Rejected":
      return failed(apiError("WrongToken"))
    case "Refused":
      return rejected(page.error)
    case "Live":
      return admitted(facts, page.visitor.caller, page.visitor)
  }
}

const meeting = (requirement: SecurityRequirement, facts: RequestFacts): Admission | AdmissionError => {
  const { credentials } = requirement
  if ((credentials === "LOCAL" || credentials === "OPERATOR") && !facts.isLocal)
    return rejected(apiError("ConsoleElsewhere"))
  if (requirement.requiresSameOrigin && facts.isCrossSite) return rejected(apiError("CrossSite"))
  switch (credentials) {
    case "NONE":
    case "LOCAL":
      return admitted(facts)
    case "KEY":
      return byKey(requirement, facts)
    case "TOKEN":
      return byToken(requirement, facts)
    case "KEY_OR_TOKEN":
      // Without a key, a token is required. With a key, the key must be valid, and so must the token if there is one.
      return facts.key._tag === "Absent" && facts.token._tag !== "None"
        ? byToken(requirement, facts)
        : byKey(requirement, facts)
    case "PAGE":
      return byPage(facts)
    case "OPERATOR":
      return facts.isOperator ? admitted(facts) : rejected(apiError("ConsoleSessionMissing"))
  }
}

export const admit = (facts: RequestFacts): Admission | AdmissionError => {
  const { certificateError, route } = facts
  if (certificateError !== undefined) return rejected(certificateError)
  switch (route._tag) {
    case "Found":
      return meeting(route.security, facts)
    case "Missing":
      return rejected(route.error)
    case "RouteNotInVersion": {
      const decision = byKey({ scope: undefined }, facts)
      return decision._tag === "Refused" ? decision : rejected(route.error, decision.rateKeyOf("requests"))
    }
  }
}
