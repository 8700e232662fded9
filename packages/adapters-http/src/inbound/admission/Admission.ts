/**
 * The admission of requests: one pure decision over one row of facts, for every request, the fast path included
 * (architecture 5; spec 5). The facts are what the request shows and what the service knows about it: certificate, route and
 * version, API key with its networks and scopes, token, and page. The decision also names the rate that the request counts
 * against. Each operation requires one credential. The other is optional, but must belong to the same client:
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
import type { KeyScope } from "@sheaf/domain/KeyScope"
import type { CurrentCaller, Operation } from "@sheaf/http-contract"
import type { Caller, ConnectVisitor, KeyLimits, Peer, UserCaller } from "@sheaf/ports"
import { Redacted } from "effect"
import type { HttpApiEndpoint } from "effect/http-api"
import { hash } from "node:crypto"
import * as Networks from "../connections/Networks.ts"
import type { RateName } from "../limits/Rates.ts"
import type { CertificateRefusal } from "../pipeline/Arrival.ts"
import type * as BearerToken from "../pipeline/BearerToken.ts"
import { of } from "../problems/Refusals.ts"
import type { Refusal } from "../problems/Refusals.ts"

/** What an operation demands of its callers. The contract declares it. */
export interface Demand {
  /** `LOCAL` and `OPERATOR` belong to the operator's console, which serves only this machine. */
  readonly credentials: "NONE" | "KEY" | "TOKEN" | "PAGE" | "LOCAL" | "OPERATOR"
  /** The scope that API keys with limited scopes need. */
  readonly scope: KeyScope | undefined
  /** True if pages of other origins cannot send the request. */
  readonly isSameOrigin: boolean
}

/** An operation's endpoint, as the contract declares it. */
export type Endpoint = Pick<HttpApiEndpoint.Top, "method" | "path">

/** The route of a request in its version. */
export type Route =
  | {
      readonly _tag: "Found"
      readonly demand: Demand
      /** The endpoint to which the demand belongs. Nobody else's stages accept the admission. */
      readonly endpoint: Endpoint
      /** The ids in the path, under which reads of a status count. Empty for the events of a client. */
      readonly ids: string
    }
  | { readonly _tag: "Missing"; readonly refusal: Refusal }
  /** Another version has the route, which only callers with a valid key learn. */
  | { readonly _tag: "OtherVersion"; readonly refusal: Refusal }

export type KeyFact =
  | { readonly _tag: "Absent" }
  | { readonly _tag: "Rejected" }
  | { readonly _tag: "Live"; readonly text: Redacted.Redacted; readonly caller: Caller }

export type TokenFact =
  | Exclude<BearerToken.Authorization, { readonly _tag: "Bearer" }>
  | { readonly _tag: "Rejected" }
  | { readonly _tag: "Live"; readonly user: UserCaller }

export type PageFact =
  | { readonly _tag: "Absent" }
  | { readonly _tag: "Rejected" }
  | { readonly _tag: "Refused"; readonly refusal: Refusal }
  | { readonly _tag: "Live"; readonly visitor: ConnectVisitor }

/** What is known about a request. Each path into the service states every fact, because a fact that it forgot would admit. */
export interface Facts {
  /** The client of the certificate, or the reason why the certificate was refused. Absent without a certificate. */
  readonly peer: Peer | undefined
  readonly certificateRefusal: CertificateRefusal | undefined
  readonly route: Route
  readonly key: KeyFact
  readonly token: TokenFact
  readonly page: PageFact
  /** True if a browser says that a page of another origin sent the request. */
  readonly isCrossSite: boolean
  /** True if the request comes from this machine, to a name that means this machine. */
  readonly isLocal: boolean
  /** True if the operator's console has the session of the request. */
  readonly isOperator: boolean
  /** The address of the caller, if it is known. */
  readonly address: string | undefined
}

/** The rate and the key under which a request counts. */
export type Count = readonly [RateName, string]

type AdmittedCaller = CurrentCaller["Service"]

/** Makes an {@link Admitted}. Only this module has the function. */
let admitted: (facts: Facts, caller?: Caller, visitor?: ConnectVisitor) => Admitted

