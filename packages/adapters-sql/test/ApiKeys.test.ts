/** API keys over SQLite: revoked ones are refused, and none can be read out of the file. */
import * as NodeCrypto from "@effect/platform-node/NodeCrypto"
import { assert, layer } from "@effect/vitest"
import { ApiKeysLive } from "@sheaf/adapters-security"
import { ApiKeys, ClientStore } from "@sheaf/ports"
import { Effect, Layer, Option, Redacted } from "effect"
import { SqlClient } from "effect/sql"
import * as Database from "./Database.ts"
import * as RawFiles from "./RawFiles.ts"

const caller = { clientId: "brask", environment: "test" } as const

const client = Layer.effectDiscard(
  Effect.flatMap(ClientStore, (store) => store.addClient({ id: "brask", name: "Brask", environment: "test" }))
)

const adapter = Layer.mergeAll(client, ApiKeysLive.layer(Database.pepper)).pipe(
  Layer.provideMerge(Database.stores),
  Layer.provide(NodeCrypto.layer)
)

const removeKeys = Effect.flatMap(SqlClient.SqlClient, (sql) => sql`DELETE FROM api_key`)

layer(adapter)("an API key over SQLite", (it) => {
  it.effect("is its client's; a wrong, empty or long one is nobody's", () =>
    Effect.gen(function* () {
      const keys = yield* ApiKeys
      const key = yield* keys.issue("brask")
      assert.deepStrictEqual(yield* keys.verify(key), Option.some(caller))
      const text = Redacted.value(key)
      for (const wrong of ["", text.slice(0, -1), `${text}x`, text.toUpperCase(), "' OR 1=1 --", text.repeat(1_000)]) {
        assert.deepStrictEqual(yield* keys.verify(Redacted.make(wrong)), Option.none(), wrong.slice(0, 80))
      }
    })
  )

  it.effect("is refused from the moment on that it is revoked, and the client's other key is not", () =>
    Effect.gen(function* () {
      const store = yield* ClientStore
      const keys = yield* ApiKeys
      yield* removeKeys
      const revoked = yield* keys.issue("brask")
      const [issued] = yield* store.keys("brask")
      const other = yield* keys.issue("brask")
      assert.isTrue(yield* store.revokeKey(issued?.keyId ?? ""))
      assert.deepStrictEqual(yield* keys.verify(revoked), Option.none())
      assert.deepStrictEqual(yield* keys.verify(other), Option.some(caller))
    })
  )

  it.effect("is issued twice at a time, and again once one was revoked", () =>
    Effect.gen(function* () {
      const store = yield* ClientStore
      const keys = yield* ApiKeys
      yield* removeKeys
      for (let i = 0; i < 2; i++) yield* keys.issue("brask")
      assert.strictEqual((yield* Effect.flip(keys.issue("brask")))._tag, "TooManyKeys")
      const [first] = yield* store.keys("brask")
      yield* store.revokeKey(first?.keyId ?? "")
      assert.deepStrictEqual(yield* keys.verify(yield* keys.issue("brask")), Option.some(caller))
    })
  )

  it.effect("is in none of the database's files, but for what names it", () =>
    Effect.gen(function* () {
      const keys = yield* ApiKeys
      yield* removeKeys
      const text = Redacted.value(yield* keys.issue("brask"))
      const bytes = yield* RawFiles.read
      const [, , keyId = "", secret = ""] = text.split("_")
      assert.isTrue(RawFiles.holds(bytes, keyId))
      for (const part of [text, secret]) assert.isFalse(RawFiles.holds(bytes, part))
    })
  )
})
