/** Tests how a profile changes the requests that a bank receives. */
import { assert, describe, it } from "@effect/vitest"
import type { BankProfile } from "@sheaf/ports"
import { testsOf } from "@sheaf/ports/testing"
import { Effect, Redacted } from "effect"
import { TestClock } from "effect/testing"
import { createHash, createVerify, verify as verifySignature, constants, X509Certificate } from "node:crypto"
import * as Certificates from "../../src/testing/Certificates.ts"
import * as Bank from "./ScriptedBank.ts"
import { reasonOf } from "./ScriptedBank.ts"

const test = testsOf(it, Effect.void)

const created = Bank.createdResponse()

const tokenResponse = (token: string, seconds = 3600): Bank.BankResponse => ({
  body: { access_token: token, token_type: "Bearer", expires_in: seconds }
})

const withTokens = (
  tokens: Bank.Script[string],
  authentication: BankProfile.BankProfile["authentication"],
  options: Bank.ScriptedOptions = {}
) =>
  Bank.makeScriptedBank(
    { "POST /token": tokens, "POST /v1/consents": created, "DELETE /v1/consents/consent-1": { status: 204 } },
    (origin) => ({
      profile: { authentication: { grant: "client_credentials", ...authentication } },
      ...options,
      clientId: "client 1",
      authentication: { tokenUrl: `${origin}/token`, ...options.authentication }
    })
  )

const formOf = ({ body }: Bank.ReceivedRequest) => Object.fromEntries(new URLSearchParams(body))

describe("a profile", () => {
  test("sets the path, the query and the headers of every call", function* () {
    const { asked, bank } = yield* Bank.makeScriptedBank(
      {
        "POST /v5/consents": created,
        "GET /v5/consents/consent-1/status": Bank.statusOf("received"),
        "DELETE /v5/consents/consent-1": { status: 204 }
      },
      {
        profile: {
          pathPrefix: "v5",
          query: { bic: "SANDSESS", "app-id": "{clientId}" },
          headers: { "X-Country": "{market}", "TPP-Request-ID": "{requestId}" }
        },
        clientId: "app 1"
      }
    )
    yield* bank.createConsent(Bank.request, "a-key")
    yield* bank.status("consent-1")
    yield* bank.revoke("consent-1")
    assert.isAtLeast(asked.length, 3)
    for (const { call, headers } of asked) {
      assert.match(call, /^[A-Z]+ \/v5\/consents[^?]*\?bic=SANDSESS&app-id=app\+1$/)
      assert.strictEqual(headers["x-country"], "se")
      assert.strictEqual(headers["tpp-request-id"], headers["x-request-id"])
    }
  })

  test("can give resources paths of their own, and request all accounts by one text", function* () {
    const { asked, bank } = yield* Bank.makeScriptedBank(
      { "POST /psd2/v1/consents": created, "GET /psd2/v2/accounts": { body: { accounts: [] } } },
      { profile: { paths: { consents: "psd2/v1", accounts: "psd2/v2" }, globalAccess: "ALL_ACCOUNTS" } }
    )
    yield* bank.createConsent(Bank.request, "a-key")
    yield* bank.accounts("consent-1", Bank.request.scope, {})
    assert.strictEqual(asked[0]?.body, '{"access":"ALL_ACCOUNTS"}')
  })

  test("names the person's device in attended calls alone", function* () {
    const { asked, bank } = yield* Bank.makeScriptedBank(
      { "POST /v1/consents": created, "GET /v1/consents/consent-1/status": Bank.statusOf("received") },
      { profile: { psuHeaders: ["PSU-User-Agent", "PSU-Http-Method"] } }
    )
    yield* bank.createConsent(Bank.request, "a-key")
    yield* bank.status("consent-1")
    assert.include(asked[0]?.headers, { "psu-user-agent": "Sheaf", "psu-http-method": "POST" })
    assert.notProperty(asked[1]?.headers, "psu-user-agent")
  })

  test("gives the bank's own codes their meaning", function* () {
    const errors = { "No longer ours": "CONSENT_INVALID", "Bad seal": "OPERATOR" } as const
    for (const [text, reason] of [
      ["No longer ours", "CONSENT_INVALID"],
      ["Bad seal", "BROKEN"],
      ["Anything else", "REFUSED"]
    ] as const) {
      const { bank } = yield* Bank.makeScriptedBank(
        { "GET /v1/consents/consent-1/status": { status: 400, body: { tppMessages: [{ category: "ERROR", text }] } } },
        { profile: { errors } }
      )
      assert.strictEqual(yield* reasonOf(bank.status("consent-1")), reason)
    }
  })
})

