/** Checks with openssl that revocation lists can be read and take effect (RFC 5280 §5). */
import { assert, describe } from "@effect/vitest"
import { CertificateStore, revocationReasons } from "@sheaf/ports"
import { Clock, Effect } from "effect"
import { TestClock } from "effect/testing"
import type { Authority } from "../src/index.ts"
import { Issuance, RevocationList } from "../src/index.ts"
import * as Openssl from "./Openssl.ts"
import * as TestServices from "./TestServices.ts"
import { test } from "./TestServices.ts"

const { day, sharedKey, start } = TestServices

const issue = (authority: Authority.Authority, days = 30) =>
  Issuance.issue(authority, { request: sharedKey.request, clientId: "demo", days })

const listOf = Effect.fnUntraced(function* (authority: Authority.Authority) {
  const openssl = yield* Openssl.make
  const { der, pem } = yield* RevocationList.make(authority)
  openssl.write("ca.pem", authority.certificate)
  openssl.write("crl.pem", pem)
  openssl.write("crl.der", der)
  const at = ["-attime", TestServices.seconds(yield* Clock.currentTimeMillis)]
  const crl = ["-crl_check", "-CRLfile", "crl.pem", "-CAfile", "ca.pem", "-x509_strict"]
  const verify = (certificate: string) => {
    openssl.write("leaf.pem", certificate)
    return openssl.run("verify", "-purpose", "sslclient", ...at, ...crl, "leaf.pem")
  }
  const text = openssl.expect("crl", "-in", "crl.pem", "-noout", "-text", "-nameopt", "RFC2253").toLowerCase()
  return { openssl, verify, text }
})

describe("a revocation list", () => {
  test("is signed by its authority, and valid for a week", function* () {
    const { openssl, text } = yield* listOf(yield* TestServices.authority())
    const verify = () => openssl.run("crl", "-in", "crl.pem", "-CAfile", "ca.pem", "-noout").output
    assert.include(verify(), "verify OK")
    assert.strictEqual(openssl.expect("crl", "-inform", "DER", "-in", "crl.der"), openssl.readText("crl.pem"))
    assert.include(text, "version 2 (0x1)")
    assert.include(text, "issuer: cn=sheaf test authority,ou=test,o=sheaf")
    assert.include(text, "last update: apr  1 09:30:00 2026 gmt")
    assert.include(text, "next update: apr  8 09:30:00 2026 gmt")
    assert.include(text, "no revoked certificates")
    const other = yield* TestServices.authority()
    openssl.write("ca.pem", other.certificate)
    assert.notInclude(verify(), "verify OK")
  })

  test("has a higher number than earlier lists", function* () {
    const authority = yield* TestServices.authority()
    const numberOf = Effect.gen(function* () {
      const { openssl } = yield* listOf(authority)
      const output = openssl.expect("crl", "-in", "crl.pem", "-noout", "-crlnumber")
      return BigInt(`0x${/crlNumber=(?:0x)?([0-9A-F]+)/.exec(output)?.[1]}`)
    })
    const first = yield* numberOf
    yield* TestClock.adjust(1)
    assert.isTrue((yield* numberOf) > first)
  })

  test("rejects exactly the revoked certificates, and names each reason", function* () {
    const authority = yield* TestServices.authority()
    const good = yield* issue(authority)
    const store = yield* CertificateStore
    const reasons = [undefined, ...revocationReasons]
    const revoked = yield* Effect.forEach(reasons, () => issue(authority))
    yield* TestClock.adjust("1 hour")
    for (const [index, reason] of reasons.entries()) {
      assert.isTrue(yield* store.revoke(revoked[index]?.record.serial ?? "", reason))
    }
    const { text, verify } = yield* listOf(authority)
    assert.strictEqual(verify(good.certificate).code, 0)
    for (const { certificate, record } of revoked) {
      const { code, output } = verify(certificate)
      assert.notStrictEqual(code, 0)
      assert.include(output, "certificate revoked")
      assert.match(text, new RegExp(`serial number: ${record.serial}\\n\\s+revocation date: apr  1 10:30:00 2026 gmt`))
    }
    const words = ["key compromise", "affiliation changed", "superseded", "cessation of operation"]
    for (const word of [...words, "privilege withdrawn"]) assert.lengthOf(text.split(word), 2, word)
    // An entry without a reason has no reason extension (RFC 5280 §5.3.1).
    assert.notInclude(text, "unspecified")
  })

  test("names only certificates of its own environment", function* () {
    const [test, production] = [yield* TestServices.authority("test"), yield* TestServices.authority("production")]
    const { record } = yield* issue(production)
    yield* (yield* CertificateStore).revoke(record.serial)
    assert.include((yield* listOf(test)).text, "no revoked certificates")
    assert.include((yield* listOf(production)).text, record.serial)
  })

  test("names an expired certificate until a list has been created after its expiry", function* () {
    const authority = yield* TestServices.authority()
    const { record } = yield* issue(authority, 2)
    yield* (yield* CertificateStore).revoke(record.serial)
    for (const [at, isNamed] of [
      [start, true],
      [start + 9 * day, true],
      [start + 9 * day + 1, false]
    ] as const) {
      yield* TestClock.setTime(at)
      assert.strictEqual((yield* listOf(authority)).text.includes(record.serial), isNamed)
    }
  })
})
