/** Tests a bank whose customers authorize consents through OAuth: metadata, pushed requests, PKCE, codes and tokens. */
import { assert } from "@effect/vitest"
import { Effect, Schema } from "effect"
import { TestClock } from "effect/testing"
import { hash, randomBytes } from "node:crypto"
import { banksWith, byApp, byRedirect, create, device, pages, press, send } from "./Provider.ts"
import { suiteWith } from "../TestSuites.ts"

const redirectUri = "https://service.example/consents/return"
const form = { "content-type": "application/x-www-form-urlencoded" }

const Answer = Schema.Record(Schema.String, Schema.Json)
const read = Schema.decodeUnknownSync(Schema.fromJsonString(Answer))

const post = Effect.fnUntraced(function* (url: string, values: Readonly<Record<string, string>>) {
  const { pathname } = new URL(url)
  const { status, text } = yield* send("POST", pathname, { headers: form, text: String(new URLSearchParams(values)) })
  return { status, body: read(text) }
})

const created = Effect.gen(function* () {
  const { body } = yield* create()
  const address = body._links?.["scaOAuth"]?.href ?? ""
  const server = read((yield* send("GET", new URL(address).pathname)).text)
  const verifier = randomBytes(32).toString("base64url")
  const request = {
    client_id: "PSDSE-FINA-000000",
    response_type: "code",
    redirect_uri: redirectUri,
    scope: `AIS:${body.consentId}`,
    state: "a state",
    code_challenge: hash("sha256", verifier, "base64url"),
    code_challenge_method: "S256"
  }
  return { id: body.consentId ?? "", links: body._links ?? assert.fail("no links"), server, verifier, request }
})

type Created = Effect.Success<typeof created>

const decide = Effect.fnUntraced(function* ({ request, server }: Created, decision = "approve") {
  const pushed = yield* post(String(server["pushed_authorization_request_endpoint"]), request)
  assert.strictEqual(pushed.status, 201)
  const query = new URLSearchParams({ client_id: request.client_id, request_uri: String(pushed.body["request_uri"]) })
  const { pathname } = new URL(String(server["authorization_endpoint"]))
  const opened = yield* send("GET", `${pathname}?${query}`)
  assert.strictEqual(opened.status, 303)
  const { headers } = yield* press(new URL(opened.headers["location"] ?? "", pages).href, decision)
  return new URL(headers["location"] ?? "")
})

const exchange = ({ request, server, verifier }: Created, code: string, more: Readonly<Record<string, string>> = {}) =>
  post(String(server["token_endpoint"]), {
    grant_type: "authorization_code",
    client_id: request.client_id,
    redirect_uri: request.redirect_uri,
    code,
    code_verifier: verifier,
    ...more
  })

const accounts = (id: string, token?: string) =>
  Effect.map(
    send("GET", "/v1/accounts", {
      headers: { ...device, "consent-id": id, ...(token !== undefined && { authorization: `Bearer ${token}` }) }
    }),
    ({ code, status }) => code ?? status
  )

/** Returns the message code or, if there is none, the HTTP status. */
const ask = (method: "GET" | "DELETE", path: string, id: string, token?: string) =>
  Effect.map(
    send(method, `/v1/consents/${id}${path}`, {
      headers: { ...(token !== undefined && { authorization: `Bearer ${token}` }) }
    }),
    ({ code, status }) => code ?? status
  )

const answers = Effect.fnUntraced(function* (id: string, token?: string) {
  const { body } = yield* send("GET", `/v1/consents/${id}/authorisations`, {
    headers: { ...(token !== undefined && { authorization: `Bearer ${token}` }) }
  })
  const paths = ["", "/status", "/authorisations", `/authorisations/${body.authorisationIds?.[0]}`]
  return yield* Effect.forEach(paths, (path) => ask("GET", path, id, token))
})

suiteWith(banksWith({ own: "se-fjallbanken", usesOAuth: true, tokensFromStart: true }))(
  "a strict bank with OAuth",
  (test) => {
    test("rejects requests about a consent before the person returns, because there is no token", function* () {
      const consent = yield* created
      assert.deepStrictEqual(yield* answers(consent.id), Array(4).fill("TOKEN_UNKNOWN"))
      assert.strictEqual(yield* ask("DELETE", "", consent.id), "TOKEN_UNKNOWN")
      const { body } = yield* exchange(consent, (yield* decide(consent)).searchParams.get("code") ?? "")
      assert.deepStrictEqual(yield* answers(consent.id, String(body["access_token"])), [200, 200, 200, 200])
    })

    test("needs no token for a consent that the person authorizes in the bank's app", function* () {
      const { body } = yield* create(byApp("199001012385"))
      assert.strictEqual(yield* ask("GET", "/status", body.consentId ?? ""), 200)
    })
  }
)