/** An admitted request. Only {@link admit} makes one, and only it makes the callers that handlers receive. */
export class Admitted {
  static {
    admitted = (facts, caller, visitor) => new Admitted(facts, caller, visitor)
  }

  readonly _tag = "Admitted"
  readonly visitor: ConnectVisitor | undefined
  readonly #caller: Caller | undefined
  readonly #key: Redacted.Redacted | undefined
  readonly #route: Extract<Route, { readonly _tag: "Found" }> | undefined

  private constructor(facts: Facts, caller: Caller | undefined, visitor: ConnectVisitor | undefined) {
    this.#caller = caller
    this.visitor = visitor
    this.#key = facts.key._tag === "Live" ? facts.key.text : undefined
    this.#route = facts.route._tag === "Found" ? facts.route : undefined
  }

  /** Returns true if the request was admitted to this endpoint. */
  isFor({ method, path }: Endpoint): boolean {
    return this.#route?.endpoint.method === method && this.#route.endpoint.path === path
  }

  /** The caller that the request's credentials identify. */
  get caller(): (AdmittedCaller & Caller) | undefined {
    // The mark in the type has no value. This is the only place that sets it.
    return this.#caller as (AdmittedCaller & Caller) | undefined
  }

  /** The user, if the credentials include a token. */
  get user(): (AdmittedCaller & UserCaller) | undefined {
    const { caller } = this
    return caller?.userId === undefined ? undefined : { ...caller, userId: caller.userId }
  }

