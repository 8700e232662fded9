/** Uses openssl to check the content of issued certificates, and to verify them (spec 5.3; RFC 5280). */
import { assert, describe, it } from "@effect/vitest"
import { CertificateStore } from "@sheaf/ports"
import { CertificateStoreMemory } from "@sheaf/ports/testing"
import { Arbitrary, Clock, Effect, Layer, Option, Schema } from "effect"
import { SecureRandom } from "effect/crypto"
import { TestClock } from "effect/testing"
import { createPublicKey, generateKeyPairSync, X509Certificate } from "node:crypto"
import type { Authority } from "../src/index.ts"
import { Issuance } from "../src/index.ts"
import * as ForgedRequests from "./ForgedRequests.ts"
import * as Openssl from "./Openssl.ts"
import * as TestServices from "./TestServices.ts"
import { test } from "./TestServices.ts"

const { day, sharedKey, start } = TestServices

const order = (more: Partial<Issuance.IssuanceRequest> = {}): Issuance.IssuanceRequest => ({
  request: sharedKey.request,
  clientId: "demo",
  days: 30,
  ...more
})

const judge = Effect.fnUntraced(function* (authority: Authority.Authority, ...certificates: ReadonlyArray<string>) {
  const openssl = yield* Openssl.make
  const root = openssl.write("ca.pem", authority.certificate)
  const files = certificates.map((certificate, index) => openssl.write(`${index}.pem`, certificate))
  const verify = (purpose: string, at: number, ...files: ReadonlyArray<string>) =>
    openssl.run(
      "verify",
      "-x509_strict",
      "-purpose",
      purpose,
      "-attime",
      TestServices.seconds(at),
      "-CAfile",
      root,
      ...files
    )
  return { openssl, files, verify }
})

