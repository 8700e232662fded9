/** How long expired and revoked keys and certificates are kept (spec 14.4). */
import { assert, it } from "@effect/vitest"
import { CertificateStore, ClientStore } from "@sheaf/ports"
import { CertificateStoreMemory, ClientStoreMemory } from "@sheaf/ports/testing"
import { Clock, Effect, Layer } from "effect"
import { TestClock } from "effect/testing"
import * as Expiration from "../../src/tasks/Expiration.ts"

const stores = CertificateStoreMemory.layer.pipe(Layer.provideMerge(ClientStoreMemory.layer))

it.effect("keys and certificates that have ended are kept for two years, as long as the audit log", () =>
  Effect.gen(function* () {
    const [clients, certificates] = [yield* ClientStore, yield* CertificateStore]
    yield* clients.addClient({ id: "brask", name: "Brask", environment: "test" })
    for (const keyId of ["live", "revoked"]) {
      yield* clients.addKey("brask", new TextEncoder().encode(keyId), keyId)
    }
    yield* clients.revokeKey("revoked")
    const now = yield* Clock.currentTimeMillis
    const certificate = {
      serial: "01",
      clientId: "brask",
      environment: "test",
      subjectKeyId: "02",
      notBefore: now,
      notAfter: now,
      issuedAt: now
    } as const
    assert.isTrue(yield* certificates.record(certificate))
    const kept = Effect.gen(function* () {
      const keys = yield* clients.keys("brask")
      return [...keys.map(({ keyId }) => keyId), ...(yield* certificates.list()).map(({ serial }) => serial)]
    })
    yield* TestClock.adjust("730 days")
    yield* Expiration.eraseCredentials
    assert.deepStrictEqual(yield* kept, ["live", "revoked", "01"])
    yield* TestClock.adjust(1)
    yield* Expiration.eraseCredentials
    assert.deepStrictEqual(yield* kept, ["live"])
  }).pipe(Effect.provide(stores))
)
