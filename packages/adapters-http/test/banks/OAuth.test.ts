/**
 * Tests consents at a bank with OAuth, over real HTTP: what Sheaf sends to the authorization server, and which
 * responses it rejects.
 */
import { assert, describe, it } from "@effect/vitest"
import { CallContext } from "@sheaf/ports"
import type { AuthorizationResponse, ConnectorRequest, Step } from "@sheaf/ports"
import { testsOf } from "@sheaf/ports/testing"
import { Effect, Redacted } from "effect"
import { TestClock } from "effect/testing"
import { hash } from "node:crypto"
import { createSecureContext } from "node:tls"
import { gzipSync } from "node:zlib"
import * as OneTimeConsentConnector from "../../src/banks/OneTimeConsentConnector.ts"
import { BankStatusError } from "../../src/banks/wire/BankCallError.ts"
import { quietTest } from "../outbound/ScriptedConnector.ts"
import * as Bank from "./ScriptedBank.ts"
import {
  authorizeConsent,
  bearersOf,
  credentialsOf,
  formOf,
  metadataPath,
  oauthOf,
  request,
  returnWithCode,
  returnUrl,
  makeScriptedOAuth,
  tokens
} from "./oauth/ScriptedOAuth.ts"
import type { Overrides, ScriptedOAuth } from "./oauth/ScriptedOAuth.ts"

const test = testsOf(it, Effect.void)

