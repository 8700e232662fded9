/** Tests that admission depends only on the facts of a request, and that nothing else can admit it. */
import { assert, describe, it } from "@effect/vitest"
import { CompaniesGroup, CurrentCaller, ProblemResponses } from "@sheaf/http-contract"
import { PeerCertificateError } from "@sheaf/ports"
import type { Caller, UserCaller } from "@sheaf/ports"
import { Effect, Schema } from "effect"
import { HttpApi, HttpApiEndpoint, HttpApiGroup } from "effect/http-api"
import { inspect } from "node:util"
import { admit, Admission, digestOf } from "../../src/inbound/admission/Admission.ts"
import type { SecurityRequirement, RequestFacts } from "../../src/inbound/admission/Admission.ts"
import * as ServedApi from "../../src/inbound/versions/ServedApi.ts"
import { apiError } from "../../src/inbound/problems/ApiErrors.ts"

const client: Caller = { clientId: "one", environment: "test" }
const user: UserCaller = { ...client, userId: "u" }
const stranger: UserCaller = { clientId: "two", environment: "test", userId: "v" }
const peer = { clientId: "one", environment: "test", serial: "1" } as const

const endpoint = { method: "GET", path: "/things/:id" } as const

const noFacts: Omit<RequestFacts, "route"> = {
  peer: undefined,
  certificateError: undefined,
  key: { _tag: "Absent" },
  token: { _tag: "None" },
  page: { _tag: "Absent" },
  isCrossSite: false,
  isLocal: false,
  isOperator: false,
  address: undefined
}

const demanding = (
  credentials: SecurityRequirement["credentials"],
  more: Partial<SecurityRequirement> = {}
): RequestFacts["route"] => ({
  _tag: "Found",
  security: { credentials, scope: undefined, requiresSameOrigin: false, ...more },
  endpoint,
  ids: "id"
})

const live = (caller: Caller): RequestFacts["key"] => ({ _tag: "Live", digest: digestOf("the key"), caller })
const tokenOf = (user: UserCaller): RequestFacts["token"] => ({ _tag: "Live", user })
const key = demanding("KEY")
const token = demanding("TOKEN")
const limited = (keyLimits: Caller["keyLimits"]) => live({ ...client, ...(keyLimits && { keyLimits }) })
const refusedCertificate = new PeerCertificateError({ reason: "REVOKED" })
const elsewhere: RequestFacts["route"] = {
  _tag: "RouteNotInVersion",
  error: { _tag: "RouteNotInVersion", asked: "2025-01-01", holders: "2026-04-01" }
}

/** Returns the error's tag or the admitted caller, and the key that the request counts against. */
const told = (facts: Partial<RequestFacts> & Pick<RequestFacts, "route">): readonly [string, string] => {
  const decision = admit({ ...noFacts, ...facts })
  if (decision._tag === "Refused") {
    const { rateKey = [""], error } = decision
    return [error._tag, rateKey === "NETWORK" ? rateKey : rateKey[0]]
  }
  const { caller } = decision
  return caller === undefined
    ? ["admitted anyone", ""]
    : [`admitted ${caller.userId ?? caller.clientId}`, decision.rateKeyOf("starts")[1]]
}

const network = "NETWORK"

