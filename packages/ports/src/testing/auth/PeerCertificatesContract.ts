/** The contract of {@link PeerCertificates} (spec 5.3). */
import { assert, layer } from "@effect/vitest"
import { Context, Effect } from "effect"
import type { Layer } from "effect"
import { TestClock } from "effect/testing"
import type { ClientStore } from "../../auth/ClientStore.ts"
import { CertificateStore } from "../../auth/CertificateStore.ts"
import type { IssuedCertificate } from "../../auth/CertificateStore.ts"
import { PeerCertificates } from "../../auth/PeerCertificates.ts"
import { newClient, newId, startTime, testsOf } from "../samples/Fixture.ts"

export class CertificateSigning extends Context.Service<
  CertificateSigning,
  {
    readonly sign: (
      certificate: Pick<IssuedCertificate, "clientId" | "environment" | "serial">
    ) => Effect.Effect<{ readonly der: Uint8Array; readonly record: IssuedCertificate }>
  }
>()("@sheaf/ports/testing/CertificateSigning") {}

const signed = Effect.fnUntraced(function* (clientId: string, changes: Partial<IssuedCertificate> = {}) {
  const serial = `7f${(yield* newId).replaceAll("-", "")}`
  const { der, record } = yield* (yield* CertificateSigning).sign({ clientId, environment: "test", serial })
  assert.isTrue(yield* (yield* CertificateStore).record({ ...record, ...changes }))
  return { der, record }
})

const outcomeOf = (identified: ReturnType<PeerCertificates["Service"]["identify"]>) =>
  Effect.match(identified, {
    onFailure: (error) => (error._tag === "PeerCertificateError" ? error.reason : error._tag),
    onSuccess: ({ clientId }) => clientId
  })

const judge = (der: Uint8Array) => Effect.flatMap(PeerCertificates, ({ identify }) => outcomeOf(identify(der)))

/**
 * The adapter must accept certificates of the `test` environment. Its certificate authorities must already be valid
 * when the tests start.
 */
export const peerCertificatesContract = <E>(
  name: string,
  adapter: Layer.Layer<PeerCertificates | CertificateSigning | CertificateStore | ClientStore, E>
) =>
  layer(adapter)(`the peer certificates contract: ${name}`, (it) => {
    const test = testsOf(it, Effect.andThen(TestClock.setTime(startTime), Effect.all([PeerCertificates, newClient])))

    test("identifies a client by its certificate, repeatedly", function* ([{ identify }, clientId]) {
      const { der, record } = yield* signed(clientId)
      const expected = { clientId, environment: "test", serial: record.serial }
      assert.deepStrictEqual(yield* identify(der), expected)
      assert.deepStrictEqual(yield* identify(der), expected)
    })

    test("accepts a certificate from its first to its last second", function* ([_, clientId]) {
      const { der, record } = yield* signed(clientId)
      const at = [
        [record.notBefore - 1, "NOT_YET_VALID"],
        [record.notBefore, clientId],
        [record.notAfter + 999, clientId],
        [record.notAfter + 1000, "EXPIRED"],
        // When the clock is set back, the certificate is valid again, because expiry is not cached.
        [startTime, clientId]
      ] as const
      for (const [time, expected] of at) {
        yield* TestClock.setTime(time)
        assert.strictEqual(yield* judge(der), expected)
      }
    })

    test("refuses a revoked certificate on any connection, but no other certificate", function* ([port, clientId]) {
      const [revoked, other] = [yield* signed(clientId), yield* signed(clientId)]
      const ofConnection = port.identify(revoked.der)
      for (let request = 0; request < 2; request++) assert.strictEqual(yield* outcomeOf(ofConnection), clientId)
      yield* (yield* CertificateStore).revoke(revoked.record.serial)
      assert.strictEqual(yield* outcomeOf(ofConnection), "REVOKED")
      assert.strictEqual(yield* judge(revoked.der), "REVOKED")
      assert.strictEqual(yield* judge(other.der), clientId)
    })

    test("refuses certificates from the other environment and certificates without a record", function* ([
      _,
      clientId
    ]) {
      const { sign } = yield* CertificateSigning
      const production = yield* sign({ clientId, environment: "production", serial: "0101" })
      assert.strictEqual(yield* judge(production.der), "WRONG_ENVIRONMENT")
      assert.strictEqual(yield* judge((yield* sign({ clientId, environment: "test", serial: "0102" })).der), "UNKNOWN")
    })

    test("refuses a certificate whose record differs", function* ([_, clientId]) {
      const other = yield* newClient
      const day = 86_400_000
      const changes: ReadonlyArray<Partial<IssuedCertificate>> = [
        { clientId: other },
        { environment: "production" },
        { subjectKeyId: "00".repeat(20) },
        { notBefore: startTime - day },
        { notAfter: startTime + 400 * day }
      ]
      for (const change of changes) {
        assert.strictEqual(yield* judge((yield* signed(clientId, change)).der), "UNKNOWN", Object.keys(change).join())
      }
    })

    test("refuses bytes that are not a single DER certificate", function* ([_, clientId]) {
      const { der } = yield* signed(clientId)
      const malformed = [
        new Uint8Array(0),
        new Uint8Array(300).fill(0x30),
        der.subarray(0, 200),
        Uint8Array.of(...der, 0)
      ]
      for (const bytes of malformed) assert.strictEqual(yield* judge(bytes), "MALFORMED")
    })
  })
