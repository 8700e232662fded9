/** What every {@link ClientStore} does (spec 5; decisions 8). */
import { assert, layer } from "@effect/vitest"
import { Arbitrary, Effect, Option, Schema } from "effect"
import type { Layer } from "effect"
import { ClientStore } from "../ApiKeys.ts"
import type { Client } from "../ApiKeys.ts"
import * as Fixture from "./Fixture.ts"
import * as Text from "./Text.ts"

/** Hashes as long as the real ones; equal only when their first bytes are. */
const hashes = (...firstBytes: ReadonlyArray<number>) => firstBytes.map((byte) => new Uint8Array(32).fill(byte))

const environments = Arbitrary.schema(Schema.Literals(["test", "production"]))

const newClient = Effect.map(Fixture.newId, (id): Client => ({ id, name: "Brask & Co", environment: "test" }))

/** Checks an adapter. The suite shares one store: every test adds clients of its own. */
export const clientStoreContract = <E>(name: string, adapter: Layer.Layer<ClientStore, E>) =>
  layer(adapter)(`the client store contract: ${name}`, (it) => {
    it.effect("finds a client that was added, and no other", () =>
      Effect.gen(function* () {
        const store = yield* ClientStore
        const client = yield* newClient
        yield* store.addClient(client)
        assert.deepStrictEqual(yield* store.findClient(client.id), Option.some(client))
        assert.deepStrictEqual(yield* store.findClient(yield* Fixture.newId), Option.none())
        assert.deepStrictEqual(yield* store.findClient(""), Option.none())
      })
    )

    it.effect.prop(
      "keeps any name as it is",
      { name: Text.any, environment: environments },
      ({ environment, name: clientName }) =>
        Effect.gen(function* () {
          const store = yield* ClientStore
          const client: Client = { id: yield* Fixture.newId, name: clientName, environment }
          yield* store.addClient(client)
          assert.deepStrictEqual(yield* store.findClient(client.id), Option.some(client))
        })
    )

    it.effect("leaves a client as it is when its id is added again", () =>
      Effect.gen(function* () {
        const store = yield* ClientStore
        const client = yield* newClient
        yield* store.addClient(client)
        yield* store.addClient({ ...client, name: "Somebody else", environment: "production" })
        assert.deepStrictEqual(yield* store.findClient(client.id), Option.some(client))
      })
    )

    it.effect("finds a client by each of its keys", () =>
      Effect.gen(function* () {
        const store = yield* ClientStore
        const client = yield* newClient
        yield* store.addClient(client)
        for (const hash of hashes(1, 2)) yield* store.addKey(client.id, hash)
        for (const hash of hashes(1, 2)) {
          assert.deepStrictEqual(yield* store.findByKey(hash), Option.some(client))
        }
      })
    )

    it.effect("finds nobody by a hash that was never added", () =>
      Effect.gen(function* () {
        const store = yield* ClientStore
        const client = yield* newClient
        const hash = new Uint8Array(32).fill(3)
        yield* store.addClient(client)
        yield* store.addKey(client.id, hash)
        const close = Uint8Array.from(hash)
        close[31] = 4
        for (const other of [close, hash.subarray(0, 31), new Uint8Array(0)]) {
          assert.deepStrictEqual(yield* store.findByKey(other), Option.none())
        }
      })
    )

    it.effect("leaves a key with its client when it is added again", () =>
      Effect.gen(function* () {
        const store = yield* ClientStore
        const [owner, other] = [yield* newClient, yield* newClient]
        const hash = new Uint8Array(32).fill(5)
        yield* store.addClient(owner)
        yield* store.addClient(other)
        yield* store.addKey(owner.id, hash)
        yield* store.addKey(owner.id, hash)
        yield* store.addKey(other.id, hash)
        assert.deepStrictEqual(yield* store.findByKey(hash), Option.some(owner))
      })
    )

    it.effect("refuses a key of nobody", () =>
      Effect.gen(function* () {
        const store = yield* ClientStore
        const hash = new Uint8Array(32).fill(6)
        const error = yield* Effect.flip(store.addKey(yield* Fixture.newId, hash))
        assert.strictEqual(error._tag, "StoreError")
        assert.deepStrictEqual(yield* store.findByKey(hash), Option.none())
      })
    )
  })
