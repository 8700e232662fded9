/** The admission decides from facts alone, and nothing else can admit a request. */
import { assert, describe, it } from "@effect/vitest"
import { CompaniesGroup, CurrentCaller, ProblemDocuments } from "@sheaf/http-contract"
import { CertificateRefused } from "@sheaf/ports"
import type { Caller, UserCaller } from "@sheaf/ports"
import { Effect, Redacted, Schema } from "effect"
import { HttpApi, HttpApiEndpoint, HttpApiGroup } from "effect/http-api"
import { inspect } from "node:util"
import { admit, Admitted } from "../../src/inbound/admission/Admission.ts"
import type { Demand, Facts } from "../../src/inbound/admission/Admission.ts"
import * as RouteTable from "../../src/inbound/pipeline/route/RouteTable.ts"
import { of } from "../../src/inbound/problems/Refusals.ts"

const client: Caller = { clientId: "one", environment: "test" }
const user: UserCaller = { ...client, userId: "u" }
const stranger: UserCaller = { clientId: "two", environment: "test", userId: "v" }
const peer = { clientId: "one", environment: "test", serial: "1" } as const

/** The endpoint to which each request is admitted. */
const endpoint = { method: "GET", path: "/things/:id" } as const

const noFacts: Omit<Facts, "route"> = {
  peer: undefined,
  certificateRefusal: undefined,
  key: { _tag: "Absent" },
  token: { _tag: "None" },
  page: { _tag: "Absent" },
  isCrossSite: false,
  isLocal: false,
  isOperator: false,
  address: undefined
}

const demanding = (credentials: Demand["credentials"], more: Partial<Demand> = {}): Facts["route"] => ({
  _tag: "Found",
  demand: { credentials, scope: undefined, isSameOrigin: false, ...more },
  endpoint,
  ids: "id"
})

const live = (caller: Caller): Facts["key"] => ({ _tag: "Live", text: Redacted.make("the key"), caller })
const tokenOf = (user: UserCaller): Facts["token"] => ({ _tag: "Live", user })
const key = demanding("KEY")
const token = demanding("TOKEN")
const limited = (keyLimits: Caller["keyLimits"]) => live({ ...client, ...(keyLimits && { keyLimits }) })
const refusedCertificate = new CertificateRefused({ reason: "REVOKED" })
const elsewhere: Facts["route"] = {
  _tag: "OtherVersion",
  refusal: { _tag: "OtherVersion", asked: "2025-01-01", holders: "2026-04-01" }
}

/** The tag of the refusal, or who was admitted; and what the request counts against. */
const told = (facts: Partial<Facts> & Pick<Facts, "route">): readonly [string, string] => {
  const decision = admit({ ...noFacts, ...facts })
  if (decision._tag === "Refused") {
    const { count = [""], refusal } = decision
    return [refusal._tag, count === "NETWORK" ? count : count[0]]
  }
  const { caller } = decision
  return caller === undefined
    ? ["admitted anyone", ""]
    : [`admitted ${caller.userId ?? caller.clientId}`, decision.countOf("starts")[1]]
}

const network = "NETWORK"