  /**
   * Returns the count of a request of this kind. Contains no secret.
   *
   * @throws if the operation needs no credentials, because nobody's rate could count it.
   */
  countOf(rate: Operation.OperationRate): Count {
    // A page never touches the quotas of its client, and has no API key, even if it sends the header.
    if (this.visitor !== undefined) return pageCount(rate, this.visitor.session.connectSessionId)
    const caller = this.#caller
    if (caller === undefined) throw new Error("a request without a caller counts against no rate")
    switch (rate) {
      case "requests":
        return [
          "requests",
          this.#key === undefined ? partyOf(caller) : hash("sha256", Redacted.value(this.#key), "base64")
        ]
      case "starts":
        return ["starts", caller.clientId]
      case "status":
        // Events have no id in the path, so each client's reads of events count together.
        return ["status", this.#route?.ids || `events of ${caller.clientId}`]
    }
  }
}

/** Returns the key under which the requests with a user's token count. */
const partyOf = ({ clientId, userId = "" }: Caller): string => `${clientId}/${userId}`

/** A refused request. */
export interface Refused {
  readonly _tag: "Refused"
  readonly refusal: Refusal
  /** The rate that the refused request counts against, `NETWORK` for the failures of the caller's network. */
  readonly count?: Count | "NETWORK"
}

/** Returns the rate and the key under which a page's calls of this kind count. */
export const pageCount = (rate: Operation.OperationRate, connectSessionId: string): Count => {
  switch (rate) {
    case "requests":
      return ["connectRequests", connectSessionId]
    case "starts":
      return ["connectStarts", connectSessionId]
    case "status":
      return ["status", `connect ${connectSessionId}`]
  }
}

const refused = (refusal: Refusal, count?: Refused["count"]): Refused =>
  count === undefined ? { _tag: "Refused", refusal } : { _tag: "Refused", refusal, count }

/**
 * Refuses credentials. Failures count by network, which never affects valid credentials: stolen keys that are used from other
 * networks or without their certificate must not use up their owner's requests.
 */
const failed = (refusal: Refusal): Refused => refused(refusal, "NETWORK")

/** Returns the refusal because of a key's limits. A missing scope counts as one of the key's requests. */
const beyondLimits = (
  { networks, scopes }: KeyLimits,
  scope: KeyScope | undefined,
  facts: Facts,
  caller: Caller
): Refused | undefined => {
  if (networks !== undefined && !Networks.cached(networks).has(facts.address)) return failed(of("OtherNetwork"))
  if (scopes === undefined || scope === undefined || scopes.includes(scope)) return undefined
  return refused({ _tag: "MissingScope", scope }, admitted(facts, caller).countOf("requests"))
}

/**
 * Admits a caller whose certificate fits. A certificate is not a credential: it only limits a connection to the keys and
 * tokens of its client (spec 5.3).
 */
const fitting = (caller: Caller, facts: Facts): Admitted | Refused => {
  const { peer } = facts
  if (peer === undefined) {
    return caller.requiresMutualTls === true ? failed(of("NoCertificate")) : admitted(facts, caller)
  }
  if (peer.environment !== caller.environment) return failed(of("OtherEnvironment"))
  return peer.clientId === caller.clientId ? admitted(facts, caller) : failed(of("OtherClient"))
}

const isOf = (user: UserCaller, client: Caller): boolean =>
  user.clientId === client.clientId && user.environment === client.environment

const byKey = ({ scope }: Pick<Demand, "scope">, facts: Facts): Admitted | Refused => {
  const { key, token } = facts
  if (key._tag !== "Live") return failed(of(key._tag === "Absent" ? "NoKey" : "WrongKey"))
  const { caller } = key
  const beyond = caller.keyLimits && beyondLimits(caller.keyLimits, scope, facts, caller)
  if (beyond !== undefined) return beyond
  switch (token._tag) {
    case "None":
      return fitting(caller, facts)
    case "Other":
      return failed(of("OtherScheme"))
    case "Malformed":
      return failed(of("MalformedToken"))
    case "Rejected":
      return failed(of("WrongToken"))
    case "Live":
      return isOf(token.user, caller) ? fitting(token.user, facts) : failed(of("CredentialsMismatch"))
  }
}

const byToken = ({ scope }: Demand, facts: Facts): Admitted | Refused => {
  const { key, token } = facts
  if (token._tag === "Malformed") return failed(of("MalformedToken"))
  if (token._tag === "Rejected") return failed(of("WrongToken"))
  if (token._tag !== "Live") return failed(of("NoToken"))
  if (key._tag === "Rejected") return failed(of("WrongKey"))
  if (key._tag === "Live") {
    const beyond = key.caller.keyLimits && beyondLimits(key.caller.keyLimits, scope, facts, key.caller)
    if (beyond !== undefined) return beyond
    if (!isOf(token.user, key.caller)) return failed(of("CredentialsMismatch"))
  }
  return fitting(token.user, facts)
}

const byPage = (facts: Facts): Admitted | Refused => {
  const { page } = facts
  switch (page._tag) {
    case "Absent":
      return failed(of("NoToken"))
    case "Rejected":
      return failed(of("WrongToken"))
    case "Refused":
      return refused(page.refusal)
    case "Live":
      return admitted(facts, page.visitor.caller, page.visitor)
  }
}

const meeting = (demand: Demand, facts: Facts): Admitted | Refused => {
  const { credentials } = demand
  if ((credentials === "LOCAL" || credentials === "OPERATOR") && !facts.isLocal) return refused(of("ConsoleElsewhere"))
  if (demand.isSameOrigin && facts.isCrossSite) return refused(of("CrossSite"))
  switch (credentials) {
    case "NONE":
    case "LOCAL":
      return admitted(facts)
    case "KEY":
      return byKey(demand, facts)
    case "TOKEN":
      return byToken(demand, facts)
    case "PAGE":
      return byPage(facts)
    case "OPERATOR":
      return facts.isOperator ? admitted(facts) : refused(of("ConsoleSessionMissing"))
  }
}

/** Admits a request, or refuses it. */
export const admit = (facts: Facts): Admitted | Refused => {
  const { certificateRefusal, route } = facts
  if (certificateRefusal !== undefined) return refused(certificateRefusal)
  switch (route._tag) {
    case "Found":
      return meeting(route.demand, facts)
    case "Missing":
      return refused(route.refusal)
    case "OtherVersion": {
      const decision = byKey({ scope: undefined }, facts)
      return decision._tag === "Refused" ? decision : refused(route.refusal, decision.countOf("requests"))
    }
  }
}