describe("a bank that issues tokens to Sheaf", () => {
  test("gets its token with every call, and one request for it", function* () {
    const { asked, bank } = yield* withTokens(tokenResponse("at-1"), { scope: "AIS" })
    yield* bank.createConsent(Bank.request, "a-key")
    yield* bank.revoke("consent-1")
    const [first, ...calls] = asked
    assert.deepInclude(first && formOf(first), {
      grant_type: "client_credentials",
      scope: "AIS",
      client_id: "client 1"
    })
    assert.lengthOf(calls, 2)
    for (const { headers } of calls) assert.strictEqual(headers.authorization, "Bearer at-1")
  })

  test("gets a new token once the old one has expired or is rejected", function* () {
    const { asked, bank } = yield* withTokens(
      [tokenResponse("at-1", 60), tokenResponse("at-2"), tokenResponse("at-3")],
      {}
    )
    yield* bank.revoke("consent-1")
    yield* TestClock.adjust("2 minutes")
    yield* bank.revoke("consent-1")
    assert.strictEqual(asked.at(-1)?.headers.authorization, "Bearer at-2")
  })

  test("gets no second token in a row", function* () {
    const { asked, bank } = yield* Bank.makeScriptedBank(
      { "POST /token": tokenResponse("at-1"), "GET /v1/consents/c/status": Bank.failing(401, "TOKEN_INVALID") },
      (origin) => ({
        profile: { authentication: { grant: "client_credentials" } },
        clientId: "client-1",
        authentication: { tokenUrl: `${origin}/token` }
      })
    )
    assert.strictEqual(yield* reasonOf(bank.status("c")), "REFUSED")
    assert.lengthOf(asked, 2)
  })
})

describe("at the token endpoint, Sheaf authenticates", () => {
  const secret = Redacted.make("a:secret&")

  test("with a secret in the header", function* () {
    const authentication = { secret }
    const { asked, bank } = yield* withTokens(
      tokenResponse("at-1"),
      { method: "client_secret_basic" },
      { authentication }
    )
    yield* bank.revoke("consent-1")
    const [, encoded = ""] = /^Basic (.+)$/.exec(asked[0]?.headers.authorization ?? "") ?? []
    assert.strictEqual(Buffer.from(encoded, "base64").toString(), "client+1:a%3Asecret%26")
    assert.strictEqual(asked[0]?.body, "grant_type=client_credentials")
  })

  test("with a secret in the form", function* () {
    const authentication = { secret }
    const { asked, bank } = yield* withTokens(
      tokenResponse("at-1"),
      { method: "client_secret_post" },
      { authentication }
    )
    yield* bank.revoke("consent-1")
    assert.deepInclude(asked[0] && formOf(asked[0]), { client_id: "client 1", client_secret: "a:secret&" })
    assert.notProperty(asked[0]?.headers, "authorization")
  })

  test("with an assertion that its key signs", function* () {
    const { certificate, key } = yield* Certificates.seal
    yield* TestClock.setTime(Date.parse("2026-03-31T08:00:00Z"))
    const { asked, bank, server } = yield* withTokens(
      tokenResponse("at-1"),
      { method: "private_key_jwt" },
      { seal: { certificate, key: Redacted.make(key), keyId: { naming: "CERTIFICATE" } } }
    )
    yield* bank.revoke("consent-1")
    const form = formOf(asked[0] ?? assert.fail("no request"))
    assert.strictEqual(form["client_assertion_type"], "urn:ietf:params:oauth:client-assertion-type:jwt-bearer")
    const [head = "", claims = "", signature = ""] = (form["client_assertion"] ?? "").split(".")
    const read = (part: string) => JSON.parse(Buffer.from(part, "base64url").toString())
    const x509 = new X509Certificate(certificate)
    assert.strictEqual(read(head)["x5t#S256"], createHash("sha256").update(x509.raw).digest("base64url"))
    assert.deepInclude(read(claims), { iss: "client 1", sub: "client 1", aud: `${server.origin}/token` })
    assert.strictEqual(read(claims).exp - read(claims).iat, 60)
    const verifier = { key: x509.publicKey, padding: constants.RSA_PKCS1_PSS_PADDING, saltLength: 32 }
    assert.isTrue(
      verifySignature("sha256", Buffer.from(`${head}.${claims}`), verifier, Buffer.from(signature, "base64url"))
    )
  })
})

describe("a profile's signature", () => {
  test("covers the request target, and names the certificate by its address", function* () {
    const { certificate, key } = yield* Certificates.seal
    const url = "https://tpp.example/seal.pem"
    const { asked, bank } = yield* Bank.makeScriptedBank(
      { "GET /v1/consents/consent-1/status": Bank.statusOf("received") },
      {
        profile: {
          query: { bic: "A" },
          signature: { headers: ["(request-target)", "digest", "x-request-id"] }
        },
        seal: { certificate, key: Redacted.make(key), keyId: { naming: "URL", url } }
      }
    )
    yield* bank.status("consent-1")
    const { headers } = asked[0] ?? assert.fail("no request")
    const parts = Object.fromEntries(
      [...String(headers["signature"]).matchAll(/(\w+)="([^"]*)"/g)].map(([, name = "", value = ""]) => [name, value])
    )
    assert.strictEqual(parts["keyId"], url)
    assert.strictEqual(parts["headers"], "(request-target) digest x-request-id")
    const text = [
      "(request-target): get /v1/consents/consent-1/status?bic=A",
      `digest: ${String(headers["digest"])}`,
      `x-request-id: ${String(headers["x-request-id"])}`
    ].join("\n")
    const { publicKey } = new X509Certificate(certificate)
    assert.isTrue(
      createVerify("RSA-SHA256")
        .update(text)
        .verify(publicKey, parts["signature"] ?? "", "base64")
    )
  })
})
