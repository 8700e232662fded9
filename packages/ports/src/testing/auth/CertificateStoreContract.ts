/** The contract of {@link CertificateStore} (spec 5.3). */
import { assert, layer } from "@effect/vitest"
import { Arbitrary, Clock, Effect, Option, Schema } from "effect"
import type { Layer } from "effect"
import { TestClock } from "effect/testing"
import { ClientStore } from "../../auth/ClientStore.ts"
import { CertificateStore, revocationReasons } from "../../auth/CertificateStore.ts"
import type { IssuedCertificate } from "../../auth/CertificateStore.ts"
import * as Fixture from "../samples/Fixture.ts"
import * as Text from "../samples/Text.ts"

const issuedAt = Fixture.startTime
const day = 86_400_000

const newHex = Effect.map(Fixture.newId, (id) => id.replaceAll("-", ""))

const newCertificate = Effect.fnUntraced(function* (more: Partial<IssuedCertificate> = {}) {
  const certificate: IssuedCertificate = {
    serial: yield* newHex,
    clientId: more.clientId ?? (yield* Fixture.newClientInEnvironment(more.environment ?? "test")),
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

const strange = [...Fixture.nonexistentIds, "00"]

export const certificateStoreContract = <E>(name: string, adapter: Layer.Layer<CertificateStore | ClientStore, E>) =>
  layer(adapter)(`the certificate store contract: ${name}`, (it) => {
    const test = Fixture.testsOf(it, CertificateStore)

    test("finds only recorded certificates", function* (store) {
      const certificate = yield* newCertificate()
      assert.deepStrictEqual(yield* store.find(certificate.serial), Option.some(certificate))
      for (const serial of [...strange, yield* newHex, certificate.serial.slice(2), `00${certificate.serial}`]) {
        assert.deepStrictEqual(yield* store.find(serial), Option.none())
      }
    })

    test("records only one of several concurrent certificates with the same serial number", function* (store) {
      const certificate = { ...(yield* newCertificate()), serial: yield* newHex }
      const rivals = Array.from({ length: 6 }, (_, i) => ({ ...certificate, subjectKeyId: `rival-${i}` }))
      const recorded = yield* Effect.forEach(rivals, store.record, { concurrency: "unbounded" })
      const winners = rivals.filter((_, i) => recorded[i])
      assert.lengthOf(winners, 1)
      assert.deepStrictEqual(yield* store.find(certificate.serial), Option.fromUndefinedOr(winners[0]))
    })

    test("rejects an unknown client's certificate", function* (store) {
      const { serial, subjectKeyId } = { serial: yield* newHex, subjectKeyId: yield* newHex }
      const certificate = { ...(yield* newCertificate()), serial, subjectKeyId, clientId: "nobody" }
      assert.strictEqual((yield* Effect.flip(store.record(certificate)))._tag, "StoreError")
      assert.deepStrictEqual(yield* store.find(certificate.serial), Option.none())
    })

    test("lists the certificates of one client, oldest first", function* (store) {
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

    test("lists the certificates of a public key, and rejects another client's", function* (store) {
      const first = yield* newCertificate()
      const { clientId, subjectKeyId } = first
      const second = yield* newCertificate({
        clientId,
        subjectKeyId,
        environment: "production",
        issuedAt: issuedAt + 1
      })
      const foreign = { ...first, serial: yield* newHex, clientId: yield* Fixture.newClientInEnvironment("test") }
      assert.isFalse(yield* store.record(foreign))
      yield* newCertificate()
      assert.deepStrictEqual(yield* store.withKey(subjectKeyId), [first, second])
      for (const id of strange) assert.deepStrictEqual(yield* store.withKey(id), [])
    })

    test.each([undefined, ...revocationReasons])("revokes a certificate with reason %s", function* (store, reason) {
      const certificate = yield* newCertificate()
      yield* TestClock.adjust("1 minute")
      const revokedAt = yield* Clock.currentTimeMillis
      assert.isTrue(yield* store.revoke(certificate.serial, reason))
      const revoked = { ...certificate, revokedAt, ...(reason !== undefined && { reason }) }
      assert.deepStrictEqual(yield* store.find(certificate.serial), Option.some(revoked))
      assert.deepStrictEqual(yield* store.list(certificate.clientId), [revoked])
      assert.deepStrictEqual(yield* store.withKey(certificate.subjectKeyId), [revoked])
    })

    test("revokes a certificate only once, and never an unknown certificate", function* (store) {
      const certificate = yield* newCertificate()
      const outcomes = yield* Fixture.runConcurrently(Array.from({ length: 4 }, () => store.revoke(certificate.serial)))
      assert.lengthOf(outcomes.filter(Boolean), 1)
      const known = yield* store.find(certificate.serial)
      yield* TestClock.adjust("1 minute")
      assert.isFalse(yield* store.revoke(certificate.serial, "superseded"))
      assert.deepStrictEqual(yield* store.find(certificate.serial), known)
      for (const serial of [...strange, yield* newHex]) assert.isFalse(yield* store.revoke(serial))
      assert.isFalse(yield* store.record(certificate))
      assert.deepStrictEqual(yield* store.find(certificate.serial), known)
    })

    test.each([undefined, "superseded"] as const)(
      "changes reason %s to keyCompromise once and keeps the time of revocation",
      function* (store, reason) {
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
      }
    )

    test("erases certificates that expired before a time, except those with a compromised key", function* (store) {
      const clientId = yield* Fixture.newClient
      const notAfter = issuedAt - 10 * day
      const [expired, revoked] = [
        yield* newCertificate({ clientId, notAfter }),
        yield* newCertificate({ clientId, notAfter })
      ]
      const [compromised, later] = [
        yield* newCertificate({ clientId, notAfter }),
        yield* newCertificate({ clientId, notAfter: notAfter + 1000 })
      ]
      yield* store.revoke(revoked.serial, "superseded")
      yield* store.revoke(compromised.serial, "keyCompromise")
      const kept = Effect.map(store.list(clientId), serials)
      yield* store.eraseExpired(notAfter)
      assert.sameMembers(yield* kept, serials([expired, revoked, compromised, later]))
      yield* store.eraseExpired(notAfter + 1)
      assert.sameMembers(yield* kept, serials([compromised, later]))
    })

    test("never accepts a key for a second client, even if its certificates are erased", function* (store) {
      const notAfter = issuedAt - 10 * day
      const { clientId, subjectKeyId } = yield* newCertificate({ notAfter })
      const other = yield* newCertificate()
      yield* store.eraseExpired(notAfter + 1)
      assert.deepStrictEqual(yield* store.withKey(subjectKeyId), [])
      assert.isFalse(yield* store.record({ ...other, subjectKeyId, serial: yield* newHex }))
      yield* newCertificate({ clientId, subjectKeyId, notAfter })
      yield* store.eraseExpired(notAfter + 1)
      assert.deepStrictEqual(yield* store.clientsWithKey(subjectKeyId), [clientId])
      assert.deepStrictEqual(yield* store.clientsWithKey(yield* newHex), [])
    })

    test("lists the revoked certificates of an environment that have not expired", function* (store) {
      const clientId = yield* Fixture.newClient
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

    test.prop(
      { id: Text.storableText, environment: Arbitrary.schema(Schema.Literals(["test", "production"])) },
      { runs: 50 }
    )("accepts any client id", function* (store, { environment, id }) {
      const clientId = `${yield* Fixture.newId}${id}`
      yield* (yield* ClientStore).addClient({ id: clientId, name: "A client", environment })
      const certificate = yield* newCertificate({ clientId, environment })
      assert.deepStrictEqual(yield* store.find(certificate.serial), Option.some(certificate))
      assert.deepStrictEqual(yield* store.list(clientId), [certificate])
    })
  })