describe("a consent at a bank with OAuth", () => {
  test("is requested with pushed parameters, PKCE and the registered return address", function* () {
    const made = yield* makeScriptedOAuth()
    const { redirectUrl = "" } = yield* made.bank.createConsent(request, "a-key")
    const { code_challenge: challenge, ...pushed } = formOf(made, "POST /par")
    assert.match(challenge ?? "", /^[\w-]{43}$/)
    assert.deepStrictEqual(pushed, {
      response_type: "code",
      client_id: "PSDSE-FINA-1",
      redirect_uri: returnUrl,
      scope: "AIS:consent-1",
      state: "a-state",
      code_challenge_method: "S256"
    })
    const { origin, pathname, searchParams } = new URL(redirectUrl)
    assert.strictEqual(origin + pathname, `${made.server.origin}/authorize`)
    assert.deepStrictEqual(Object.fromEntries(searchParams), {
      tenant: "1",
      client_id: "PSDSE-FINA-1",
      request_uri: "urn:request:1"
    })
    assert.strictEqual(made.asked[0]?.headers["tpp-redirect-uri"], returnUrl)
  })

  test("is started explicitly if the bank requires it, and then has the server's page", function* () {
    const path = "/v1/consents/consent-1/authorisations"
    const started = { scaStatus: "received", authorisationId: "a-1" }
    const made = yield* makeScriptedOAuth({
      script: (origin) => ({
        "POST /v1/consents": Bank.createdResponse(Bank.links({ startAuthorisation: path })),
        [`POST ${path}`]: {
          status: 201,
          body: { ...started, ...Bank.links({ scaOAuth: `${origin}${metadataPath}` }) }
        }
      })
    })
    const { redirectUrl = "" } = yield* made.bank.createConsent(request, "a-key")
    assert.strictEqual(new URL(redirectUrl).pathname, "/authorize")
    assert.deepStrictEqual(
      made.asked.map(({ call }) => call),
      ["POST /v1/consents", `POST ${path}`, `GET ${metadataPath}`, "POST /par"]
    )
    assert.strictEqual(made.asked[1]?.headers["tpp-redirect-uri"], returnUrl)
  })

  test("is requested and used under the client's own client id, if it has one", function* () {
    const tls = createSecureContext()
    const made = yield* makeScriptedOAuth({
      clients: { "client-2": { tls, oauthClientId: "PSDSE-FINA-2" }, "client-3": { tls } }
    })
    for (const [client, clientId] of [
      ["client-1", "PSDSE-FINA-1"],
      ["client-2", "PSDSE-FINA-2"],
      ["client-3", "PSDSE-FINA-1"]
    ] as const) {
      const asked = Effect.gen(function* () {
        const consent = yield* made.bank.createConsent(request, "a-key")
        const response = { code: Redacted.make("code-1"), iss: made.server.origin }
        yield* oauthOf(made).renew(yield* oauthOf(made).acceptCode(credentialsOf(consent), response))
        return new URL(consent.redirectUrl ?? "").searchParams.get("client_id")
      })
      assert.strictEqual(yield* Effect.provideService(asked, CallContext, { client, person: "a-person" }), clientId)
      for (const call of ["POST /par", "POST /token"]) assert.include(formOf(made, call), { client_id: clientId })
    }
  })

  test("has its parameters in the page's address if the server takes no pushed ones", function* () {
    const made = yield* makeScriptedOAuth({ metadata: { pushed_authorization_request_endpoint: null } })
    const { redirectUrl = "" } = yield* made.bank.createConsent(request, "a-key")
    const { searchParams } = new URL(redirectUrl)
    assert.strictEqual(searchParams.get("state"), "a-state")
    assert.strictEqual(searchParams.get("code_challenge_method"), "S256")
  })

  test("is requested with PKCE even if the server's metadata lists no methods, because servers ignore unknown parameters", function* () {
    const made = yield* makeScriptedOAuth({ metadata: { code_challenge_methods_supported: undefined } })
    yield* made.bank.createConsent(request, "a-key")
    assert.strictEqual(formOf(made, "POST /par")["code_challenge_method"], "S256")
  })

  test("finds the server at its issuer if the bank has no link", function* () {
    const { bank } = yield* makeScriptedOAuth({ script: { "POST /v1/consents": Bank.createdResponse({}) } })
    assert.isDefined((yield* bank.createConsent(request, "a-key")).credentials)
  })

  test("is used with the token that the code was exchanged for, and not before", function* () {
    const made = yield* makeScriptedOAuth()
    const { bank } = made
    const consent = yield* bank.createConsent(request, "a-key")
    const pending = credentialsOf(consent)
    assert.strictEqual((yield* bank.status("consent-1", pending)).status, "partiallyAuthorised")
    const granted = yield* authorizeConsent(made)
    const { code_verifier: verifier = "", ...exchanged } = formOf(made, "POST /token")
    assert.strictEqual(formOf(made, "POST /par")["code_challenge"], hash("sha256", verifier, "base64url"))
    assert.deepStrictEqual(exchanged, {
      grant_type: "authorization_code",
      client_id: "PSDSE-FINA-1",
      code: "code-1",
      redirect_uri: returnUrl
    })
    assert.isTrue(bearersOf(made).every((each) => each === undefined))
    assert.strictEqual((yield* bank.status("consent-1", granted)).status, "valid")
    yield* bank.accounts("consent-1", Bank.fullScope, {}, granted)
    yield* bank.revoke("consent-1", granted)
    assert.deepStrictEqual(bearersOf(made).slice(-5), Array(5).fill("Bearer at-1"))
    // A second return has no effect, even with another code.
    const again = yield* oauthOf(made).acceptCode(granted, { code: Redacted.make("code-2") })
    assert.strictEqual(Redacted.value(again), Redacted.value(granted))
  })
})

