/** What every {@link CertificateStore} does (decisions 15). */
import { assert, layer } from "@effect/vitest"
import { Arbitrary, Clock, Effect, Option, Schema } from "effect"
import type { Layer } from "effect"
import { TestClock } from "effect/testing"
import { ClientStore } from "../../users/ApiKeys.ts"
import type { Environment } from "../../users/Caller.ts"
import { CertificateStore, revocationReasons } from "../../users/Certificates.ts"
import type { IssuedCertificate } from "../../users/Certificates.ts"
import * as Fixture from "../Fixture.ts"
import * as Text from "../Text.ts"

const issuedAt = Date.UTC(2026, 3, 1, 9, 30)
const day = 86_400_000

const newClient = Effect.fnUntraced(function* (environment: Environment = "test") {
  const id = `client-${yield* Fixture.newId}`
  yield* (yield* ClientStore).addClient({ id, name: "A client", environment })
  return id
})

/** Hexadecimal that no other test has. */
const newHex = Effect.map(Fixture.newId, (id) => id.replaceAll("-", ""))

const newCertificate = Effect.fnUntraced(function* (more: Partial<IssuedCertificate> = {}) {
  const certificate: IssuedCertificate = {
    serial: yield* newHex,
    clientId: more.clientId ?? (yield* newClient(more.environment)),
    environment: "test",
    subjectKeyId: yield* newHex,
    notBefore: issuedAt - 60_000,
    notAfter: issuedAt + 30 * day,
    issuedAt,
    ...more
  }
  assert.isTrue(yield* (yield* CertificateStore).record(certificate))
  return certificate
})

const serials = (certificates: ReadonlyArray<IssuedCertificate>) => certificates.map(({ serial }) => serial)

const strange = ["", "00", "' OR 1=1 --", "%", "\u0000", "x".repeat(10_000)]