describe("an issued certificate", () => {
  test("has the profile for clients, and takes no name or extension from its request", function* () {
    const authority = yield* TestServices.authority()
    const asking = yield* Openssl.make
    const wishes = ["basicConstraints=critical,CA:TRUE", "keyUsage=keyCertSign", "extendedKeyUsage=serverAuth"]
    const extensions = [...wishes, "subjectAltName=DNS:example.com"].flatMap((wish) => ["-addext", wish])
    const key = ["-newkey", "rsa:2048", "-nodes", "-keyout", "key", "-subj", "/CN=admin/O=Somebody else"]
    asking.expect("req", "-new", ...key, ...extensions, "-out", "csr")
    const { certificate, record } = yield* Issuance.issue(authority, order({ request: asking.read("csr") }))
    const { files, openssl } = yield* judge(authority, certificate)
    const text = openssl.expect("x509", "-in", ...files, "-noout", "-text", "-nameopt", "RFC2253")
    const lines = text.split("\n").map((line) => line.trim())
    const below = (title: string) => lines[lines.indexOf(title) + 1]
    assert.includeMembers(lines, [
      "Version: 3 (0x2)",
      "Signature Algorithm: ecdsa-with-SHA256",
      "Issuer: CN=Sheaf test authority,OU=test,O=Sheaf",
      "Subject: CN=demo,OU=test,O=Sheaf",
      "Not Before: Apr  1 09:25:00 2026 GMT",
      "Not After : May  1 09:30:00 2026 GMT",
      "Public-Key: (2048 bit)",
      "Exponent: 65537 (0x10001)"
    ])
    assert.strictEqual(below("X509v3 Basic Constraints: critical"), "CA:FALSE")
    assert.strictEqual(below("X509v3 Key Usage: critical"), "Digital Signature")
    assert.strictEqual(below("X509v3 Extended Key Usage: critical"), "TLS Web Client Authentication")
    const hex = (text = "") => text.replaceAll(":", "").toLowerCase()
    assert.strictEqual(hex(below("X509v3 Subject Key Identifier:")), record.subjectKeyId)
    assert.strictEqual(hex(below("X509v3 Authority Key Identifier:")), authority.keyId)
    assert.lengthOf(text.match(/^ *X509v3/gm) ?? [], 6)
    assert.notMatch(text, /example\.com|admin|Somebody|serverAuth|Certificate Sign/)
  })

  test("is valid for the requested days, but not longer than its authority", function* () {
    const authority = yield* TestServices.authority()
    const { certificate, record } = yield* Issuance.issue(authority, order({ days: 1 }))
    assert.strictEqual(record.notAfter, start + day)
    yield* TestClock.setTime(authority.notAfter - 2 * day)
    const last = yield* Issuance.issue(authority, order({ days: 30 }))
    assert.strictEqual(last.record.notAfter, authority.notAfter)
    const { files, verify } = yield* judge(authority, certificate, last.certificate)
    const [first = "", second = ""] = files
    for (const [at, file, isGood] of [
      [record.notBefore - 1000, first, false],
      [record.notBefore, first, true],
      [record.notAfter - 1000, first, true],
      [record.notAfter + 1000, first, false],
      [authority.notAfter - 1000, second, true],
      [authority.notAfter + 1000, second, false]
    ] as const) {
      assert.strictEqual(verify("sslclient", at, file).code === 0, isGood, `${file} at ${TestServices.seconds(at)}`)
    }
  })

  const byte = Arbitrary.schema(Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 255 })))
  const odd = Schema.Literals([...'#\\",+=<é保😀x0 \u202e\u0301', "/CN="])
  const clientId = Arbitrary.map(
    Arbitrary.array(Arbitrary.schema(odd), { minLength: 1, maxLength: 12 }),
    (parts) => `a${parts.join("")}z`
  )
  const wanted = Arbitrary.all({
    clientId,
    days: Arbitrary.schema(Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: Issuance.maxValidityDays }))),
    serial: Arbitrary.array(byte, { minLength: 16, maxLength: 16 })
  })

  /** Returns a random source that yields these bytes first. All later draws differ from each other. */
  const randomOf = (bytes: ReadonlyArray<number>) => {
    let draws = 0
    return SecureRandom.make((size) => {
      const drawn = draws++
      return Uint8Array.from({ length: size }, (_, index) => (bytes[index] ?? 0) ^ (index === 15 ? drawn & 0xff : 0))
    })
  }

  it.effect.prop(
    "is valid only for clients, with any client ID, validity and serial number",
    { all: Arbitrary.array(wanted, { minLength: 10, maxLength: 10 }) },
    ({ all }) =>
      Effect.gen(function* () {
        const authority = yield* TestServices.authority()
        const issued: Array<Issuance.IssuanceResult> = []
        for (const { clientId: id, days, serial } of all) {
          yield* TestServices.addClient(id)
          // All these clients share one key. A store rejects a key that another client uses, so each client needs its
          // own store.
          const store = Layer.fresh(CertificateStoreMemory.layer)
          const issue = Effect.provide(Issuance.issue(authority, order({ clientId: id, days })), store)
          issued.push(yield* Effect.provideService(issue, SecureRandom.SecureRandom, randomOf(serial)))
        }
        const { files, verify } = yield* judge(authority, ...issued.map(({ certificate }) => certificate))
        const good = verify("sslclient", start, ...files)
        assert.strictEqual(good.code, 0, good.output)
        assert.lengthOf(good.output.match(/: OK$/gm) ?? [], files.length)
        const bad = verify("sslserver", start, ...files)
        assert.notMatch(bad.output, /OK/)
        assert.lengthOf(bad.output.match(/(unsupported|unsuitable) certificate purpose/g) ?? [], files.length)
        for (const { certificate, record } of issued) {
          const parsed = new X509Certificate(certificate)
          assert.strictEqual(parsed.serialNumber.toLowerCase(), record.serial)
          assert.strictEqual(parsed.toLegacyObject().subject.CN, record.clientId)
        }
      }).pipe(Effect.scoped, Effect.provide(TestServices.services)),
    { arbitrary: { runs: 10 } }
  )
})

