/** The list of what was taken back, as openssl reads it (RFC 5280 §5). */
import { assert, describe } from "@effect/vitest"
import { CertificateStore, revocationReasons } from "@sheaf/ports"
import { Effect } from "effect"
import { TestClock } from "effect/testing"
import type { Authority } from "../src/index.ts"
import { Issuance, RevocationList } from "../src/index.ts"
import * as Openssl from "./Openssl.ts"
import * as World from "./World.ts"
import { test } from "./World.ts"

const { day, shared, start } = World

const issue = (authority: Authority.Authority, days = 30) =>
  Issuance.issue(authority, { request: shared.request, clientId: "demo", days })

const judge = Effect.fnUntraced(function* (authority: Authority.Authority, list: RevocationList.SignedList) {
  const openssl = yield* Openssl.make
  openssl.write("ca.pem", authority.certificate)
  openssl.write("crl.pem", list.pem)
  openssl.write("crl.der", list.der)
  const at = ["-attime", World.seconds(yield* Effect.clockWith((clock) => clock.currentTimeMillis))]
  const crl = ["-crl_check", "-CRLfile", "crl.pem", "-CAfile", "ca.pem", "-x509_strict"]
  const verify = (certificate: string) => {
    openssl.write("leaf.pem", certificate)
    return openssl.run("verify", "-purpose", "sslclient", ...at, ...crl, "leaf.pem")
  }
  return { openssl, verify, text: openssl.expect("crl", "-in", "crl.pem", "-noout", "-text", "-nameopt", "RFC2253") }
})

describe("a revocation list", () => {
  test("is signed by its authority, numbered, and says until when it is good", function* () {
    const authority = yield* World.authority()
    const { openssl, text } = yield* judge(authority, yield* RevocationList.make(authority))
    assert.include(openssl.expect("crl", "-in", "crl.pem", "-CAfile", "ca.pem", "-noout"), "verify OK")
    assert.strictEqual(
      openssl.expect("crl", "-inform", "DER", "-in", "crl.der"),
      Buffer.from(openssl.read("crl.pem")).toString()
    )
    assert.include(text, "Version 2 (0x1)")
    assert.include(text, "Issuer: CN=Sheaf test authority,OU=test,O=Sheaf")
    assert.include(text, "Last Update: Apr  1 09:30:00 2026 GMT")
    assert.include(text, "Next Update: Apr  8 09:30:00 2026 GMT")
    assert.include(text, "No Revoked Certificates")
    assert.match(text, /X509v3 CRL Number: \n\s+(0x[0-9A-F]+|\d+)\n/)
    const other = yield* World.authority()
    openssl.write("ca.pem", other.certificate)
    assert.notInclude(openssl.run("crl", "-in", "crl.pem", "-CAfile", "ca.pem", "-noout").said, "verify OK")
  })

  test("has a higher number than the one before", function* () {
    const authority = yield* World.authority()
    const numberOf = Effect.fnUntraced(function* (list: RevocationList.SignedList) {
      const { openssl } = yield* judge(authority, list)
      const [, number = ""] =
        /crlNumber=(?:0x)?([0-9A-F]+)/.exec(openssl.expect("crl", "-in", "crl.pem", "-noout", "-crlnumber")) ?? []
      return BigInt(`0x${number}`)
    })
    let before = 0n
    for (let i = 0; i < 3; i++) {
      const number = yield* numberOf(yield* RevocationList.make(authority))
      assert.isTrue(number > before)
      before = number
      yield* TestClock.adjust(1)
    }
  })

  test("lets nobody in whom it names, and everybody else, whatever the reason was", function* () {
    const authority = yield* World.authority()
    const good = yield* issue(authority)
    const reasons = [undefined, ...revocationReasons]
    const revoked: Array<Issuance.Issued> = []
    for (const _ of reasons) revoked.push(yield* issue(authority))
    const store = yield* CertificateStore
    yield* TestClock.adjust("1 hour")
    for (const [index, reason] of reasons.entries()) {
      assert.isTrue(yield* store.revoke(revoked[index]?.record.serial ?? "", reason))
    }
    const { text, verify } = yield* judge(authority, yield* RevocationList.make(authority))
    assert.strictEqual(verify(good.certificate).code, 0)
    for (const { certificate, record } of revoked) {
      const { code, said } = verify(certificate)
      assert.notStrictEqual(code, 0)
      assert.include(said, "certificate revoked")
      assert.match(
        text,
        new RegExp(`Serial Number: ${record.serial}\\n\\s+Revocation Date: Apr  1 10:30:00 2026 GMT`, "i")
      )
    }
    for (const words of [
      "Key Compromise",
      "Affiliation Changed",
      "Superseded",
      "Cessation Of Operation",
      "Privilege Withdrawn"
    ]) {
      assert.lengthOf(text.match(new RegExp(words, "g")) ?? [], 1, words)
    }
    // RFC 5280 §5.3.1: who gave no reason is said to have none.
    assert.notInclude(text, "Unspecified")
  })

  test("names those of its own environment only", function* () {
    const [test, production] = [yield* World.authority("test"), yield* World.authority("production")]
    const { record } = yield* issue(production)
    yield* (yield* CertificateStore).revoke(record.serial)
    assert.include((yield* judge(test, yield* RevocationList.make(test))).text, "No Revoked Certificates")
    const { text } = yield* judge(production, yield* RevocationList.make(production))
    assert.include(text.toLowerCase(), record.serial)
  })

  test("names a certificate until a list was made after its end", function* () {
    const authority = yield* World.authority()
    const { record } = yield* issue(authority, 2)
    yield* (yield* CertificateStore).revoke(record.serial)
    const isNamed = Effect.gen(function* () {
      const { text } = yield* judge(authority, yield* RevocationList.make(authority))
      return text.toLowerCase().includes(record.serial)
    })
    assert.isTrue(yield* isNamed)
    yield* TestClock.setTime(start + 9 * day)
    assert.isTrue(yield* isNamed)
    yield* TestClock.setTime(start + 9 * day + 1)
    assert.isFalse(yield* isNamed)
  })
})
