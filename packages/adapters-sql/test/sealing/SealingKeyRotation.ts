/**
 * Tests the rotation of sealing keys on any database: with only the old key, with both keys, and with only the new key.
 */
import * as NodeCrypto from "@effect/platform-node/NodeCrypto"
import { assert, layer } from "@effect/vitest"
import { AuditCryptoLive, Sealing } from "@sheaf/adapters-security"
import { AuditLog, ClientStore, CurrentActor, CollectionStore, SigningKeyStore, UserStore } from "@sheaf/ports"
import { CollectionSample as Sample, ConsentSample, testsOf } from "@sheaf/ports/testing"
import { Effect, Fiber, Layer, Option, Redacted } from "effect"
import type { SqlClient } from "effect/sql"
import { KeyCheck, RecordIdsSql, SealingKeyRotation, SealedValueCounts } from "../../src/index.ts"
import type { DatabaseSchema } from "../../src/database/DatabaseSchema.ts"
import type { PointReads } from "../../src/database/PointReads.ts"
import type { UnitsOfWork } from "../../src/unitsOfWork/UnitsOfWork.ts"
import * as Database from "../Database.ts"

const keyOf = (id: string, fill: number): SealingKey => ({
  id,
  bytes: Redacted.make(new Uint8Array(32).fill(fill))
})
const [old, next, lost] = [keyOf("old", 1), keyOf("next", 2), keyOf("lost", 3)]
const pepper = Redacted.make(new Uint8Array(32).fill(9))

type SealingKey = Parameters<typeof Sealing.layer>[0]["current"]

type Ring = readonly [SealingKey, ...ReadonlyArray<SealingKey>]

const sealed = (ring: Ring) =>
  Sealing.layer({ current: ring[0], all: ring }, pepper).pipe(
    Layer.merge(AuditCryptoLive.layer(pepper)),
    Layer.provideMerge(NodeCrypto.layer)
  )

const storesOf = (...ring: Ring) => Layer.fresh(Database.everyStore.pipe(Layer.provideMerge(sealed(ring))))

const start = (...ring: Ring) =>
  Effect.scoped(Layer.build(Layer.fresh(Layer.merge(RecordIdsSql.layer, KeyCheck.layer)))).pipe(
    Effect.provide(sealed(ring), { local: true })
  )

const client = "client-one"
const collectionId = "019a9f0e-5c1a-7d3e-9b51-000000000001"
const user = { userId: "user-one", clientId: client, externalId: "maja", createdAt: 1 }
const file = { ...Sample.makeDocument("document-one"), bytes: Buffer.alloc(20_000, "page") }

const write = Effect.gen(function* () {
  yield* (yield* ClientStore).addClient({ id: client, name: "One", environment: "test" })
  yield* (yield* UserStore).create(user)
  yield* (yield* SigningKeyStore).add(
    { purpose: "TOKEN", keyId: "k1", jwk: Redacted.make("{}"), createdAt: 1 },
    undefined
  )
  const store = yield* CollectionStore
  yield* store.accept(yield* Sample.make(client, { collectionId }))
  yield* Sample.acceptWaitingCollection(client)
  const ended = Sample.changeToStatus("COMPLETED", 2, {
    data: { INSURANCE: [Sample.carInsuranceRecord] },
    documents: [file]
  })
  yield* store.advance(Sample.precondition(collectionId, 0, 1), [ended])
  const actor = { actor: { type: "SERVICE" }, address: "198.51.100.7" } as const
  yield* Effect.provideService(
    (yield* AuditLog).append({ action: "DATA_READ", subject: { clientId: client } }),
    CurrentActor,
    actor
  )
  yield* ConsentSample.acceptConsent(yield* ConsentSample.newOwner(client))
})

