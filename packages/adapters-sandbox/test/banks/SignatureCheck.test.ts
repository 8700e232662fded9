/** Tests that a bank checks providers' signatures, and that each provider sees only its own consents. */
import { dayMillis } from "@sheaf/domain/CalendarDate"
import { assert } from "@effect/vitest"
import { Clock, Effect } from "effect"
import { randomUUID } from "node:crypto"
import { banksWith, byRedirect, send, terms } from "./Provider.ts"
import * as Seals from "./Seals.ts"
import { suiteWith } from "../TestSuites.ts"

/** Signs and sends a request for a consent. `shift` is added to the request's date, in milliseconds. */
const request = Effect.fnUntraced(function* (
  seal: Seals.Seal,
  changes: Parameters<typeof Seals.sign>[3] = {},
  {
    headers = {},
    shift = 0
  }: { readonly headers?: Readonly<Record<string, string | undefined>>; readonly shift?: number } = {}
) {
  const text = JSON.stringify(yield* terms())
  const date = new Date((yield* Clock.currentTimeMillis) + shift).toUTCString()
  const signed = Seals.sign(seal, { ...byRedirect, "x-request-id": randomUUID(), date }, text, changes)
  return yield* send("POST", "/v1/consents", { headers: { ...signed, ...headers }, text })
})

const good = Effect.flatMap(Clock.currentTimeMillis, (now) => Seals.make("PSP_AI", now - dayMillis, now + dayMillis))

suiteWith(banksWith({ own: "se-fjallbanken", seals: { isRequired: true } }))("a bank that requires seals", (test) => {
  test("accepts a signed request, and keeps its consent for this provider", function* () {
    const seal = yield* good
    const { body, status } = yield* request(seal)
    assert.strictEqual(status, 201)
    const path = `/v1/consents/${body.consentId}/status`
    assert.strictEqual((yield* send("GET", path)).code, "SIGNATURE_MISSING")
    const date = new Date(yield* Clock.currentTimeMillis).toUTCString()
    const covered = ["digest", "x-request-id", "date"]
    const headers = Seals.sign(seal, { "x-request-id": randomUUID(), date }, "", { covered })
    assert.strictEqual((yield* send("GET", path, { headers })).body.consentStatus, "received")
  })

  test("accepts rsa-sha512, and no algorithm that the framework does not list", function* () {
    const seal = yield* good
    assert.strictEqual((yield* request(seal, { algorithm: "rsa-sha512" })).status, 201)
    assert.strictEqual((yield* request(seal, { algorithm: "rsa-sha384" })).code, "SIGNATURE_INVALID")
  })

  test("rejects digests, signatures and dates that do not fit", function* () {
    const seal = yield* good
    const code = (...more: [Parameters<typeof Seals.sign>[3]?, Parameters<typeof request>[2]?]) =>
      Effect.map(request(seal, ...more), (response) => response.code)
    assert.strictEqual(yield* code({ digest: "SHA-256=AAAA" }), "SIGNATURE_INVALID")
    assert.strictEqual(yield* code({ covered: ["digest", "x-request-id", "date"] }), "SIGNATURE_INVALID")
    assert.strictEqual(yield* code({ covered: ["x-request-id", "date", "tpp-redirect-uri"] }), "SIGNATURE_INVALID")
    assert.strictEqual(yield* code({ keyId: "SN=1,CA=CN=Provider" }), "SIGNATURE_INVALID")
    const other = { "tpp-redirect-uri": "https://other.example/" }
    assert.strictEqual(yield* code({}, { headers: other }), "SIGNATURE_INVALID")
    assert.strictEqual(yield* code({}, { headers: { "tpp-signature-certificate": undefined } }), "CERTIFICATE_MISSING")
    assert.strictEqual(yield* code({}, { headers: { "tpp-signature-certificate": "AAAA" } }), "CERTIFICATE_INVALID")
    assert.strictEqual(yield* code({}, { shift: 3_600_000 }), "TIMESTAMP_INVALID")
  })

  test("rejects certificates that have expired, are not yet valid or lack the role", function* () {
    const now = yield* Clock.currentTimeMillis
    const expired = yield* Seals.make("PSP_AI", now - 2 * dayMillis, now - dayMillis)
    assert.strictEqual((yield* request(expired)).code, "CERTIFICATE_EXPIRED")
    const early = yield* Seals.make("PSP_AI", now + dayMillis, now + 2 * dayMillis)
    assert.strictEqual((yield* request(early)).code, "CERTIFICATE_INVALID")
    const payments = yield* Seals.make("PSP_PI", now - dayMillis, now + dayMillis)
    assert.strictEqual((yield* request(payments)).code, "ROLE_INVALID")
  })
})
