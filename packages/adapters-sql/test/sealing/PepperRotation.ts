/**
 * Tests the rotation of the pepper, for every kind of database: with only the old pepper, with both peppers, and with
 * only the new one.
 */
import * as NodeCrypto from "@effect/platform-node/NodeCrypto"
import { assert, layer } from "@effect/vitest"
import { ApiKeysLive, AuditCryptoLive, Sealing } from "@sheaf/adapters-security"
import {
  ApiKeys,
  AuditCrypto,
  AuditLog,
  CertificateStore,
  ClientStore,
  CollectionStore,
  ConnectSessionStore,
  ConsentStore,
  MonitorStore,
  UserStore
} from "@sheaf/ports"
import type { CurrentHash } from "@sheaf/ports"
import { CollectionSample as Sample, ConsentSample, MonitorSample, testsOf } from "@sheaf/ports/testing"
import { Effect, Layer, Option, Redacted } from "effect"
import type { SqlClient } from "effect/sql"
import { KeyCheck, CurrentPepper, PepperRotation } from "../../src/index.ts"
import type { DatabaseSchema } from "../../src/database/DatabaseSchema.ts"
import type { PointReads } from "../../src/database/PointReads.ts"
import type { statement } from "../../src/unitsOfWork/Statement.ts"
import type { UnitsOfWork } from "../../src/unitsOfWork/UnitsOfWork.ts"
import * as Database from "../Database.ts"
import { lockKey, connectSession, kinds } from "./StoredHashes.ts"

type Pepper = Redacted.Redacted<Uint8Array>
type Peppers = readonly [Pepper, ...ReadonlyArray<Pepper>]

const pepperOf = (fill: number): Pepper => Redacted.make(new Uint8Array(32).fill(fill))
const [old, next] = [pepperOf(1), pepperOf(2)]
const key = { id: "key", bytes: Redacted.make(new Uint8Array(32).fill(9)) }

const cryptoOf = ([pepper, ...older]: Peppers) =>
  Layer.merge(Sealing.layer({ current: key, all: [key] }, pepper, older), AuditCryptoLive.layer(pepper, older)).pipe(
    Layer.provideMerge(NodeCrypto.layer)
  )

const storesOf = (...peppers: Peppers) => {
  const [pepper, ...older] = peppers
  return Layer.fresh(
    ApiKeysLive.layer(pepper, older).pipe(
      Layer.provideMerge(Database.everyStore),
      Layer.provideMerge(cryptoOf(peppers))
    )
  )
}

const start = (...peppers: Peppers) =>
  Effect.scoped(Layer.build(Layer.fresh(Layer.provideMerge(CurrentPepper.layer, KeyCheck.layer)))).pipe(
    Effect.provide(cryptoOf(peppers), { local: true })
  )

const client = "client-one"
const reference = "order 4711"
const user = { userId: "user-one", clientId: client, externalId: "maja", createdAt: 1 }
const collectionId = "019a9f0e-5c1a-7d3e-9b51-000000000001"
const returnUrl = "https://brask.example/return"
const certificate = {
  serial: "01ab",
  clientId: client,
  environment: "test",
  subjectKeyId: "ff",
  notBefore: 1,
  notAfter: 9_999_999_999_999,
  issuedAt: 1
} as const

const write = Effect.gen(function* () {
  const clients = yield* ClientStore
  yield* clients.addClient({ id: client, name: "One", environment: "test" })
  yield* clients.addReturnUrl(client, returnUrl)
  yield* (yield* CertificateStore).record(certificate)
  yield* (yield* UserStore).create(user)
  const collections = yield* CollectionStore
  const attributes = { EXTERNAL_REFERENCE: reference }
  yield* collections.accept(yield* Sample.make(client, { collectionId, attributes }))
  yield* collections.advance(Sample.precondition(collectionId, 0, 1), [Sample.changeToStatus("COMPLETED", 2)])
  const log = yield* AuditLog
  yield* log.append({ action: "DATA_READ", subject: { clientId: client } })
  const { sign } = yield* AuditCrypto
  yield* log.keep((yield* log.heads).map((head) => sign({ ...head, kind: "CHECKPOINT", at: 1 })))
  return [yield* (yield* ApiKeys).issue(client, {}), yield* (yield* ApiKeys).issue(client, { scopes: ["webhooks"] })]
})