const read = Effect.gen(function* () {
  const store = yield* CollectionStore
  const found = Option.getOrThrow(yield* store.document(collectionId, "INSURANCE", file.documentId))
  return {
    user: yield* (yield* UserStore).find(client, user.userId),
    keys: (yield* (yield* SigningKeyStore).all("TOKEN")).map(({ jwk }) => Redacted.value(jwk)),
    data: yield* store.insuranceData(collectionId),
    document: Buffer.compare(found.bytes, file.bytes)
  }
})

const rotate = SealingKeyRotation.rotate(() => Effect.void)
const audited = Effect.gen(function* () {
  const records = yield* (yield* AuditLog).after({ chain: -1, seq: 0 }, 1000)
  return records.flatMap(({ text }) => /"SEALING_KEYS_ROTATED".*"keyId":"(\w+)"/.exec(text)?.[1] ?? [])
})
const keysIn = Effect.map(SealedValueCounts.countAll, (values) => [...new Set(values.map(({ keyId }) => keyId))])

export const sealingKeyRotation = <E>(
  name: string,
  database: Layer.Layer<DatabaseSchema | PointReads | SqlClient.SqlClient | UnitsOfWork, E>
): void => {
  layer(database, { excludeTestServices: true })(`key rotation on ${name}`, (it) => {
    const test = testsOf(it, Effect.void)

    test("seals everything again, can be stopped, and names what each key sealed", function* () {
      const before = yield* Effect.andThen(write, read).pipe(Effect.provide(storesOf(old)))
      yield* start(old)

      const early = yield* Effect.flip(Effect.provide(rotate, storesOf(next, old)))
      assert.include(early.message, "no service has started with the key next in front")
      yield* start(next, old)

      const refused = yield* Effect.flip(start(next))
      assert.match(
        refused.message,
        /^the database was sealed with keys .+: the key old, which sealed \d+ in collection\./
      )

      yield* Effect.gen(function* () {
        const stopped = yield* Effect.forkChild(SealingKeyRotation.rotate(() => Effect.interrupt))
        yield* Fiber.await(stopped)
        assert.sameMembers(yield* keysIn, ["old", "next"])
      }).pipe(Effect.provide(storesOf(next, old)))

      // Meanwhile, another node still seals with the old key. A later pass finds its values.
      const late = { ...user, userId: "user-two", externalId: "leo" }
      const meanwhile = Effect.provide(
        Effect.flatMap(UserStore, (users) => users.create(late)),
        storesOf(old)
      )
      let done = false
      const reported = Effect.gen(function* () {
        if (done) return
        done = true
        yield* Effect.orDie(meanwhile)
      })
      const removable = yield* Effect.provide(
        SealingKeyRotation.rotate(() => reported),
        storesOf(next, old)
      )
      assert.deepStrictEqual(removable, ["old"])

      yield* start(next)
      const after = yield* Effect.provide(Effect.all([read, keysIn, audited]), storesOf(next))
      assert.deepStrictEqual(after, [before, ["next"], ["next"]])
      const found = yield* Effect.provide(
        Effect.flatMap(UserStore, (users) => users.find(client, late.userId)),
        storesOf(next)
      )
      assert.strictEqual(Option.getOrThrow(found).externalId, "leo")
    })

    test("names a lost key with the values that it sealed, and keeps the other keys", function* () {
      yield* Effect.provide(
        Effect.flatMap(UserStore, (users) => users.create({ ...user, userId: "user-three", externalId: "ada" })),
        storesOf(lost)
      )
      const { message } = yield* Effect.flip(Effect.provide(rotate, storesOf(next, old)))
      assert.include(message, "SHEAF_KEYS does not contain the keys lost, which sealed 1 in app_user.external_id")
      const unreadable = yield* Effect.flip(
        Effect.provide(
          Effect.flatMap(UserStore, (users) => users.find(client, "user-three")),
          storesOf(next)
        )
      )
      assert.include(String(unreadable.cause), "SHEAF_KEYS does not contain the key lost")
    })
  })
}
