/** The contract of {@link ClientStore} (spec 5). */
import { assert, layer } from "@effect/vitest"
import { Arbitrary, Clock, Effect, Option, Random, Schema } from "effect"
import type { Layer } from "effect"
import { TestClock } from "effect/testing"
import { ClientStore, maxLiveApiKeys } from "../../auth/ClientStore.ts"
import type { ApiKeyLimits } from "../../auth/ApiKeyLimits.ts"
import type { StoredClient } from "../../auth/ClientStore.ts"
import * as Fixture from "../samples/Fixture.ts"
import * as Text from "../samples/Text.ts"

const newHash = Effect.map(
  Effect.forEach(Array.from({ length: 32 }), () => Random.nextIntBetween(0, 255)),
  (bytes) => Uint8Array.from(bytes)
)

const environments = Arbitrary.schema(Schema.Literals(["test", "production"]))

const added = Effect.fnUntraced(function* (more: Partial<StoredClient> = {}) {
  const client: StoredClient = { id: yield* Fixture.newId, name: "Brask & Co", environment: "test", ...more }
  yield* (yield* ClientStore).addClient(client)
  return client
})

export const clientStoreContract = <E>(name: string, adapter: Layer.Layer<ClientStore, E>) =>
  layer(adapter)(`the client store contract: ${name}`, (it) => {
    const test = Fixture.testsOf(it, ClientStore)

    test("finds only added clients", function* (store) {
      const client = yield* added()
      assert.deepStrictEqual(yield* store.findClient(client.id), Option.some(client))
      assert.deepStrictEqual(yield* store.findClient(yield* Fixture.newId), Option.none())
      assert.deepStrictEqual(yield* store.findClient(""), Option.none())
    })

    test.prop({ name: Text.storableText, environment: environments })(
      "stores any name unchanged",
      function* (store, { environment, name: clientName }) {
        const client = yield* added({ name: clientName, environment })
        assert.deepStrictEqual(yield* store.findClient(client.id), Option.some(client))
      }
    )

    test("keeps the existing client when its id is added again", function* (store) {
      const client = yield* added()
      yield* store.addClient({ ...client, name: "Someone else", environment: "production" })
      assert.deepStrictEqual(yield* store.findClient(client.id), Option.some(client))
    })

    test("returns the mutual TLS requirement however the client is found", function* (store) {
      const client = yield* added({ requiresMutualTls: true })
      const hash = yield* newHash
      yield* store.addKey(client.id, hash)
      const expectFound = Effect.fnUntraced(function* (expected: StoredClient) {
        assert.deepStrictEqual(yield* store.findClient(client.id), Option.some(expected))
        assert.deepStrictEqual(yield* store.findByKey(hash), Option.some(expected))
        const listed = (yield* store.clients).filter(({ id }) => id === client.id)
        assert.deepStrictEqual(listed, [expected])
      })
      yield* expectFound(client)
      assert.isTrue(yield* store.requireMutualTls(client.id, false))
      yield* expectFound({ id: client.id, name: client.name, environment: client.environment })
      assert.isTrue(yield* store.requireMutualTls(client.id, true))
      assert.isTrue(yield* store.requireMutualTls(client.id, true))
      yield* expectFound(client)
      assert.isFalse(yield* store.requireMutualTls(yield* Fixture.newId, true))
    })

    test("returns the sensitive data for which a client is registered", function* (store) {
      const client = yield* added({ sensitive: ["HEALTH"] })
      assert.deepStrictEqual(yield* store.findClient(client.id), Option.some(client))
      assert.isTrue(yield* store.allowSensitive(client.id, ["INCOME", "CLAIMS"]))
      assert.deepStrictEqual(
        yield* store.findClient(client.id),
        Option.some({ ...client, sensitive: ["INCOME", "CLAIMS"] })
      )
      assert.isTrue(yield* store.allowSensitive(client.id, []))
      const { sensitive: _, ...none } = client
      assert.deepStrictEqual(yield* store.findClient(client.id), Option.some(none))
      assert.isFalse(yield* store.allowSensitive(yield* Fixture.newId, ["CLAIMS"]))
    })

    test("returns the permissions for test methods and stored credentials however the client is found", function* (store) {
      const client = yield* added({ requiresMutualTls: true, usesTestMethods: true, storesCredentials: true })
      const hash = yield* newHash
      yield* store.addKey(client.id, hash)
      const expectFound = Effect.fnUntraced(function* (expected: StoredClient) {
        assert.deepStrictEqual(yield* store.findClient(client.id), Option.some(expected))
        assert.deepStrictEqual(yield* store.findByKey(hash), Option.some(expected))
        assert.deepStrictEqual(
          (yield* store.clients).filter(({ id }) => id === client.id),
          [expected]
        )
      })
      yield* expectFound(client)
      assert.isTrue(yield* store.allowTestMethods(client.id, false))
      const { usesTestMethods: _, ...real } = client
      yield* expectFound(real)
      assert.isTrue(yield* store.allowTestMethods(client.id, true))
      yield* expectFound(client)
      assert.isFalse(yield* store.allowTestMethods(yield* Fixture.newId, true))
      assert.isTrue(yield* store.allowStoredCredentials(client.id, false))
      const { storesCredentials: __, ...careful } = client
      yield* expectFound(careful)
      assert.isTrue(yield* store.allowStoredCredentials(client.id, true))
      yield* expectFound(client)
      assert.isFalse(yield* store.allowStoredCredentials(yield* Fixture.newId, true))
    })

    test("keeps each client's return addresses as they were registered, oldest first", function* (store) {
      const [client, other] = [yield* added(), yield* added()]
      const [first, second] = ["https://b.example/done?x=1", "https://a.example/done"]
      yield* store.addReturnUrl(client.id, first)
      yield* TestClock.adjust("1 second")
      yield* store.addReturnUrl(client.id, second)
      yield* TestClock.adjust("1 second")
      yield* store.addReturnUrl(client.id, first)
      yield* store.addReturnUrl(other.id, second)
      assert.deepStrictEqual(yield* store.returnUrls(client.id), [first, second])
      assert.isFalse(yield* store.removeReturnUrl(client.id, "https://a.example/Done"))
      assert.isTrue(yield* store.removeReturnUrl(client.id, second))
      assert.isFalse(yield* store.removeReturnUrl(client.id, second))
      assert.deepStrictEqual(yield* store.returnUrls(client.id), [first])
      assert.deepStrictEqual(yield* store.returnUrls(other.id), [second])
      const nobody = yield* Fixture.newId
      assert.deepStrictEqual(yield* store.returnUrls(nobody), [])
      assert.strictEqual((yield* Effect.flip(store.addReturnUrl(nobody, first)))._tag, "StoreError")
    })

    test("keeps each client's origins apart from those of others, oldest first", function* (store) {
      const [client, other] = [yield* added(), yield* added()]
      const [first, second] = ["https://shop.example:8443", "https://app.example"]
      yield* store.addOrigin(client.id, first)
      yield* TestClock.adjust("1 second")
      yield* store.addOrigin(client.id, second)
      yield* store.addOrigin(client.id, first)
      yield* store.addOrigin(other.id, second)
      assert.deepStrictEqual(yield* store.origins(client.id), [first, second])
      assert.isFalse(yield* store.removeOrigin(client.id, "https://shop.example"))
      assert.isTrue(yield* store.removeOrigin(client.id, first))
      assert.isFalse(yield* store.removeOrigin(client.id, first))
      assert.deepStrictEqual(yield* store.origins(client.id), [second])
      assert.deepStrictEqual(yield* store.origins(other.id), [second])
      assert.deepStrictEqual(yield* store.returnUrls(client.id), [])
      const nobody = yield* Fixture.newId
      assert.strictEqual((yield* Effect.flip(store.addOrigin(nobody, first)))._tag, "StoreError")
    })

    test("finds no client for an unknown hash", function* (store) {
      const client = yield* added()
      const hash = new Uint8Array(32).fill(3)
      yield* store.addKey(client.id, hash)
      const close = Uint8Array.from(hash)
      close[31] = 4
      for (const other of [close, hash.subarray(0, 31), new Uint8Array(0)]) {
        assert.deepStrictEqual(yield* store.findByKey(other), Option.none())
      }
    })

    test("keeps a key's owner when the key is added again", function* (store) {
      const [owner, other] = [yield* added(), yield* added()]
      const hash = new Uint8Array(32).fill(5)
      yield* store.addKey(owner.id, hash)
      yield* store.addKey(owner.id, hash)
      yield* store.addKey(other.id, hash)
      assert.deepStrictEqual(yield* store.findByKey(hash), Option.some(owner))
    })

    test("rejects an unknown client's key", function* (store) {
      const hash = new Uint8Array(32).fill(6)
      const error = yield* Effect.flip(store.addKey(yield* Fixture.newId, hash))
      assert.strictEqual(error._tag, "StoreError")
      assert.deepStrictEqual(yield* store.findByKey(hash), Option.none())
    })

    test("lists clients, oldest first", function* (store) {
      const later = Effect.andThen(TestClock.adjust("1 second"), added())
      const expected = [yield* later, yield* later, yield* later]
      const mine = (yield* store.clients).filter(({ id }) => expected.some((client) => client.id === id))
      assert.deepStrictEqual(mine, expected)
    })

    test("lists the keys of one client, oldest first", function* (store) {
      const [client, other] = [yield* added(), yield* added()]
      const [named, nameless, foreign] = [yield* newHash, yield* newHash, yield* newHash]
      const keyId = yield* Fixture.newId
      const createdAt = yield* Clock.currentTimeMillis
      assert.isTrue(yield* store.addKey(client.id, named, keyId))
      yield* store.addKey(other.id, foreign, yield* Fixture.newId)
      yield* TestClock.adjust("1 second")
      assert.isTrue(yield* store.addKey(client.id, nameless))
      assert.deepStrictEqual(yield* store.keys(client.id), [
        { keyId, clientId: client.id, createdAt },
        { clientId: client.id, createdAt: createdAt + 1000 }
      ])
      assert.deepStrictEqual(yield* store.keys(yield* Fixture.newId), [])
    })

    test("rejects a third live key until one is revoked", function* (store) {
      const client = yield* added()
      const [first, second, third] = [yield* newHash, yield* newHash, yield* newHash]
      const keyId = yield* Fixture.newId
      assert.isTrue(yield* store.addKey(client.id, first, keyId))
      assert.isTrue(yield* store.addKey(client.id, second))
      assert.isFalse(yield* store.addKey(client.id, third))
      assert.deepStrictEqual(yield* store.findByKey(third), Option.none())
      assert.isTrue(yield* store.addKey(client.id, first))
      yield* store.revokeKey(keyId)
      assert.isTrue(yield* store.addKey(client.id, third))
      assert.deepStrictEqual(yield* store.findByKey(third), Option.some(client))
    })

    test("rejects a third live key among several concurrent keys", function* (store) {
      const client = yield* added()
      const adding = Effect.flatMap(newHash, (hash) => store.addKey(client.id, hash))
      const results = yield* Fixture.runConcurrently(Array.from({ length: 6 }, () => adding))
      assert.lengthOf(results.filter(Boolean), maxLiveApiKeys)
      assert.lengthOf(yield* store.keys(client.id), maxLiveApiKeys)
    })

    test("finds a client by its live key, but not by its revoked key", function* (store) {
      const client = yield* added()
      const [revoked, other] = [yield* newHash, yield* newHash]
      const keyId = yield* Fixture.newId
      yield* store.addKey(client.id, revoked, keyId)
      const otherId = yield* Fixture.newId
      yield* store.addKey(client.id, other, otherId)
      yield* TestClock.adjust("1 minute")
      assert.isTrue(yield* store.revokeKey(keyId))
      assert.deepStrictEqual(yield* store.findByKey(revoked), Option.none())
      assert.deepStrictEqual(yield* store.findByKey(other), Option.some({ ...client, keyId: otherId }))
      const now = yield* Clock.currentTimeMillis
      const told = (yield* store.keys(client.id)).find((key) => key.keyId === keyId)
      assert.strictEqual(told?.revokedAt, now)
    })

    test("returns the limits of a key, and does not count expired keys", function* (store) {
      const client = yield* added()
      const now = yield* Clock.currentTimeMillis
      const limits: ApiKeyLimits = {
        expiresAt: now + 1000,
        scopes: ["consents", "users:erase"],
        networks: ["192.0.2.7", "::1/128"]
      }
      const limited: ReadonlyArray<ApiKeyLimits> = [limits, { expiresAt: now + 1000 }, { networks: ["10.0.0.0/8"] }]
      for (const [index, keyLimits] of limited.entries()) {
        const hash = yield* newHash
        if (index === maxLiveApiKeys) {
          assert.isFalse(yield* store.addKey(client.id, hash, yield* Fixture.newId, keyLimits))
          yield* TestClock.adjust("1 second")
        }
        const keyId = yield* Fixture.newId
        assert.isTrue(yield* store.addKey(client.id, hash, keyId, keyLimits))
        assert.deepStrictEqual(yield* store.findByKey(hash), Option.some({ ...client, keyId, keyLimits }))
      }
      assert.containsSubset(yield* store.keys(client.id), limited)
      for (const { keyId = "" } of yield* store.keys(client.id)) yield* store.revokeKey(keyId)
      assert.containsSubset(yield* store.keys(client.id), limited, "revoked keys show no limits")
    })

    test("erases only keys that were revoked before a time, or expired before it without being revoked", function* (store) {
      const client = yield* added()
      const start = yield* Clock.currentTimeMillis
      const key = Effect.fnUntraced(function* (limits: ApiKeyLimits = {}) {
        const keyId = yield* Fixture.newId
        assert.isTrue(yield* store.addKey(client.id, yield* newHash, keyId, limits))
        return keyId
      })
      const revoked = yield* key()
      yield* store.revokeKey(revoked)
      const expired = yield* key({ expiresAt: start })
      yield* TestClock.adjust(1)
      const [live, later] = [yield* key(), yield* key({ expiresAt: start + 2 })]
      const expectKept = (expected: Array<string>) =>
        Effect.map(store.keys(client.id), (keys) =>
          assert.sameMembers(
            keys.map(({ keyId }) => keyId),
            expected
          )
        )
      yield* store.eraseKeys(start)
      yield* expectKept([revoked, expired, live, later])
      yield* store.eraseKeys(start + 1)
      yield* expectKept([live, later])
      yield* TestClock.adjust(2)
      yield* store.revokeKey(later)
      yield* store.eraseKeys(start + 3)
      yield* expectKept([live, later])
      yield* store.eraseKeys(start + 4)
      yield* expectKept([live])
    })

    test("revokes a key only once, and never an unknown key", function* (store) {
      const client = yield* added()
      const keyId = yield* Fixture.newId
      const hash = yield* newHash
      yield* store.addKey(client.id, hash, keyId)
      assert.isFalse(yield* store.revokeKey(yield* Fixture.newId))
      assert.isFalse(yield* store.revokeKey(""))
      assert.isTrue(yield* store.revokeKey(keyId))
      assert.isFalse(yield* store.revokeKey(keyId))
      yield* store.addKey(client.id, hash, keyId)
      assert.deepStrictEqual(yield* store.findByKey(hash), Option.none())
    })
  })
