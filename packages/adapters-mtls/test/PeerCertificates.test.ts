/** Tests which client certificates identify a client, and which are rejected (spec 5.3). */
import { assert, describe, it } from "@effect/vitest"
import { PeerCertificates } from "@sheaf/ports"
import { CertificateSigning, peerCertificatesContract } from "@sheaf/ports/testing"
import { Arbitrary, Context, Effect, Layer, Schema } from "effect"
import { TestClock } from "effect/testing"
import { generateKeyPairSync, X509Certificate } from "node:crypto"
import { Issuance, PeerCertificatesLive } from "../src/index.ts"
import type { Authority } from "../src/index.ts"
import * as Leaf from "../src/authority/Leaf.ts"
import * as Openssl from "./Openssl.ts"
import * as TestServices from "./TestServices.ts"
import { test } from "./TestServices.ts"

const toDer = (pem: string): Uint8Array => new X509Certificate(pem).raw

const newKey = () => generateKeyPairSync("ec", { namedCurve: "P-256" }).publicKey

const shared = Effect.gen(function* () {
  const test = yield* TestServices.authority()
  const production = yield* TestServices.authority("production")
  const roots = [test, production].map(({ certificate, environment }) => ({ environment, certificate }))
  return { test, production, live: PeerCertificatesLive.layer({ environment: "test", roots }) }
}).pipe(Effect.cached, Effect.runSync)
const authorities = Effect.andThen(TestClock.setTime(TestServices.start), shared)

const make = (authority: Authority.Authority, more: Partial<Leaf.LeafContents> = {}) =>
  Leaf.sign(authority, {
    serial: "7f01",
    commonName: "client-1",
    publicKey: newKey(),
    days: 30,
    role: { type: "client" },
    ...more
  })

const signing = Effect.map(authorities, ({ live, production, test }) =>
  Layer.merge(
    live,
    Layer.succeed(CertificateSigning, {
      sign: ({ clientId, environment, serial }) =>
        Effect.map(
          make(environment === "test" ? test : production, { commonName: clientId, serial }),
          ({ certificate, ...signed }) => ({
            der: toDer(certificate),
            record: { clientId, environment, serial, ...signed }
          })
        )
    })
  )
)

peerCertificatesContract("Sheaf's authorities", Layer.provideMerge(Layer.unwrap(signing), TestServices.services))

const setUp = Effect.gen(function* () {
  yield* TestServices.addClient("client-1")
  const { live, test } = yield* authorities
  const { identify } = Context.get(yield* Layer.build(live), PeerCertificates)
  const judge = (der: Uint8Array) =>
    Effect.match(identify(der), {
      onFailure: (error) => (error._tag === "PeerCertificateError" ? error.reason : error._tag),
      onSuccess: ({ clientId }) => clientId
    })
  const issue = (authority: Authority.Authority, clientId = "client-1") =>
    Effect.map(
      Issuance.issue(authority, { request: TestServices.sharedKey.request, clientId, days: 30 }),
      ({ certificate }) => toDer(certificate)
    )
  return { test, judge, issue }
})

describe("a client", () => {
  const names = Arbitrary.schema(Schema.String.check(Schema.isPattern(/^[!-~åß日🂡][ -~åß日🂡]{0,30}[!-~åß日🂡]$/u)))

  it.effect.prop(
    "is identified by an ID with any characters",
    { id: names },
    ({ id }) =>
      Effect.gen(function* () {
        yield* TestServices.addClient(id)
        const { issue, judge, test } = yield* setUp
        assert.strictEqual(yield* judge(yield* issue(test, id)), id)
      }).pipe(Effect.scoped, Effect.provide(TestServices.services)),
    { arbitrary: { runs: process.env["CI"] === "true" ? 100 : 25 } }
  )
})

describe("a certificate", () => {
  test("is rejected unless it belongs to a client of this environment", function* () {
    const { issue, judge, test } = yield* setUp
    const stranger = yield* TestServices.authority()
    const openssl = yield* Openssl.make
    const subject = ["-subj", "/O=Sheaf/OU=test/CN=client-1", "-days", "2"]
    openssl.write("key", TestServices.sharedKey.key.export({ type: "pkcs8", format: "pem" }))
    openssl.expect("req", "-x509", "-key", "key", "-out", "own", ...subject)
    const server = toDer(
      (yield* make(test, { role: { type: "server", names: [{ type: "dns", value: "localhost" }] } })).certificate
    )
    const good = yield* issue(test)
    const broken = Uint8Array.from(good, (byte, index) => (index === good.length - 5 ? byte ^ 1 : byte))
    const rows: ReadonlyArray<readonly [title: string, der: Uint8Array, reason: string]> = [
      ["in PEM", Buffer.from(new X509Certificate(good).toString()), "MALFORMED"],
      ["with a broken signature", broken, "UNKNOWN_AUTHORITY"],
      ["self-signed", toDer(Buffer.from(openssl.read("own")).toString()), "UNKNOWN_AUTHORITY"],
      ["from an authority of the same name", yield* issue(stranger), "UNKNOWN_AUTHORITY"],
      ["for servers", server, "NOT_FOR_CLIENTS"],
      ["of the authority itself", test.root.raw, "NOT_FOR_CLIENTS"]
    ]
    for (const [title, der, reason] of rows) assert.strictEqual(yield* judge(der), reason, title)
  })
})