/** Checks an adapter, with the store of the clients whom certificates belong to. The suite shares one store. */
export const certificateStoreContract = <E>(name: string, adapter: Layer.Layer<CertificateStore | ClientStore, E>) =>
  layer(adapter)(`the certificate store contract: ${name}`, (it) => {
    it.effect("finds a certificate that was recorded, and no other", () =>
      Effect.gen(function* () {
        const store = yield* CertificateStore
        const certificate = yield* newCertificate()
        assert.deepStrictEqual(yield* store.find(certificate.serial), Option.some(certificate))
        for (const serial of [...strange, yield* newHex, certificate.serial.slice(2), `00${certificate.serial}`]) {
          assert.deepStrictEqual(yield* store.find(serial), Option.none())
        }
      })
    )

    it.effect("leaves a certificate as it is when its serial number is recorded again", () =>
      Effect.gen(function* () {
        const store = yield* CertificateStore
        const certificate = yield* newCertificate()
        const other = { ...certificate, clientId: yield* newClient("production"), environment: "production" as const }
        assert.isFalse(yield* store.record(other))
        assert.deepStrictEqual(yield* store.find(certificate.serial), Option.some(certificate))
      })
    )

    it.effect("records one of several with the same serial number at the same moment", () =>
      Effect.gen(function* () {
        const store = yield* CertificateStore
        const certificate = { ...(yield* newCertificate()), serial: yield* newHex }
        const rivals = Array.from({ length: 6 }, (_, i) => ({ ...certificate, subjectKeyId: `rival-${i}` }))
        const recorded = yield* Effect.forEach(rivals, store.record, { concurrency: "unbounded" })
        const winners = rivals.filter((_, i) => recorded[i])
        assert.lengthOf(winners, 1)
        assert.deepStrictEqual(yield* store.find(certificate.serial), Option.fromUndefinedOr(winners[0]))
      })
    )

    it.effect("refuses a certificate of nobody", () =>
      Effect.gen(function* () {
        const store = yield* CertificateStore
        const certificate = { ...(yield* newCertificate()), serial: yield* newHex, clientId: "nobody" }
        assert.strictEqual((yield* Effect.flip(store.record(certificate)))._tag, "StoreError")
        assert.deepStrictEqual(yield* store.find(certificate.serial), Option.none())
      })
    )

    it.effect("lists the certificates of a client, the oldest first, and nobody else's", () =>
      Effect.gen(function* () {
        const store = yield* CertificateStore
        const first = yield* newCertificate()
        const { clientId } = first
        const third = yield* newCertificate({ clientId, issuedAt: issuedAt + 2000, environment: "production" })
        const second = yield* newCertificate({ clientId, issuedAt: issuedAt + 1000 })
        const foreign = yield* newCertificate()
        assert.deepStrictEqual(yield* store.list(clientId), [first, second, third])
        const all = [first, second, third, foreign]
        const known = serials(yield* store.list())
        for (const { serial } of all) assert.include(known, serial)
        for (const id of strange) assert.deepStrictEqual(yield* store.list(id), [])
      })
    )

    it.effect("tells every certificate of a public key, whoever's it is", () =>
      Effect.gen(function* () {
        const store = yield* CertificateStore
        const first = yield* newCertificate()
        const { subjectKeyId } = first
        const second = yield* newCertificate({ subjectKeyId, environment: "production", issuedAt: issuedAt + 1 })
        yield* newCertificate()
        assert.deepStrictEqual(yield* store.withKey(subjectKeyId), [first, second])
        for (const id of strange) assert.deepStrictEqual(yield* store.withKey(id), [])
      })
    )

    it.effect.each([undefined, ...revocationReasons])("revokes a certificate from that moment on: %s", (reason) =>
      Effect.gen(function* () {
        const store = yield* CertificateStore
        const certificate = yield* newCertificate()
        yield* TestClock.adjust("1 minute")
        const revokedAt = yield* Clock.currentTimeMillis
        assert.isTrue(yield* store.revoke(certificate.serial, reason))
        const revoked = { ...certificate, revokedAt, ...(reason !== undefined && { reason }) }
        assert.deepStrictEqual(yield* store.find(certificate.serial), Option.some(revoked))
        assert.deepStrictEqual(yield* store.list(certificate.clientId), [revoked])
        assert.deepStrictEqual(yield* store.withKey(certificate.subjectKeyId), [revoked])
      })
    )

    it.effect("revokes a certificate once, and none that it does not know", () =>
      Effect.gen(function* () {
        const store = yield* CertificateStore
        const certificate = yield* newCertificate()
        const outcomes = yield* Effect.all(
          Array.from({ length: 4 }, () => store.revoke(certificate.serial)),
          { concurrency: "unbounded" }
        )
        assert.lengthOf(outcomes.filter(Boolean), 1)
        const known = yield* store.find(certificate.serial)
        yield* TestClock.adjust("1 minute")
        assert.isFalse(yield* store.revoke(certificate.serial, "superseded"))
        assert.deepStrictEqual(yield* store.find(certificate.serial), known)
        for (const serial of [...strange, yield* newHex]) assert.isFalse(yield* store.revoke(serial))
        // Neither is it valid again by being recorded again.
        assert.isFalse(yield* store.record(certificate))
        assert.deepStrictEqual(yield* store.find(certificate.serial), known)
      })
    )

    it.effect.each([undefined, "superseded"] as const)(
      "learns later that the key of a revoked one was compromised, once, and keeps its time: %s",
      (reason) =>
        Effect.gen(function* () {
          const store = yield* CertificateStore
          const certificate = yield* newCertificate()
          const revokedAt = yield* Clock.currentTimeMillis
          yield* store.revoke(certificate.serial, reason)
          yield* TestClock.adjust("1 minute")
          assert.isTrue(yield* store.revoke(certificate.serial, "keyCompromise"))
          const known = { ...certificate, revokedAt, reason: "keyCompromise" as const }
          assert.deepStrictEqual(yield* store.find(certificate.serial), Option.some(known))
          assert.isFalse(yield* store.revoke(certificate.serial, "keyCompromise"))
          assert.isFalse(yield* store.revoke(certificate.serial, "superseded"))
          assert.deepStrictEqual(yield* store.find(certificate.serial), Option.some(known))
        })
    )

    it.effect("lists what is revoked in an environment, as long as it would be valid", () =>
      Effect.gen(function* () {
        const store = yield* CertificateStore
        const clientId = yield* newClient()
        const ofClient = (certificates: ReadonlyArray<IssuedCertificate>) =>
          serials(certificates.filter((certificate) => certificate.clientId === clientId))
        const [second, first] = [yield* newCertificate({ clientId }), yield* newCertificate({ clientId })]
        const ended = yield* newCertificate({ clientId, notAfter: issuedAt + day })
        const other = yield* newCertificate({ clientId, environment: "production" })
        yield* newCertificate({ clientId })
        for (const { serial } of [first, second, ended, other]) {
          yield* TestClock.adjust("1 second")
          yield* store.revoke(serial)
        }
        const inTest = (from: number) => Effect.map(store.revoked("test", from), ofClient)
        assert.deepStrictEqual(yield* inTest(issuedAt + day), serials([first, second, ended]))
        assert.deepStrictEqual(yield* inTest(issuedAt + day + 1), serials([first, second]))
        assert.deepStrictEqual(yield* inTest(issuedAt + 31 * day), [])
        assert.deepStrictEqual(ofClient(yield* store.revoked("production", issuedAt)), [other.serial])
      })
    )

    it.effect.prop(
      "keeps a client's certificates, whatever the client's id is",
      { id: Text.any, environment: Arbitrary.schema(Schema.Literals(["test", "production"])) },
      ({ environment, id }) =>
        Effect.gen(function* () {
          const store = yield* CertificateStore
          const clientId = `${yield* Fixture.newId}${id}`
          yield* (yield* ClientStore).addClient({ id: clientId, name: "A client", environment })
          const certificate = yield* newCertificate({ clientId, environment })
          assert.deepStrictEqual(yield* store.find(certificate.serial), Option.some(certificate))
          assert.deepStrictEqual(yield* store.list(clientId), [certificate])
        }),
      { arbitrary: { runs: 50 } }
    )
  })