describe("a response of a bank with OAuth", () => {
  const other = "https://other.example"
  const redirect = { status: 307, headers: { location: `${other}/` } }

  /** Cases in which the consent cannot be created. `calls` is the number of requests. */
  const refusedAtStart: ReadonlyArray<readonly [what: string, changes: Overrides, calls: number]> = [
    ["metadata at another host", { link: `${other}${metadataPath}` }, 1],
    ["metadata of another issuer", { metadata: { issuer: other } }, 2],
    ["a server without PKCE S256", { metadata: { code_challenge_methods_supported: ["plain"] } }, 2],
    ["a server without any PKCE method", { metadata: { code_challenge_methods_supported: [] } }, 2],
    ["a page at another host", { metadata: { authorization_endpoint: `${other}/authorize` } }, 3],
    ["pushed requests at another host", { metadata: { pushed_authorization_request_endpoint: `${other}/par` } }, 2],
    ["metadata without a token endpoint", { metadata: { token_endpoint: undefined } }, 2],
    [
      "a confirmation with the token",
      {
        script: { "POST /v1/consents": Bank.createdResponse(Bank.links({ confirmation: "/v1/consents/consent-1/x" })) }
      },
      1
    ],
    ["an unknown client", { script: { "POST /par": { status: 401, body: { error: "invalid_client" } } } }, 3],
    ["a redirect to another host", { script: { [`GET ${metadataPath}`]: redirect } }, 2],
    ["no metadata", { script: { [`GET ${metadataPath}`]: { status: 404 } } }, 2]
  ]
  for (const [what, changes, calls] of refusedAtStart) {
    test(`is rejected: ${what}`, function* () {
      const { asked, bank } = yield* makeScriptedOAuth(changes)
      assert.strictEqual(yield* Bank.reasonOf(bank.createConsent(request, "a-key")), "BROKEN")
      assert.lengthOf(asked, calls)
    })
  }

  test("is rejected: another or a missing issuer with the code", function* () {
    const made = yield* makeScriptedOAuth()
    const pending = credentialsOf(yield* made.bank.createConsent(request, "a-key"))
    const code = Redacted.make("code-1")
    for (const iss of [{ iss: other }, { iss: `${made.server.origin}/` }, {}]) {
      assert.strictEqual(yield* Bank.reasonOf(oauthOf(made).acceptCode(pending, { code, ...iss })), "REFUSED")
    }
  })

  const refusedAtToken: ReadonlyArray<readonly [what: string, changes: Overrides, reason: string]> = [
    [
      "a used code",
      { script: { "POST /token": { status: 400, body: { error: "invalid_grant" } } } },
      "CONSENT_INVALID"
    ],
    ["an unknown client", { script: { "POST /token": { status: 401, body: { error: "invalid_client" } } } }, "BROKEN"],
    ["a redirect to another host", { script: { "POST /token": redirect } }, "BROKEN"],
    ["an error without a code", { script: { "POST /token": { status: 404, body: "not here" } } }, "BROKEN"],
    ["no access token", { script: { "POST /token": tokens({ access_token: undefined }) } }, "BROKEN"],
    ["a token that is invalid in a header", { script: { "POST /token": tokens({ access_token: "a\nb" }) } }, "BROKEN"],
    ["a token of another type", { script: { "POST /token": tokens({ token_type: "mac" }) } }, "BROKEN"],
    ["a token of another consent", { script: { "POST /token": tokens({ scope: "AIS:consent-2" }) } }, "BROKEN"],
    [
      "a token with other scopes in a list",
      { script: { "POST /token": tokens({ scope: ["PIS:1", "openid"] }) } },
      "BROKEN"
    ],
    ["a token for payments", { script: { "POST /token": tokens({ scope: "PIS:payment-1 openid" }) } }, "BROKEN"],
    ["a redirect", { script: { "POST /token": { status: 307, headers: { location: "/token2" } } } }, "BROKEN"],
    ["a token endpoint at another host", { metadata: { token_endpoint: `${other}/token` } }, "BROKEN"],
    ["an outage", { script: { "POST /token": { status: 503 } } }, "UNREACHABLE"],
    ["an error", { script: { "POST /token": { status: 500 } } }, "BANK_ERROR"]
  ]
  for (const [what, changes, reason] of refusedAtToken) {
    test(`to a code is rejected: ${what}`, function* () {
      const made = yield* makeScriptedOAuth(changes)
      const credentials = yield* returnWithCode(made)
      assert.strictEqual(yield* Bank.reasonOf(oauthOf(made).renew(credentials)), reason)
      assert.lengthOf(
        made.asked.filter(({ call }) => call.includes("token")),
        "metadata" in changes ? 0 : 1
      )
    })
  }

  test("to a code is decompressed, although Sheaf did not ask for it", function* () {
    const { body } = tokens()
    const compressed = { headers: { "content-encoding": "gzip" }, body: gzipSync(JSON.stringify(body)) }
    const granted = yield* authorizeConsent(yield* makeScriptedOAuth({ script: { "POST /token": compressed } }))
    assert.include(Redacted.value(granted), "GRANTED")
  })

  for (const scope of ["AIS:consent-1", "openid AIS:consent-1", "AIS", "", null]) {
    test(`to a code with the scope ${JSON.stringify(scope)} is accepted`, function* () {
      const granted = yield* authorizeConsent(
        yield* makeScriptedOAuth({ script: { "POST /token": tokens({ scope }) } })
      )
      assert.include(Redacted.value(granted), "GRANTED")
    })
  }

  quietTest("has only codes that the server sent", function* () {
    const made = yield* makeScriptedOAuth({ script: { "POST /token": { status: 404, body: "not here" } } })
    const { cause } = yield* Effect.flip(oauthOf(made).renew(yield* returnWithCode(made)))
    assert.notInstanceOf(cause, BankStatusError)
    assert.include(String(cause), "OAUTH_ERROR with status 404")
  })
})

