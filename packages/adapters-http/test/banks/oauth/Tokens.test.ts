/**
 * Tests the tokens of consents at a bank with OAuth: when Sheaf sends or renews them, and when it works without them.
 */
import { assert, describe, it } from "@effect/vitest"
import { testsOf } from "@sheaf/ports/testing"
import { Effect, Redacted } from "effect"
import { TestClock } from "effect/testing"
import { quietTest } from "../../outbound/ScriptedConnector.ts"
import * as Bank from "../ScriptedBank.ts"
import {
  authorizeConsent,
  bearersOf,
  credentialsOf,
  formOf,
  oauthOf,
  request,
  returnWithCode,
  makeScriptedOAuth,
  tokens
} from "./ScriptedOAuth.ts"

const test = testsOf(it, Effect.void)

describe("a consent at a bank with OAuth", () => {
  quietTest("counts as received while the bank requires a token that does not exist yet", function* () {
    const denials = [Bank.failing(401, "TOKEN_UNKNOWN"), Bank.failing(401), Bank.failing(403, "CONSENT_INVALID")]
    const script = { "GET /v1/consents/consent-1/status": [...denials, Bank.statusOf("valid")] }
    const made = yield* makeScriptedOAuth({ script })
    const pending = credentialsOf(yield* made.bank.createConsent(request, "a-key"))
    for (const _ of denials) {
      assert.deepStrictEqual(yield* made.bank.status("consent-1", pending), { status: "received", granted: {} })
    }
    assert.strictEqual((yield* made.bank.status("consent-1", yield* authorizeConsent(made))).status, "valid")
  })

  quietTest(
    "fails while the bank rejects the operator's certificate, because a token would change nothing",
    function* () {
      const faults: ReadonlyArray<readonly [status: number, code: string]> = [
        [401, "CERTIFICATE_EXPIRED"],
        [401, "CERTIFICATE_MISSING"],
        [401, "CERTIFICATE_REVOKED"],
        [403, "CERTIFICATE_BLOCKED"],
        [401, "SIGNATURE_INVALID"],
        [401, "ROLE_INVALID"]
      ]
      for (const [status, code] of faults) {
        const made = yield* makeScriptedOAuth({
          script: { "GET /v1/consents/consent-1/status": [Bank.failing(status, code), Bank.failing(401)] }
        })
        const pending = credentialsOf(yield* made.bank.createConsent(request, "a-key"))
        assert.strictEqual(yield* Bank.reasonOf(made.bank.status("consent-1", pending)), "BROKEN", code)
        assert.strictEqual((yield* made.bank.status("consent-1", pending)).status, "received", code)
      }
    }
  )

  quietTest("is ended without a token if none exists, and the bank's rejection ends the attempts", function* () {
    const withoutToken = [Bank.failing(401, "TOKEN_UNKNOWN"), Bank.failing(403), { status: 204 }]
    const script = { "DELETE /v1/consents/consent-1": [...withoutToken, Bank.failing(401, "CERTIFICATE_EXPIRED")] }
    const made = yield* makeScriptedOAuth({ script })
    const { bank } = made
    const pending = credentialsOf(yield* bank.createConsent(request, "a-key"))
    yield* bank.revoke("consent-1", pending)
    yield* bank.revoke("consent-1")
    yield* bank.revoke("consent-1", pending)
    assert.deepStrictEqual(bearersOf(made).slice(-3), [undefined, undefined, undefined])
    assert.strictEqual(yield* Bank.reasonOf(bank.revoke("consent-1", pending)), "BROKEN")
    const code = yield* oauthOf(made).acceptCode(pending, { code: Redacted.make("code-1"), iss: made.server.origin })
    assert.strictEqual(yield* Bank.reasonOf(bank.revoke("consent-1", code)), "CREDENTIALS_EXPIRED")
  })

  quietTest("lasts no longer than a token that nobody can renew, and is ended with this token", function* () {
    const script = {
      "POST /token": tokens({ refresh_token: undefined }),
      "DELETE /v1/consents/consent-1": [{ status: 204 }, Bank.failing(401, "TOKEN_EXPIRED")]
    }
    const made = yield* makeScriptedOAuth({ script })
    const { bank } = made
    const granted = yield* authorizeConsent(made)
    // The consent expires ten seconds before the token, so Sheaf can still revoke the consent with the token.
    const { expiresAt = "" } = (yield* bank.status("consent-1", granted)).granted
    assert.strictEqual(Date.parse(expiresAt), 3_590_000)
    yield* TestClock.adjust("1 hour")
    yield* bank.revoke("consent-1", granted)
    yield* bank.revoke("consent-1", granted)
    assert.deepStrictEqual(bearersOf(made).slice(-2), ["Bearer at-1", "Bearer at-1"])
    const renewable = yield* makeScriptedOAuth()
    const lasting = yield* renewable.bank.status("consent-1", yield* authorizeConsent(renewable))
    assert.strictEqual(lasting.granted.expiresAt, "2026-09-30T23:59:59.999Z")
  })

  for (const lifetime of [-1, 0, 1e15, 1e300, "Infinity", [], null]) {
    test(`lasts as granted if the server says that the token lasts ${JSON.stringify(lifetime)} seconds`, function* () {
      const response = tokens({ refresh_token: undefined, expires_in: lifetime })
      const made = yield* makeScriptedOAuth({
        script: { "POST /token": response, ...Bank.grantedResponse({}, { validUntil: null }) }
      })
      const { granted, status } = yield* made.bank.status("consent-1", yield* authorizeConsent(made))
      assert.deepStrictEqual([status, granted.expiresAt], ["valid", undefined])
    })
  }

  test("keeps its refresh token until the server issues another", function* () {
    const script = {
      "POST /token": [tokens(), tokens({ refresh_token: undefined }), tokens({ refresh_token: "rt-2" })]
    }
    const made = yield* makeScriptedOAuth({ script })
    const { renew } = oauthOf(made)
    let credentials = yield* authorizeConsent(made)
    for (const used of ["rt-1", "rt-1", "rt-2"]) {
      credentials = yield* renew(credentials)
      assert.strictEqual(formOf(made, "POST /token")["refresh_token"], used)
    }
  })

  test("asks for renewed credentials once they have expired", function* () {
    const made = yield* makeScriptedOAuth()
    const { bank } = made
    assert.strictEqual(
      yield* Bank.reasonOf(bank.status("consent-1", yield* returnWithCode(made))),
      "CREDENTIALS_EXPIRED"
    )
    const granted = yield* authorizeConsent(made)
    yield* TestClock.adjust("1 hour")
    const before = made.asked.length
    assert.strictEqual(yield* Bank.reasonOf(bank.status("consent-1", granted)), "CREDENTIALS_EXPIRED")
    assert.lengthOf(made.asked, before)
    yield* bank.status("consent-1", yield* oauthOf(made).renew(granted))
    assert.deepStrictEqual(formOf(made, "POST /token"), {
      grant_type: "refresh_token",
      client_id: "PSDSE-FINA-1",
      refresh_token: "rt-1"
    })
  })
})

