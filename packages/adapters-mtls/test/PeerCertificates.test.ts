/** Who is known by a certificate, and which ones are refused (spec 5; decisions 15). */
import { assert, describe, it } from "@effect/vitest"
import { CertificateStore, PeerCertificates } from "@sheaf/ports"
import { Arbitrary, Context, Effect, Layer, Schema } from "effect"
import { TestClock } from "effect/testing"
import { generateKeyPairSync, X509Certificate } from "node:crypto"
import type { KeyObject } from "node:crypto"
import { Issuance, PeerCertificatesLive } from "../src/index.ts"
import type { Authority } from "../src/index.ts"
import * as Leaf from "../src/authority/Leaf.ts"
import * as Openssl from "./Openssl.ts"
import * as World from "./World.ts"

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

/** A certificate that was never recorded. */
const unrecorded = (authority: Authority.Authority, role: Leaf.Role = { type: "client" }) =>
  Effect.map(
    Leaf.sign(authority, { serial: "7f01", commonName: "client-1", publicKey, days: 30, role }),
    ({ certificate }) => toDer(certificate)
  )

describe("a client", () => {
  it.effect("is known by the certificate that our authority signed for it", () =>
    Effect.gen(function* () {
      const { identify, issue, test } = yield* setUp
      const { der, record } = yield* issue(test)
      const expected = { clientId: "client-1", environment: "test", serial: record.serial }
      assert.deepStrictEqual(yield* identify(der), expected)
      assert.deepStrictEqual(yield* identify(der), expected)
    }).pipe(Effect.scoped, Effect.provide(World.stores))
  )

  it.effect("is known by its certificate from its first second to its last", () =>
    Effect.gen(function* () {
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
    }).pipe(Effect.scoped, Effect.provide(World.stores))
  )

  it.effect(
    "is not known by a certificate any more from the moment on that it is revoked, and by another one still",
    () =>
      Effect.gen(function* () {
        const { issue, judge, test } = yield* setUp
        const [revoked, other] = [yield* issue(test), yield* issue(test)]
        assert.strictEqual(yield* judge(revoked.der), "client-1")
        yield* (yield* CertificateStore).revoke(revoked.record.serial)
        assert.strictEqual(yield* judge(revoked.der), "REVOKED")
        assert.strictEqual(yield* judge(other.der), "client-1")
      }).pipe(Effect.scoped, Effect.provide(World.stores))
  )

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
  it.effect("is known by a certificate that is not one of the clients of this environment", () =>
    Effect.gen(function* () {
      const { issue, judge, production, test } = yield* setUp
      const stranger = yield* World.authority()
      const openssl = yield* Openssl.make
      const subject = ["-subj", "/O=Sheaf/OU=test/CN=client-1", "-days", "2"]
      openssl.expect("req", "-x509", "-newkey", "rsa:2048", "-nodes", "-keyout", "key", "-out", "own", ...subject)
      const server = yield* unrecorded(test, { type: "server", names: [{ type: "dns", value: "localhost" }] })
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
    }).pipe(Effect.scoped, Effect.provide(World.stores))
  )

  it.effect("is known by a certificate that is recorded for another client, or another environment", () =>
    Effect.gen(function* () {
      const { judge, test } = yield* setUp
      yield* World.addClient("client-2")
      const store = yield* CertificateStore
      const rows = [
        { serial: "0101", clientId: "client-2", environment: "test" },
        { serial: "0102", clientId: "client-1", environment: "production" }
      ] as const
      for (const row of rows) {
        const { certificate, notAfter, notBefore, signedAt, subjectKeyId } = yield* Leaf.sign(test, {
          serial: row.serial,
          commonName: "client-1",
          publicKey,
          days: 30,
          role: { type: "client" }
        })
        assert.isTrue(yield* store.record({ ...row, notBefore, notAfter, subjectKeyId, issuedAt: signedAt }))
        assert.strictEqual(yield* judge(toDer(certificate)), "UNKNOWN", JSON.stringify(row))
      }
    }).pipe(Effect.scoped, Effect.provide(World.stores))
  )
})

describe("who copied an authority's key", () => {
  it.effect("is nobody by what is recorded of somebody else's certificate: another key, or another time", () =>
    Effect.gen(function* () {
      const { issue, judge, test } = yield* setUp
      const { der, record } = yield* issue(test)
      const own = new X509Certificate(der).publicKey
      const role = { type: "client" } as const
      const forge = (publicKey: KeyObject, days: number) =>
        Effect.map(
          Leaf.sign(test, { serial: record.serial, commonName: "client-1", publicKey, days, role }),
          ({ certificate }) => toDer(certificate)
        )
      assert.strictEqual(yield* judge(yield* forge(publicKey, 30)), "UNKNOWN")
      assert.strictEqual(yield* judge(yield* forge(own, 31)), "UNKNOWN")
      assert.strictEqual(yield* judge(der), "client-1")
    }).pipe(Effect.scoped, Effect.provide(World.stores))
  )
})

describe("a certificate", () => {
  it.effect("is told from all others, however many there are", () =>
    Effect.gen(function* () {
      const { judge, test } = yield* setUp
      const store = yield* CertificateStore
      yield* World.addClient("client-2")
      const make = Effect.fnUntraced(function* (serial: string, clientId: string) {
        const leaf = { serial, commonName: clientId, publicKey, days: 30, role: { type: "client" } } as const
        const { certificate, notAfter, notBefore, signedAt, subjectKeyId } = yield* Leaf.sign(test, leaf)
        const record = { serial, clientId, environment: "test", subjectKeyId, notBefore, notAfter } as const
        yield* store.record({ ...record, issuedAt: signedAt })
        return toDer(certificate)
      })
      const ders = yield* Effect.forEach(Array.from({ length: 20 }), (_, index) =>
        make(`02${index.toString(16).padStart(2, "0")}`, index % 2 === 0 ? "client-1" : "client-2")
      )
      for (let round = 0; round < 2; round++) {
        for (const [index, der] of ders.entries()) {
          assert.strictEqual(yield* judge(der), index % 2 === 0 ? "client-1" : "client-2")
        }
      }
    }).pipe(Effect.scoped, Effect.provide(World.stores))
  )
})
