/** API keys over a store in memory; over SQLite they are tested beside the store. */
import { NodeCrypto } from "@effect/platform-node"
import { assert, layer } from "@effect/vitest"
import { ApiKeys, ClientStore } from "@sheaf/ports"
import { ClientStoreMemory } from "@sheaf/ports/testing"
import { Context, Effect, Layer, Option, Redacted } from "effect"
import { createHmac } from "node:crypto"
import { ApiKeysLive, ApiKeyText } from "../src/index.ts"
import * as Keys from "./Keys.ts"

const adapter = ApiKeysLive.layer(Keys.pepper).pipe(
  Layer.provideMerge(ClientStoreMemory.layer),
  Layer.provide(NodeCrypto.layer)
)

const addClients = Effect.gen(function* () {
  const store = yield* ClientStore
  yield* store.addClient({ id: "brask", name: "Brask", environment: "test" })
  yield* store.addClient({ id: "lund", name: "Lund", environment: "production" })
})

const verify = (text: string) => Effect.flatMap(ApiKeys, (keys) => keys.verify(Redacted.make(text)))

layer(Layer.effectDiscard(addClients).pipe(Layer.provideMerge(adapter)))("an API key", (it) => {
  it.effect("that was issued is its client's", () =>
    Effect.gen(function* () {
      const keys = yield* ApiKeys
      const [brask, lund] = [yield* keys.issue("brask"), yield* keys.issue("lund")]
      assert.deepStrictEqual(yield* keys.verify(brask), Option.some({ clientId: "brask", environment: "test" }))
      assert.deepStrictEqual(yield* keys.verify(lund), Option.some({ clientId: "lund", environment: "production" }))
    })
  )

  it.effect("tells by its form which environment it is for", () =>
    Effect.gen(function* () {
      const keys = yield* ApiKeys
      assert.match(Redacted.value(yield* keys.issue("brask")), /^sheaf_test_/)
      assert.match(Redacted.value(yield* keys.issue("lund")), /^sheaf_live_/)
      assert.isTrue(ApiKeyText.isWellFormed(Redacted.value(yield* keys.issue("lund"))))
    })
  )

  it.effect("is issued beside those that its client has already", () =>
    Effect.gen(function* () {
      const keys = yield* ApiKeys
      const [first, second] = [yield* keys.issue("brask"), yield* keys.issue("brask")]
      assert.notStrictEqual(Redacted.value(first), Redacted.value(second))
      assert.isTrue(Option.isSome(yield* keys.verify(first)))
      assert.isTrue(Option.isSome(yield* keys.verify(second)))
    })
  )

  it.effect("is refused when it is wrong, empty, cut, or long", () =>
    Effect.gen(function* () {
      const text = Redacted.value(yield* (yield* ApiKeys).issue("brask"))
      const wrong = [
        "",
        " ",
        "sheaf-demo",
        text.slice(0, -1),
        `${text} `,
        text.toLowerCase(),
        "x".repeat(128),
        "x".repeat(129),
        text.repeat(100_000)
      ]
      for (const other of wrong) assert.deepStrictEqual(yield* verify(other), Option.none(), other.slice(0, 100))
    })
  )

  it.effect("outside of the form is refused without a look at the store", () =>
    Effect.gen(function* () {
      const store = yield* ClientStore
      const text = "a-key-of-the-sandbox"
      yield* store.addKey("brask", createHmac("sha256", ApiKeysLive.hashKeyOf(Keys.pepper)).update(text).digest())
      assert.deepStrictEqual(yield* verify(text), Option.none())
    })
  )

  it.effect("is not issued to a client that nobody knows", () =>
    Effect.gen(function* () {
      const error = yield* Effect.flip((yield* ApiKeys).issue("nobody"))
      assert.strictEqual(error._tag, "StoreError")
    })
  )

  it.effect("is worth nothing under another pepper", () =>
    Effect.gen(function* () {
      const key = yield* (yield* ApiKeys).issue("brask")
      const store = yield* ClientStore
      const built = yield* Layer.build(ApiKeysLive.layer(Keys.key("other", 4).bytes)).pipe(
        Effect.provideService(ClientStore, store),
        Effect.provide(NodeCrypto.layer)
      )
      assert.deepStrictEqual(yield* Context.get(built, ApiKeys).verify(key), Option.none())
    })
  )
})