describe("A request", () => {
  it.each<readonly [what: string, facts: Partial<Facts> & Pick<Facts, "route">, decision: string, counts: string]>([
    ["to an open path", { route: demanding("NONE") }, "admitted anyone", ""],
    ["with a key", { route: key, key: live(client) }, "admitted one", "one"],
    ["without a key", { route: key }, "NoKey", network],
    ["with an unknown key", { route: key, key: { _tag: "Rejected" } }, "WrongKey", network],
    ["with a key and its user's token", { route: key, key: live(client), token: tokenOf(user) }, "admitted u", "one"],
    ["with a token only", { route: token, token: tokenOf(user) }, "admitted u", "one"],
    [
      "with a token and an unknown key",
      { route: token, key: { _tag: "Rejected" }, token: tokenOf(user) },
      "WrongKey",
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
      "OtherScheme",
      network
    ],
    ["with another scheme in place of a token", { route: token, token: { _tag: "Other" } }, "NoToken", network],
    ["with a malformed token", { route: token, token: { _tag: "Malformed" } }, "MalformedToken", network],
    ["with a rejected token", { route: key, key: live(client), token: { _tag: "Rejected" } }, "WrongToken", network],
    [
      "with a key of other networks",
      { route: key, key: limited({ networks: ["192.0.2.0/24"] }), address: "198.51.100.7" },
      "OtherNetwork",
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
      "OtherClient",
      network
    ],
    [
      "with a certificate of the other environment",
      { route: key, key: live(client), peer: { ...peer, environment: "production" } },
      "OtherEnvironment",
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
      { route: key, key: live(client), certificateRefusal: refusedCertificate },
      "CertificateRefused",
      ""
    ],
    [
      "with a refused certificate to an open path",
      { route: demanding("NONE"), certificateRefusal: refusedCertificate },
      "CertificateRefused",
      ""
    ],
    ["without a route", { route: { _tag: "Missing", refusal: of("NoRoute") }, key: live(client) }, "NoRoute", ""],
    ["to another version's path", { route: elsewhere, key: live(client) }, "OtherVersion", "requests"],
    ["to another version's path, without a key", { route: elsewhere }, "NoKey", network],
    [
      "of a page of another origin",
      { route: demanding("PAGE", { isSameOrigin: true }), isCrossSite: true },
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
  const admitted = (facts: Partial<Facts> & Pick<Facts, "route">) => {
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
    for (const rate of ["requests", "starts", "status"] as const) assert.throws(() => admission.countOf(rate))
  })

  it("never shows the API key", () => {
    const admission = admitted({ route: key, key: live(client) })
    assert.notInclude(inspect(admission, { depth: Infinity, showHidden: true }), "the key")
    assert.notInclude(admission.countOf("requests").join(), "the key")
  })
})

describe("Nothing but the admission", () => {
  it("admits a request, or makes a handler's caller", () => {
    // @ts-expect-error: the constructor is private.
    assert.isFunction(() => new Admitted(noFacts, client, undefined))
    // @ts-expect-error: a caller that was not admitted has another type.
    assert.isDefined(Effect.provideService(Effect.void, CurrentCaller, client))
  })

  it("decides about an endpoint that declares no credentials", () => {
    const open = HttpApiEndpoint.get("open", "/open", { success: Schema.String }).middleware(ProblemDocuments)
    const api = HttpApi.make("version").add(HttpApiGroup.make("group").add(open))
    assert.throws(() => RouteTable.make(api), "GET /open does not declare its credentials")
    assert.strictEqual(
      RouteTable.make(api, RouteTable.declared("NONE")).find("GET", "/open")?.demand.credentials,
      "NONE"
    )
  })

  it("never looks up a path that is too long", () => {
    const open = HttpApiEndpoint.get("open", "/sandbox/:id", { success: Schema.String }).middleware(ProblemDocuments)
    const api = HttpApi.make("version").add(HttpApiGroup.make("group").add(open))
    const { find, isSandboxOnly, methodsOf } = RouteTable.make(api, RouteTable.declared("OPERATOR"))
    const facts = (id: string) => {
      const url = `/sandbox/${id}`
      return [find("GET", url), find("HEAD", url)]
        .map((route) => route?.ids)
        .concat(methodsOf(url), `${isSandboxOnly(url)}`)
    }
    assert.deepStrictEqual(facts("a"), ["a", "a", "GET", "HEAD", "true"])
    assert.deepStrictEqual(facts("%61".repeat(400)), [undefined, undefined, "false"])
  })

  it("writes the problems of an endpoint", () => {
    const api = HttpApi.make("version").add(CompaniesGroup)
    assert.throws(() => RouteTable.make(api), "does not leave its problems to the one writer")
  })
})
