/** Tests the signatures of requests to banks, using only node:crypto (draft-cavage-http-signatures-10; spec 16). */
import { assert, describe, it } from "@effect/vitest"
import { testsOf } from "@sheaf/ports/testing"
import { Effect, Redacted } from "effect"
import { TestClock } from "effect/testing"
import { createHash, createVerify, X509Certificate } from "node:crypto"
import * as Bank from "./ScriptedBank.ts"
import * as Certificates from "../../src/testing/Certificates.ts"

const test = testsOf(it, Effect.void)

const parametersOf = (signature: string): Readonly<Record<string, string>> =>
  Object.fromEntries([...signature.matchAll(/(\w+)="([^"]*)"/g)].map(([, name = "", value = ""]) => [name, value]))

/** Verifies a request's signature as a bank would, and returns the names of the signed header fields. */
const verified = (
  { body, headers }: Bank.ReceivedRequest,
  certificate: string,
  bits: "256" | "512" = "256"
): ReadonlyArray<string> => {
  const presented = String(headers["tpp-signature-certificate"])
  assert.match(presented, /^[A-Za-z0-9+/]+=*$/)
  const x509 = new X509Certificate(Buffer.from(presented, "base64"))
  assert.strictEqual(x509.fingerprint256, new X509Certificate(certificate).fingerprint256)
  assert.strictEqual(headers["digest"], `SHA-${bits}=${createHash(`sha${bits}`).update(body).digest("base64")}`)
  const { algorithm, headers: names = "", keyId = "", signature = "" } = parametersOf(String(headers["signature"]))
  assert.strictEqual(algorithm, `rsa-sha${bits}`)
  assert.strictEqual(keyId, `SN=${x509.serialNumber},CA=CN=seal,O=S%C3%B5lm%20%C5%A0%20AS,C=EE`)
  const covered = names.split(" ")
  const text = covered.map((name) => `${name}: ${String(headers[name])}`).join("\n")
  assert.isTrue(createVerify(`RSA-SHA${bits}`).update(text).verify(x509.publicKey, signature, "base64"))
  return covered
}

const signed = Effect.fnUntraced(function* (
  options: Pick<Bank.ScriptedOptions, "approach"> & { readonly algorithm?: "rsa-sha512" } = {},
  request = Bank.request
) {
  const { algorithm, ...others } = options
  const { certificate, key } = yield* Certificates.seal
  const keyId = { naming: "CERTIFICATE" } as const
  const seal = { certificate, key: Redacted.make(key), keyId, ...(algorithm && { algorithm }) }
  const { asked, bank } = yield* Bank.makeScriptedBank(
    { "POST /v1/consents": Bank.createdResponse(), ...Bank.grantedResponse() },
    { ...others, seal }
  )
  yield* bank.createConsent(request, "a-key")
  return { asked, bank, certificate, creation: asked[0] ?? assert.fail("no request") }
})

describe("a signed request", () => {
  test("covers the body's digest, the request's id and date, and the return address if it is sent", function* () {
    yield* TestClock.setTime(Date.parse("2026-03-31T08:00:00Z"))
    const { asked, bank, certificate, creation } = yield* signed()
    yield* bank.status("consent-1")
    const status = asked[1] ?? assert.fail("no request")
    const always = ["digest", "x-request-id", "date"]
    assert.deepStrictEqual(verified(creation, certificate), [...always, "tpp-redirect-uri"])
    assert.deepStrictEqual(verified(status, certificate), always)
    assert.strictEqual(status.headers["date"], "Tue, 31 Mar 2026 08:00:00 GMT")
  })

  test("uses SHA-512 for the digest and the signature with rsa-sha512", function* () {
    const { certificate, creation } = yield* signed({ algorithm: "rsa-sha512" })
    assert.isNotEmpty(verified(creation, certificate, "512"))
  })

  test("covers the person's id if it is sent", function* () {
    const authorization = { _tag: "DECOUPLED", personalNumber: Redacted.make("199001012385") } as const
    const { certificate, creation } = yield* signed({ approach: "DECOUPLED" }, { ...Bank.request, authorization })
    assert.includeMembers([...verified(creation, certificate)], ["psu-id"])
  })
})