describe("a request", () => {
  test("becomes a certificate for its key, and the certificate is recorded", function* () {
    const authority = yield* TestServices.authority()
    const { certificate, record } = yield* Issuance.issue(authority, order())
    const { publicKey, serialNumber, validFromDate, validToDate } = new X509Certificate(certificate)
    assert.isTrue(publicKey.equals(createPublicKey(sharedKey.key)))
    assert.deepStrictEqual(record, {
      serial: serialNumber.toLowerCase(),
      clientId: "demo",
      environment: "test",
      subjectKeyId: record.subjectKeyId,
      notBefore: validFromDate.getTime(),
      notAfter: validToDate.getTime(),
      issuedAt: yield* Clock.currentTimeMillis
    })
    assert.deepStrictEqual(yield* (yield* CertificateStore).find(record.serial), Option.some(record))
  })

  test("returns no certificate if recording fails", function* () {
    const authority = yield* TestServices.authority()
    const store = yield* CertificateStore
    const broken = CertificateStore.of({ ...store, record: () => Effect.die(new Error("the disk is full")) })
    const exit = yield* Effect.exit(Effect.provideService(Issuance.issue(authority, order()), CertificateStore, broken))
    assert.strictEqual(exit._tag, "Failure")
  })

  test("gets another serial number if the first is taken", function* () {
    const authority = yield* TestServices.authority()
    const numbers = [1, 1, 1, 2]
    const random = SecureRandom.make((size) => new Uint8Array(size).fill(numbers.shift() ?? 3))
    const issue = Effect.provideService(Issuance.issue(authority, order()), SecureRandom.SecureRandom, random)
    assert.strictEqual((yield* issue).record.serial, "01".repeat(16))
    assert.strictEqual((yield* issue).record.serial, "02".repeat(16))
  })

  test("reports earlier certificates of its key", function* () {
    const [test, production] = [yield* TestServices.authority("test"), yield* TestServices.authority("production")]
    const first = yield* Issuance.issue(test, order())
    assert.deepStrictEqual(first.earlier, [])
    assert.deepStrictEqual((yield* Issuance.issue(production, order())).earlier, [first.record])
  })

  test("is rejected if its key was certified for another client, even simultaneously, or if that certificate was erased", function* () {
    const authority = yield* TestServices.authority()
    yield* TestServices.addClient("other")
    yield* Issuance.issue(authority, order())
    const issue = Issuance.issue(authority, order({ clientId: "other" }))
    const store = yield* CertificateStore
    let reads = 0
    const late = CertificateStore.of({
      ...store,
      // Simulates a race: the first read finds nothing, because the other client's certificate has not been recorded
      // yet.
      clientsWithKey: (id) => (reads++ === 0 ? Effect.succeed([]) : store.clientsWithKey(id))
    })
    const afterErasure = Effect.andThen(store.eraseExpired(start + 31 * day), issue)
    for (const attempt of [issue, Effect.provideService(issue, CertificateStore, late), afterErasure]) {
      assert.include(
        (yield* Effect.flip(attempt)).message,
        "KEY_OF_ANOTHER_CLIENT: the key must not have been certified"
      )
    }
    assert.deepStrictEqual(yield* store.list("other"), [])
  })

  test("is rejected, with nothing recorded, if its client is unknown or its ID cannot be a name", function* () {
    const authority = yield* TestServices.authority()
    const unknown = yield* Effect.flip(Issuance.issue(authority, order({ clientId: "nobody" })))
    assert.strictEqual(unknown._tag, "UnknownClient")
    const long = "x".repeat(65)
    yield* TestServices.addClient(long)
    const refused = yield* Effect.flip(Issuance.issue(authority, order({ clientId: long })))
    assert.include(refused.message, "CLIENT_ID: the client ID must have 1 to 64 visible characters")
    assert.deepStrictEqual(yield* (yield* CertificateStore).list(), [])
  })

  test("is rejected with the rule, its source and a remedy", function* () {
    const authority = yield* TestServices.authority()
    const refused = yield* Effect.flip(Issuance.issue(authority, order({ request: Buffer.from("nothing") })))
    assert.strictEqual(
      refused.message,
      "NOT_A_REQUEST: the file must contain one PKCS #10 request, in PEM or DER, and nothing else " +
        "(RFC 2986 §4; RFC 7468 §7). Create the request again."
    )
    assert.deepStrictEqual(yield* (yield* CertificateStore).list(), [])
  })

  test("is rejected for every client and environment if its key was revoked as compromised, but not for other keys or reasons", function* () {
    const [test, production] = [yield* TestServices.authority("test"), yield* TestServices.authority("production")]
    const store = yield* CertificateStore
    yield* TestServices.addClient("another")
    const first = yield* Issuance.issue(test, order())
    yield* store.revoke(first.record.serial, "superseded")
    const second = yield* Issuance.issue(test, order())
    yield* store.revoke(second.record.serial, "keyCompromise")
    for (const authority of [test, production]) {
      for (const clientId of ["demo", "another"]) {
        const refused = yield* Effect.flip(Issuance.issue(authority, order({ clientId })))
        assert.include(refused.message, "COMPROMISED_KEY")
      }
    }
    const { privateKey } = generateKeyPairSync("rsa", { modulusLength: 2048 })
    yield* Issuance.issue(test, order({ request: ForgedRequests.signedRequest(privateKey) }))
  })
})
