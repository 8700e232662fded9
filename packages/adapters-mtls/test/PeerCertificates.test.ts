/** Who is known by a certificate, and which ones are refused (spec 5; decisions 15). */
import { assert, describe, it } from "@effect/vitest"
import { CertificateStore, PeerCertificates } from "@sheaf/ports"
import type { Environment } from "@sheaf/ports"
import { Arbitrary, Context, Effect, Layer, Schema } from "effect"
import { TestClock } from "effect/testing"
import { generateKeyPairSync, X509Certificate } from "node:crypto"
import type { KeyObject } from "node:crypto"
import { Issuance, PeerCertificatesLive } from "../src/index.ts"
import type { Authority } from "../src/index.ts"
import * as Leaf from "../src/authority/Leaf.ts"
import * as Openssl from "./Openssl.ts"
import * as World from "./World.ts"
import { test } from "./World.ts"

const { start } = World

const toDer = (pem: string): Uint8Array => new X509Certificate(pem).raw

const { publicKey } = generateKeyPairSync("ec", { namedCurve: "P-256" })

/** The authorities of a service for tests, a client of it, and how its certificates are judged. */
const setUp = Effect.gen(function* () {
  yield* World.addClient("client-1")
  const test = yield* World.authority()
  const production = yield* World.authority("production")
  const roots = [test, production].map(({ certificate, environment }) => ({ environment, certificate }))
  const live = PeerCertificatesLive.layer({ environment: "test", roots, cacheSize: 3 })
  const { identify } = Context.get(yield* Layer.build(live), PeerCertificates)
  /** The client that is found, or why none is. */
  const judge = (der: Uint8Array) =>
    Effect.match(identify(der), {
      onFailure: (error) => (error._tag === "CertificateRefused" ? error.reason : error._tag),
      onSuccess: ({ clientId }) => clientId
    })
  const issue = (authority: Authority.Authority, clientId = "client-1") =>
    Effect.map(
      Issuance.issue(authority, { request: World.shared.request, clientId, days: 30 }),
      ({ certificate, record }) => ({ der: toDer(certificate), record })
    )
  return { test, production, identify, judge, issue }
})

interface Made {
  readonly serial?: string
  readonly publicKey?: KeyObject
  readonly days?: number
  readonly role?: Leaf.Role
  readonly commonName?: string
}

const make = (authority: Authority.Authority, made: Made = {}) =>
  Leaf.sign(authority, {
    serial: "7f01",
    commonName: "client-1",
    publicKey,
    days: 30,
    role: { type: "client" },
    ...made
  })

/** A certificate that was never recorded. */
const unrecorded = (authority: Authority.Authority, made?: Made) =>
  Effect.map(make(authority, made), ({ certificate }) => toDer(certificate))

/** A certificate that is recorded for this client and environment, whatever it says of itself. */
const recordedFor = Effect.fnUntraced(function* (
  clientId: string,
  environment: Environment,
  authority: Authority.Authority,
  made: Made & { readonly serial: string }
) {
  const { certificate, notAfter, notBefore, signedAt, subjectKeyId } = yield* make(authority, made)
  const { serial } = made
  const record = { serial, clientId, environment, notBefore, notAfter, subjectKeyId, issuedAt: signedAt }
  assert.isTrue(yield* (yield* CertificateStore).record(record))
  return toDer(certificate)
})

describe("a client", () => {
  test("is known by the certificate that our authority signed for it", function* () {
    const { identify, issue, test } = yield* setUp
    const { der, record } = yield* issue(test)
    const expected = { clientId: "client-1", environment: "test", serial: record.serial }
    assert.deepStrictEqual(yield* identify(der), expected)
    assert.deepStrictEqual(yield* identify(der), expected)
  })

  test("is known by its certificate from its first second to its last", function* () {
    const { issue, judge, test } = yield* setUp
    const { der, record } = yield* issue(test)
    const at = [
      [record.notBefore - 1, "NOT_YET_VALID"],
      [record.notBefore, "client-1"],
      [record.notAfter + 999, "client-1"],
      [record.notAfter + 1000, "EXPIRED"],
      // The answer of a moment ago is not the one of now.
      [start, "client-1"]
    ] as const
    for (const [time, expected] of at) {
      yield* TestClock.setTime(time)
      assert.strictEqual(yield* judge(der), expected)
    }
  })

  test("is not known by a certificate any more from the moment on that it is revoked, and by another one still", function* () {
    const { issue, judge, test } = yield* setUp
    const [revoked, other] = [yield* issue(test), yield* issue(test)]
    assert.strictEqual(yield* judge(revoked.der), "client-1")
    yield* (yield* CertificateStore).revoke(revoked.record.serial)
    assert.strictEqual(yield* judge(revoked.der), "REVOKED")
    assert.strictEqual(yield* judge(other.der), "client-1")
  })

  const names = Arbitrary.schema(Schema.String.check(Schema.isPattern(/^[!-~åß日🂡][ -~åß日🂡]{0,30}[!-~åß日🂡]$/u)))

  it.effect.prop("is known whatever characters its id has", { id: names }, ({ id }) =>
    Effect.gen(function* () {
      yield* World.addClient(id)
      const { issue, judge, test } = yield* setUp
      assert.strictEqual(yield* judge((yield* issue(test, id)).der), id)
    }).pipe(Effect.scoped, Effect.provide(World.stores))
  )
})