describe("a collection under a one-time consent with OAuth", () => {
  const address = "https://service.example/collections/return/se-provbanken"

  const order: ConnectorRequest = {
    company: Bank.company,
    products: ["PSD2_AIS"],
    loginMethod: "EMAIL",
    login: Redacted.make({ type: "EMAIL", email: "maja@example.com" }),
    consent: Bank.request,
    pageReturn: { url: `${address}/a-state`, registeredUrl: address, state: "a-state" }
  }

  const responseOf = (iss: string, code = "code-1") => ({ code: Redacted.make(code), iss })

  const shown = Effect.fnUntraced(function* (made: ScriptedOAuth) {
    const connector = OneTimeConsentConnector.make(made.bank)
    const add = (session: string, response: AuthorizationResponse) =>
      connector.resume(session, { _tag: "Return", response }, "a-key")
    const tick = (session: string) => connector.resume(session, { _tag: "Tick" }, "a-key")
    const step = yield* tick((yield* connector.begin(order, "a-key")).session)
    return { add, step, tick }
  })

  test("shows the server's page, exchanges the code once, reads with the token, and ends the consent", function* () {
    const made = yield* makeScriptedOAuth()
    const { add, step, tick } = yield* shown(made)
    assert.isTrue(step._tag === "Poll" && step.expectsCode)
    const page = step._tag === "Poll" ? step.information?.REDIRECT_URL : undefined
    assert.strictEqual(
      page,
      `${made.server.origin}/authorize?tenant=1&client_id=PSDSE-FINA-1&request_uri=urn%3Arequest%3A1`
    )
    assert.include(formOf(made, "POST /par"), { redirect_uri: address, state: "a-state", scope: "AIS:consent-1" })
    // The bank can grant the consent before the person returns with the code.
    assert.strictEqual((yield* tick(step.session)).status, "WAITING_FOR_USER_ACTION")
    const back = yield* add(step.session, responseOf(made.server.origin))
    assert.isTrue(back._tag === "Poll" && back.once)
    const second = yield* Effect.flip(add(back.session, responseOf(made.server.origin, "code-2")))
    assert.strictEqual(second.reason, "BROKEN")
    const steps: Array<Step> = [yield* tick(back.session)]
    for (let last = steps[0]; last?._tag === "Poll" && steps.length < 10; last = steps.at(-1)) {
      assert.notProperty(last, "information")
      steps.push(yield* tick(last.session))
    }
    assert.strictEqual(steps.at(-1)?.status, "COMPLETED_EMPTY")
    const exchanges = made.asked.filter(({ call }) => call === "POST /token")
    assert.lengthOf(exchanges, 1)
    assert.include(formOf(made, "POST /token"), { code: "code-1", redirect_uri: address })
    const last = made.asked.at(-1)
    assert.deepStrictEqual([last?.call, last?.headers.authorization], ["DELETE /v1/consents/consent-1", "Bearer at-1"])
    assert.strictEqual(bearersOf(made).filter((bearer) => bearer === "Bearer at-1").length, 5)
  })

  test("renews a token that expires between two steps", function* () {
    const made = yield* makeScriptedOAuth({
      script: { "POST /token": [tokens({ expires_in: 60 }), tokens({ access_token: "at-2" })] }
    })
    const { add, step, tick } = yield* shown(made)
    const { session } = yield* add(step.session, responseOf(made.server.origin))
    const exchanged = yield* tick(session)
    yield* TestClock.adjust("2 minutes")
    const renewed = yield* tick((yield* tick(exchanged.session)).session)
    assert.strictEqual((yield* tick(renewed.session)).status, "COLLECTING")
    assert.include(formOf(made, "POST /token"), { grant_type: "refresh_token", refresh_token: "rt-1" })
    assert.strictEqual(made.asked.at(-1)?.headers.authorization, "Bearer at-2")
  })
})