suiteWith(banksWith({ own: "se-fjallbanken", usesOAuth: true }))("a bank with OAuth", (test) => {
  test("leads to its authorization server instead of a page", function* () {
    const { links, server } = yield* created
    assert.isUndefined(links["scaRedirect"])
    const issuer = `${pages.origin}/se-fjallbanken`
    assert.strictEqual(server["issuer"], issuer)
    assert.strictEqual(links["scaOAuth"]?.href, `${issuer}/.well-known/oauth-authorization-server`)
    // RFC 8414 §3.1 derives this path from the issuer.
    const other = yield* send("GET", "/.well-known/oauth-authorization-server/se-fjallbanken")
    assert.deepStrictEqual(read(other.text), server)
  })

  test("exchanges a code for a token, under which the accounts can be read", function* () {
    const consent = yield* created
    const back = yield* decide(consent)
    assert.strictEqual(back.origin + back.pathname, redirectUri)
    assert.strictEqual(back.searchParams.get("state"), "a state")
    assert.strictEqual(back.searchParams.get("iss"), consent.server["issuer"])
    const { body, status } = yield* exchange(consent, back.searchParams.get("code") ?? "")
    assert.strictEqual(status, 200)
    assert.strictEqual(yield* accounts(consent.id), "TOKEN_UNKNOWN")
    assert.strictEqual(yield* accounts(consent.id, String(body["access_token"])), 200)
    const other = yield* created
    yield* decide(other)
    assert.strictEqual(yield* accounts(other.id, String(body["access_token"])), "TOKEN_INVALID")
    yield* TestClock.adjust("1 hour")
    assert.strictEqual(yield* accounts(consent.id, String(body["access_token"])), "TOKEN_EXPIRED")
    const refreshed = yield* exchange(consent, "", {
      grant_type: "refresh_token",
      refresh_token: String(body["refresh_token"])
    })
    assert.strictEqual(yield* accounts(consent.id, String(refreshed.body["access_token"])), 200)
  })

  test("requires the token in every request about a consent, once the token exists", function* () {
    const consent = yield* created
    assert.deepStrictEqual(yield* answers(consent.id), [200, 200, 200, 200])
    const { body } = yield* exchange(consent, (yield* decide(consent)).searchParams.get("code") ?? "")
    assert.deepStrictEqual(yield* answers(consent.id), Array(4).fill("TOKEN_UNKNOWN"))
    const token = String(body["access_token"])
    assert.deepStrictEqual(yield* answers(consent.id, token), [200, 200, 200, 200])
    assert.strictEqual(yield* ask("DELETE", "", consent.id), "TOKEN_UNKNOWN")
    assert.strictEqual(yield* ask("DELETE", "", consent.id, token), 204)
  })

  test("returns an error without a code if the person refuses or cancels", function* () {
    for (const decision of ["refuse", "cancel"]) {
      const back = yield* decide(yield* created, decision)
      assert.strictEqual(back.searchParams.get("error"), "access_denied")
      assert.isNull(back.searchParams.get("code"))
    }
  })

  test("accepts a code once, within a minute, from its own client and with its own verifier", function* () {
    const code = Effect.fnUntraced(function* (consent: Created) {
      return (yield* decide(consent)).searchParams.get("code") ?? ""
    })
    for (const wrong of [
      { code_verifier: randomBytes(32).toString("base64url") },
      { redirect_uri: "https://other.example/" },
      { client_id: "another" },
      { code: "unknown" }
    ]) {
      const consent = yield* created
      const { body, status } = yield* exchange(consent, yield* code(consent), wrong)
      assert.deepStrictEqual([status, body["error"]], [400, "invalid_grant"])
    }
    const consent = yield* created
    const once = yield* code(consent)
    assert.strictEqual((yield* exchange(consent, once)).status, 200)
    assert.strictEqual((yield* exchange(consent, once)).status, 400)
    const late = yield* created
    const lateCode = yield* code(late)
    yield* TestClock.adjust("1 minute")
    assert.strictEqual((yield* exchange(late, lateCode)).status, 400)
  })

  test("rejects requests without PKCE, with another scope, or pushed long ago", function* () {
    const { request, server } = yield* created
    const address = String(server["pushed_authorization_request_endpoint"])
    for (const wrong of [
      { code_challenge_method: "plain" },
      { code_challenge: "short" },
      { scope: "PIS:1" },
      { response_type: "token" },
      { redirect_uri: "javascript:alert(1)" },
      { client_id: "" }
    ]) {
      assert.strictEqual((yield* post(address, { ...request, ...wrong })).body["error"], "invalid_request")
    }
    const pushed = yield* post(address, request)
    yield* TestClock.adjust("10 minutes")
    const query = new URLSearchParams({ client_id: request.client_id, request_uri: String(pushed.body["request_uri"]) })
    assert.strictEqual((yield* send("GET", `/se-fjallbanken/oauth/authorize?${query}`)).status, 400)
    const direct = yield* send("GET", `/se-fjallbanken/oauth/authorize?${new URLSearchParams(request)}`)
    assert.strictEqual(direct.status, 303)
    assert.strictEqual((yield* create(byRedirect)).status, 201)
  })
})