const begin = Effect.gen(function* () {
  const [collections, consents, sessions] = [yield* CollectionStore, yield* ConsentStore, yield* ConnectSessionStore]
  const running = yield* Sample.acceptCollection(client)
  const { view } = yield* ConsentSample.acceptConsent({ clientId: client, userId: user.userId })
  const session = yield* connectSession(client)
  const monitors = yield* MonitorStore
  const monitorId = "019a9f0e-5c1a-7d3e-9b51-000000000002"
  yield* monitors.add(MonitorSample.make({ monitorId, clientId: client, userId: user.userId, createdAt: 1 }), 1)
  const watch = Effect.fnUntraced(function* (hashedSince: number) {
    const monitor = Option.getOrThrow(yield* monitors.find(client, monitorId))
    const knowledge = { records: { records: {}, counts: {} }, transactions: {}, hashedSince, completeAt: 1 }
    yield* monitors.update(monitor, { ...monitor, knowledge, events: [] })
  })
  yield* watch(1)
  const end = Effect.gen(function* () {
    yield* watch(8e15)
    yield* collections.advance(Sample.precondition(running.identity.collectionId, 0, 1), [
      Sample.changeToStatus("COMPLETED", 2)
    ])
    yield* consents.advance(
      ConsentSample.precondition(view, 0, 1),
      ConsentSample.changeToStatus("REVOKED", 2, { closed: true })
    )
    const { expiresAt, progress } = session
    yield* sessions.change(session, { status: "EXPIRED", endedAt: expiresAt, expiresAt, progress })
  })
  return { end }
})

const found = Effect.fnUntraced(function* (keys: ReadonlyArray<Redacted.Redacted>) {
  const verified = yield* Effect.forEach(keys, (each) => Effect.flatMap(ApiKeys, ({ verify }) => verify(each)))
  const users = yield* UserStore
  const again = yield* users.create({ ...user, userId: "user-two" })
  const listed = yield* (yield* CollectionStore).list({
    clientId: client,
    latest: false,
    limit: 10,
    externalReference: reference
  })
  const { isSigned } = yield* AuditCrypto
  return {
    keys: verified.map(Option.map(({ clientId, keyLimits }) => `${clientId} ${keyLimits?.scopes ?? "all"}`)),
    user: again.user.userId,
    referenced: listed.map((each) => each.collectionId),
    returnUrls: yield* (yield* ClientStore).returnUrls(client),
    certificate: Option.map(yield* (yield* CertificateStore).find(certificate.serial), ({ clientId }) => clientId),
    signed: (yield* (yield* AuditLog).checkpoints).every(isSigned)
  }
})

const orders: ReadonlyArray<{ readonly between: string; readonly writer: Peppers; readonly reader: Peppers }> = [
  { between: "from before a rotation", writer: [old], reader: [next, old] },
  { between: "of a node that still hashes with the old pepper", writer: [old, next], reader: [next, old] },
  { between: "of a node that already hashes with the new pepper", writer: [next, old], reader: [old, next] }
]

const rotate = PepperRotation.rotate(1000, () => Effect.void)