describe("A request", () => {
  it.each<
    readonly [
      what: string,
      facts: Partial<RequestFacts> & Pick<RequestFacts, "route">,
      decision: string,
      counts: string
    ]
  >([
    ["to an open path", { route: demanding("NONE") }, "admitted anyone", ""],
    ["with a key", { route: key, key: live(client) }, "admitted one", "one"],
    ["without a key", { route: key }, "MissingApiKey", network],
    ["with an unknown key", { route: key, key: { _tag: "Rejected" } }, "InvalidApiKey", network],
    ["with a key and its user's token", { route: key, key: live(client), token: tokenOf(user) }, "admitted u", "one"],
    ["with a token only", { route: token, token: tokenOf(user) }, "admitted u", "one"],
    [
      "with a token and an unknown key",
      { route: token, key: { _tag: "Rejected" }, token: tokenOf(user) },
      "InvalidApiKey",
      network
    ],
    [
      "with another client's token",
      { route: key, key: live(client), token: tokenOf(stranger) },
      "CredentialsMismatch",
      network
    ],
    [
      "with a key of another client than its token",
      { route: token, key: live(client), token: tokenOf(stranger) },
      "CredentialsMismatch",
      network
    ],
    [
      "with another scheme beside its key",
      { route: key, key: live(client), token: { _tag: "Other" } },
      "UnsupportedAuthScheme",
      network
    ],
    ["with another scheme in place of a token", { route: token, token: { _tag: "Other" } }, "NoUserToken", network],
    ["with a malformed token", { route: token, token: { _tag: "Malformed" } }, "MalformedToken", network],
    ["with a rejected token", { route: key, key: live(client), token: { _tag: "Rejected" } }, "WrongToken", network],
    [
      "with a key of other networks",
      { route: key, key: limited({ networks: ["192.0.2.0/24"] }), address: "198.51.100.7" },
      "NetworkNotAllowed",
      network
    ],
    [
      "with a key of its network",
      { route: key, key: limited({ networks: ["192.0.2.0/24"] }), address: "192.0.2.7" },
      "admitted one",
      "one"
    ],
    [
      "with a key without the scope",
      { route: demanding("KEY", { scope: "collections:read" }), key: limited({ scopes: ["consents"] }) },
      "MissingScope",
      "requests"
    ],
    [
      "with a key with the scope",
      { route: demanding("KEY", { scope: "consents" }), key: limited({ scopes: ["consents"] }) },
      "admitted one",
      "one"
    ],
    ["with the client's certificate", { route: key, key: live(client), peer }, "admitted one", "one"],
    [
      "with another client's certificate",
      { route: key, key: live(client), peer: { ...peer, clientId: "two" } },
      "CertificateMismatch",
      network
    ],
    [
      "with a certificate of the other environment",
      { route: key, key: live(client), peer: { ...peer, environment: "production" } },
      "EnvironmentMismatch",
      network
    ],
    [
      "of a client that must have a certificate",
      { route: key, key: live({ ...client, requiresMutualTls: true }) },
      "NoCertificate",
      network
    ],
    [
      "with a refused certificate",
      { route: key, key: live(client), certificateError: refusedCertificate },
      "PeerCertificateError",
      ""
    ],
    [
      "with a refused certificate to an open path",
      { route: demanding("NONE"), certificateError: refusedCertificate },
      "PeerCertificateError",
      ""
    ],
    [
      "without a route",
      { route: { _tag: "Missing", error: apiError("RouteNotFound") }, key: live(client) },
      "RouteNotFound",
      ""
    ],
    ["to another version's path", { route: elsewhere, key: live(client) }, "RouteNotInVersion", "requests"],
    ["to another version's path, without a key", { route: elsewhere }, "MissingApiKey", network],
    [
      "of a page of another origin",
      { route: demanding("PAGE", { requiresSameOrigin: true }), isCrossSite: true },
      "CrossSite",
      ""
    ],
    ["of a page without a token", { route: demanding("PAGE") }, "NoToken", network],
    [
      "of a page with another session's token",
      { route: demanding("PAGE"), page: { _tag: "Rejected" } },
      "WrongToken",
      network
    ],
    ["to the console from another machine", { route: demanding("OPERATOR"), isOperator: true }, "ConsoleElsewhere", ""],
    ["to the console without a session", { route: demanding("OPERATOR"), isLocal: true }, "ConsoleSessionMissing", ""],
    [
      "to the console with a session",
      { route: demanding("OPERATOR"), isLocal: true, isOperator: true },
      "admitted anyone",
      ""
    ]
  ])("%s", (_, facts, decision, counts) => {
    assert.deepStrictEqual(told(facts), [decision, counts])
  })
})

describe("An admission", () => {
  const admitted = (facts: Partial<RequestFacts> & Pick<RequestFacts, "route">) => {
    const decision = admit({ ...noFacts, ...facts })
    return decision._tag === "Admitted" ? decision : assert.fail("refused")
  }

  it("is to one endpoint", () => {
    const admission = admitted({ route: demanding("NONE") })
    assert.isTrue(admission.isFor(endpoint))
    assert.isFalse(admission.isFor({ ...endpoint, method: "DELETE" }))
    assert.isFalse(admission.isFor({ ...endpoint, path: "/things" }))
  })

  it("without a caller counts against no rate, instead of everybody's", () => {
    const admission = admitted({ route: demanding("NONE") })
    for (const rate of ["requests", "starts", "status"] as const) assert.throws(() => admission.rateKeyOf(rate))
  })

  it("never shows the API key", () => {
    const admission = admitted({ route: key, key: live(client) })
    assert.notInclude(inspect(admission, { depth: Infinity, showHidden: true }), "the key")
    assert.notInclude(admission.rateKeyOf("requests").join(), "the key")
  })
})

describe("Nothing but the admission", () => {
  it("admits a request, or makes a handler's caller", () => {
    // @ts-expect-error: the constructor is private.
    assert.isFunction(() => new Admission(noFacts, client, undefined))
    // @ts-expect-error: a caller that was not admitted has another type.
    assert.isDefined(Effect.provideService(Effect.void, CurrentCaller, client))
  })

  it("decides about an endpoint that declares no credentials", () => {
    const open = HttpApiEndpoint.get("open", "/open", { success: Schema.String }).middleware(ProblemResponses)
    const api = HttpApi.make("version").add(HttpApiGroup.make("group").add(open))
    assert.throws(() => ServedApi.routesOf(api), "GET /open does not declare its credentials")
    assert.strictEqual(
      ServedApi.routesOf(api, ServedApi.declaredRequirements("NONE")).find("GET", "/open")?.security.credentials,
      "NONE"
    )
  })

  it("never looks up a path that is too long", () => {
    const open = HttpApiEndpoint.get("open", "/open/:id", { success: Schema.String }).middleware(ProblemResponses)
    const api = HttpApi.make("version").add(HttpApiGroup.make("group").add(open))
    const { find, methodsOf } = ServedApi.routesOf(api, ServedApi.declaredRequirements("OPERATOR"))
    const facts = (id: string) => {
      const url = `/open/${id}`
      return [find("GET", url), find("HEAD", url)].map((route) => route?.ids).concat(methodsOf(url))
    }
    assert.deepStrictEqual(facts("a"), ["a", "a", "GET", "HEAD"])
    assert.deepStrictEqual(facts("%61".repeat(400)), [undefined, undefined])
  })

  it("writes the problems of an endpoint", () => {
    const api = HttpApi.make("version").add(CompaniesGroup)
    assert.throws(() => ServedApi.routesOf(api), "does not leave its problems to the one writer")
  })
})