describe("nobody", () => {
  test("is known by a certificate that is not one of the clients of this environment", function* () {
    const { issue, judge, production, test } = yield* setUp
    const stranger = yield* World.authority()
    const openssl = yield* Openssl.make
    const subject = ["-subj", "/O=Sheaf/OU=test/CN=client-1", "-days", "2"]
    openssl.expect("req", "-x509", "-newkey", "rsa:2048", "-nodes", "-keyout", "key", "-out", "own", ...subject)
    const server = yield* unrecorded(test, { role: { type: "server", names: [{ type: "dns", value: "localhost" }] } })
    const good = (yield* issue(test)).der
    const broken = Uint8Array.from(good, (byte, index) => (index === good.length - 5 ? byte ^ 1 : byte))
    const rows: ReadonlyArray<readonly [what: string, der: Uint8Array, reason: string]> = [
      ["no bytes", new Uint8Array(0), "MALFORMED"],
      ["any bytes", new Uint8Array(300).fill(0x30), "MALFORMED"],
      ["half a certificate", good.subarray(0, 200), "MALFORMED"],
      ["bytes behind a certificate", Buffer.concat([good, Buffer.of(0)]), "MALFORMED"],
      ["a certificate in PEM", Buffer.from(new X509Certificate(good).toString()), "MALFORMED"],
      ["another signature", broken, "UNKNOWN_AUTHORITY"],
      ["self-signed", toDer(Buffer.from(openssl.read("own")).toString()), "UNKNOWN_AUTHORITY"],
      ["an authority of the same name", (yield* issue(stranger)).der, "UNKNOWN_AUTHORITY"],
      ["the other environment", (yield* issue(production)).der, "WRONG_ENVIRONMENT"],
      ["a server's", server, "NOT_FOR_CLIENTS"],
      ["the authority's own", test.root.raw, "NOT_FOR_CLIENTS"],
      ["never recorded", yield* unrecorded(test), "UNKNOWN"]
    ]
    for (const [what, der, reason] of rows) assert.strictEqual(yield* judge(der), reason, what)
  })

  test("is known by a certificate that is recorded for another client, or another environment", function* () {
    const { judge, test } = yield* setUp
    yield* World.addClient("client-2")
    const ofAnother = yield* recordedFor("client-2", "test", test, { serial: "0101" })
    assert.strictEqual(yield* judge(ofAnother), "UNKNOWN")
    const ofProduction = yield* recordedFor("client-1", "production", test, { serial: "0102" })
    assert.strictEqual(yield* judge(ofProduction), "UNKNOWN")
  })
})

describe("who copied an authority's key", () => {
  test("is nobody by what is recorded of somebody else's certificate: another key, or another time", function* () {
    const { issue, judge, test } = yield* setUp
    const { der, record } = yield* issue(test)
    const { serial } = record
    const own = new X509Certificate(der).publicKey
    assert.strictEqual(yield* judge(yield* unrecorded(test, { serial })), "UNKNOWN")
    assert.strictEqual(yield* judge(yield* unrecorded(test, { serial, publicKey: own, days: 31 })), "UNKNOWN")
    assert.strictEqual(yield* judge(der), "client-1")
  })
})

describe("a certificate", () => {
  test("is told from all others, however many there are", function* () {
    const { judge, test } = yield* setUp
    yield* World.addClient("client-2")
    const clientOf = (index: number) => (index % 2 === 0 ? "client-1" : "client-2")
    const ders = yield* Effect.forEach(
      Array.from({ length: 20 }, (_, index) => index),
      (index) => {
        const commonName = clientOf(index)
        return recordedFor(commonName, "test", test, { serial: `02${index.toString(16).padStart(2, "0")}`, commonName })
      }
    )
    for (let round = 0; round < 2; round++) {
      for (const [index, der] of ders.entries()) {
        assert.strictEqual(yield* judge(der), clientOf(index))
      }
    }
  })
})
