/** Client certificates that identify a client, and certificates that are refused (spec 5; decisions 15). */
import { assert, describe, it } from "@effect/vitest"
import { CertificateStore, PeerCertificates } from "@sheaf/ports"
import type { Environment } from "@sheaf/ports"
import { Arbitrary, Context, Effect, Layer, Schema } from "effect"
import { TestClock } from "effect/testing"
import { generateKeyPairSync, X509Certificate } from "node:crypto"
import { Issuance, PeerCertificatesLive } from "../src/index.ts"
import type { Authority } from "../src/index.ts"
import * as Leaf from "../src/authority/Leaf.ts"
import * as Openssl from "./Openssl.ts"
import * as World from "./World.ts"
import { test } from "./World.ts"

const { start } = World

const toDer = (pem: string): Uint8Array => new X509Certificate(pem).raw

const { publicKey } = generateKeyPairSync("ec", { namedCurve: "P-256" })

/** Builds the adapter with both authorities and one client. */
const setUp = Effect.gen(function* () {
  yield* World.addClient("client-1")
  const test = yield* World.authority()
  const production = yield* World.authority("production")
  const roots = [test, production].map(({ certificate, environment }) => ({ environment, certificate }))
  const live = PeerCertificatesLive.layer({ environment: "test", roots })
  const { identify } = Context.get(yield* Layer.build(live), PeerCertificates)
  /** Returns the client, or the reason for the refusal. */
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

const make = (authority: Authority.Authority, more: Partial<Leaf.Leaf> = {}) =>
  Leaf.sign(authority, {
    serial: "7f01",
    commonName: "client-1",
    publicKey,
    days: 30,
    role: { type: "client" },
    ...more
  })

/** Signs a certificate without recording it. */
const unrecorded = (authority: Authority.Authority, more?: Partial<Leaf.Leaf>) =>
  Effect.map(make(authority, more), ({ certificate }) => toDer(certificate))

/** Signs a certificate for client-1 in test, but records it for this client and environment. */
const recordedFor = Effect.fnUntraced(function* (
  authority: Authority.Authority,
  entry: { readonly clientId: string; readonly environment: Environment; readonly serial: string }
) {
  const { certificate, ...signed } = yield* make(authority, { serial: entry.serial })
  assert.isTrue(yield* (yield* CertificateStore).record({ ...entry, ...signed }))
  return toDer(certificate)
})

describe("a client", () => {
  test("is identified by a certificate that our authority signed for it", function* () {
    const { identify, issue, test } = yield* setUp
    const { der, record } = yield* issue(test)
    const expected = { clientId: "client-1", environment: "test", serial: record.serial }
    assert.deepStrictEqual(yield* identify(der), expected)
    assert.deepStrictEqual(yield* identify(der), expected)
  })

  test("is refused on the same connection after a revocation", function* () {
    const { identify, issue, test } = yield* setUp
    const { der, record } = yield* issue(test)
    const ofConnection = identify(der)
    yield* ofConnection
    yield* ofConnection
    yield* (yield* CertificateStore).revoke(record.serial)
    const { reason } = yield* Effect.flip(Effect.catchTag(ofConnection, "StoreError", Effect.die))
    assert.strictEqual(reason, "REVOKED")
  })

  test("is identified from the first to the last second of its certificate", function* () {
    const { issue, judge, test } = yield* setUp
    const { der, record } = yield* issue(test)
    const at = [
      [record.notBefore - 1, "NOT_YET_VALID"],
      [record.notBefore, "client-1"],
      [record.notAfter + 999, "client-1"],
      [record.notAfter + 1000, "EXPIRED"],
      // Expiry is not cached.
      [start, "client-1"]
    ] as const
    for (const [time, expected] of at) {
      yield* TestClock.setTime(time)
      assert.strictEqual(yield* judge(der), expected)
    }
  })

  test("is refused from the moment of revocation, but not with its other certificate", function* () {
    const { issue, judge, test } = yield* setUp
    const [revoked, other] = [yield* issue(test), yield* issue(test)]
    assert.strictEqual(yield* judge(revoked.der), "client-1")
    yield* (yield* CertificateStore).revoke(revoked.record.serial)
    assert.strictEqual(yield* judge(revoked.der), "REVOKED")
    assert.strictEqual(yield* judge(other.der), "client-1")
  })

  const names = Arbitrary.schema(Schema.String.check(Schema.isPattern(/^[!-~åß日🂡][ -~åß日🂡]{0,30}[!-~åß日🂡]$/u)))

  it.effect.prop("is identified by an ID with any characters", { id: names }, ({ id }) =>
    Effect.gen(function* () {
      yield* World.addClient(id)
      const { issue, judge, test } = yield* setUp
      assert.strictEqual(yield* judge((yield* issue(test, id)).der), id)
    }).pipe(Effect.scoped, Effect.provide(World.services))
  )
})

describe("a certificate", () => {
  test("is refused unless it belongs to a client of this environment", function* () {
    const { issue, judge, production, test } = yield* setUp
    const stranger = yield* World.authority()
    const openssl = yield* Openssl.make
    const subject = ["-subj", "/O=Sheaf/OU=test/CN=client-1", "-days", "2"]
    openssl.expect("req", "-x509", "-newkey", "rsa:2048", "-nodes", "-keyout", "key", "-out", "own", ...subject)
    const server = yield* unrecorded(test, { role: { type: "server", names: [{ type: "dns", value: "localhost" }] } })
    const good = (yield* issue(test)).der
    const broken = Uint8Array.from(good, (byte, index) => (index === good.length - 5 ? byte ^ 1 : byte))
    const rows: ReadonlyArray<readonly [title: string, der: Uint8Array, reason: string]> = [
      ["empty", new Uint8Array(0), "MALFORMED"],
      ["no DER", new Uint8Array(300).fill(0x30), "MALFORMED"],
      ["truncated", good.subarray(0, 200), "MALFORMED"],
      ["followed by another byte", Buffer.concat([good, Buffer.of(0)]), "MALFORMED"],
      ["in PEM", Buffer.from(new X509Certificate(good).toString()), "MALFORMED"],
      ["with a broken signature", broken, "UNKNOWN_AUTHORITY"],
      ["self-signed", toDer(Buffer.from(openssl.read("own")).toString()), "UNKNOWN_AUTHORITY"],
      ["from an authority of the same name", (yield* issue(stranger)).der, "UNKNOWN_AUTHORITY"],
      ["from the other environment", (yield* issue(production)).der, "WRONG_ENVIRONMENT"],
      ["for servers", server, "NOT_FOR_CLIENTS"],
      ["of the authority itself", test.root.raw, "NOT_FOR_CLIENTS"],
      ["never recorded", yield* unrecorded(test), "UNKNOWN"]
    ]
    for (const [title, der, reason] of rows) assert.strictEqual(yield* judge(der), reason, title)
  })

  test("is refused if it is recorded for another client or environment", function* () {
    const { judge, test } = yield* setUp
    yield* World.addClient("client-2")
    const ofAnother = yield* recordedFor(test, { clientId: "client-2", environment: "test", serial: "0101" })
    assert.strictEqual(yield* judge(ofAnother), "UNKNOWN")
    const ofProduction = yield* recordedFor(test, { clientId: "client-1", environment: "production", serial: "0102" })
    assert.strictEqual(yield* judge(ofProduction), "UNKNOWN")
  })

  test("with a recorded serial number is refused if its key or validity differs from the record", function* () {
    const { issue, judge, test } = yield* setUp
    const { der, record } = yield* issue(test)
    const { serial } = record
    const own = new X509Certificate(der).publicKey
    assert.strictEqual(yield* judge(yield* unrecorded(test, { serial })), "UNKNOWN")
    assert.strictEqual(yield* judge(yield* unrecorded(test, { serial, publicKey: own, days: 31 })), "UNKNOWN")
    assert.strictEqual(yield* judge(der), "client-1")
  })
})