export const pepperRotation = <E>(
  name: string,
  database: Layer.Layer<DatabaseSchema | PointReads | SqlClient.SqlClient | UnitsOfWork, E>
): void => {
  layer(database, { excludeTestServices: true })(`the rotation of the pepper on ${name}`, (it) => {
    const test = testsOf(it, Effect.void)

    test("finds everything under both peppers, hashes it anew, and then needs the new pepper only", function* () {
      yield* start(old)
      const [first = Redacted.make(""), second = Redacted.make("")] = yield* Effect.provide(write, storesOf(old))
      const keys = [first, second]
      const before = yield* Effect.provide(found(keys), storesOf(old))
      assert.deepStrictEqual(before, {
        keys: [Option.some(`${client} all`), Option.some(`${client} webhooks`)],
        user: user.userId,
        referenced: [collectionId],
        returnUrls: [returnUrl],
        certificate: Option.some(client),
        signed: true
      })

      // The rotation must not start before a service has started with the new pepper.
      yield* start(old, next)
      const early = yield* Effect.flip(Effect.provide(rotate, storesOf(next, old)))
      assert.include(early.message, "no service has started with this pepper first")
      yield* start(next, old)

      const inProgress = yield* Effect.provide(begin, storesOf(old))
      const { expiring } = yield* Effect.provide(rotate, storesOf(next, old))
      assert.deepStrictEqual(
        expiring.map(({ count, what }) => `${count} ${what}`),
        ["1 running collections", "1 consents in progress", "1 Connect sessions", "1 monitors"]
      )
      yield* Effect.provide(inProgress.end, storesOf(next, old))

      yield* Effect.provide(found([first]), storesOf(next, old))
      const { keyIds } = yield* Effect.provide(rotate, storesOf(next, old))
      assert.deepStrictEqual(keyIds, [Redacted.value(second).split("_")[2] ?? ""])
      assert.include((yield* Effect.flip(start(next))).message, "a different pepper from SHEAF_PEPPER")

      assert.deepStrictEqual(yield* Effect.provide(found(keys), storesOf(next, old)), before)
      assert.deepStrictEqual(yield* Effect.provide(rotate, storesOf(next, old)), { keyIds: [], expiring: [] })

      yield* start(next)
      assert.deepStrictEqual(yield* Effect.provide(found(keys), storesOf(next)), before)
      assert.include((yield* Effect.flip(start(old))).message, "a different pepper from SHEAF_PEPPER")
      const records = yield* Effect.provide(
        Effect.flatMap(AuditLog, (log) => log.after({ chain: -1, seq: 0 }, 100)),
        storesOf(next)
      )
      assert.lengthOf(
        records.filter(({ text }) => text.includes('"PEPPER_ROTATED"')),
        1
      )
    })

    for (const [kind, written] of Object.entries(kinds)) {
      test.each(orders)(`finds ${kind} $between`, function* (_, { reader, writer }) {
        const isFound = yield* Effect.provide(written, storesOf(...writer))
        assert.isTrue(yield* Effect.provide(isFound, storesOf(...reader)))
      })
    }

    test("creates a user, and takes an idempotency key, on only one of two nodes that hash with different peppers", function* () {
      const [one, other] = [storesOf(old, next), storesOf(next, old)]
      const clientId = yield* Effect.provide(Sample.newClient, one)
      for (let round = 0; round < 10; round++) {
        const create = Effect.gen(function* () {
          const { collectionId: userId } = (yield* Sample.make(clientId)).identity
          const externalId = `simultaneous ${round}`
          return (yield* (yield* UserStore).create({ clientId, externalId, userId, createdAt: 1 })).user.userId
        })
        const take = Effect.map(lockKey(clientId, `key ${round}`), ({ isKept }) => isKept)
        const both = Effect.all({ userId: create, isKept: take })
        const [first, second] = yield* Effect.all([Effect.provide(both, one), Effect.provide(both, other)], {
          concurrency: "unbounded"
        })
        assert.strictEqual(first.userId, second.userId)
        assert.notStrictEqual(first.isKept, second.isKept)
      }
    })

    it.effect("has no way to look up the current hash alone", () =>
      Effect.sync(() => {
        const isPart: CurrentHash extends Parameters<typeof statement>[1] ? true : false = false
        assert.isFalse(isPart)
      })
    )
  })
}