describe("a bank with OAuth", () => {
  test("rejects a token in the middle of a reading: only an old token is worth renewing", function* () {
    for (const code of ["TOKEN_EXPIRED", "TOKEN_UNKNOWN", undefined]) {
      const script = { "GET /v1/card-accounts": Bank.failing(401, code) }
      const made = yield* makeScriptedOAuth({ script })
      const reading = (credentials: Redacted.Redacted) =>
        Bank.reasonOf(made.bank.accounts("consent-1", Bank.fullScope, {}, credentials))
      const granted = yield* authorizeConsent(made)
      assert.strictEqual(yield* reading(granted), "REFUSED")
      yield* TestClock.adjust("2 minutes")
      assert.strictEqual(yield* reading(granted), "CREDENTIALS_EXPIRED")
    }
  })

  test("ends the consent without a refresh token, and with an expired one", function* () {
    const without = yield* makeScriptedOAuth({ script: { "POST /token": tokens({ refresh_token: undefined }) } })
    const granted = yield* authorizeConsent(without)
    yield* TestClock.adjust("1 hour")
    assert.strictEqual(yield* Bank.reasonOf(without.bank.status("consent-1", granted)), "CONSENT_INVALID")
    const gone = { status: 400, body: { error: "invalid_grant", error_description: "The token has expired." } }
    const expired = yield* makeScriptedOAuth({ script: { "POST /token": [tokens(), gone] } })
    const renewal = oauthOf(expired).renew(yield* authorizeConsent(expired))
    assert.strictEqual(yield* Bank.reasonOf(renewal), "CONSENT_INVALID")
  })
})
