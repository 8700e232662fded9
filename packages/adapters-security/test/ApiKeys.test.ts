/** API keys over a store in memory; over SQLite they are tested beside the store. */
import * as NodeCrypto from "@effect/platform-node/NodeCrypto"
import { assert, describe, it } from "@effect/vitest"
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

/** Two clients without keys, anew for every test. */
const world = Layer.effectDiscard(addClients).pipe(Layer.provideMerge(adapter))

describe("an API key", () => {
  it.effect("that was issued is its client's", () =>
    Effect.gen(function* () {
      const keys = yield* ApiKeys
      const [brask, lund] = [yield* keys.issue("brask"), yield* keys.issue("lund")]
      assert.deepStrictEqual(yield* keys.verify(brask), Option.some({ clientId: "brask", environment: "test" }))
      assert.deepStrictEqual(yield* keys.verify(lund), Option.some({ clientId: "lund", environment: "production" }))
    }).pipe(Effect.provide(world))
  )

  it.effect("tells by its form which environment it is for", () =>
    Effect.gen(function* () {
      const keys = yield* ApiKeys
      assert.match(Redacted.value(yield* keys.issue("brask")), /^sheaf_test_/)
      assert.match(Redacted.value(yield* keys.issue("lund")), /^sheaf_live_/)
      assert.isTrue(ApiKeyText.isWellFormed(Redacted.value(yield* keys.issue("lund"))))
    }).pipe(Effect.provide(world))
  )

  it.effect("is kept under the part of it that names it", () =>
    Effect.gen(function* () {
      const key = Redacted.value(yield* (yield* ApiKeys).issue("brask"))
      const stored = yield* (yield* ClientStore).keys("brask")
      assert.deepStrictEqual(
        stored.map(({ keyId }) => keyId),
        [key.split("_")[2]]
      )
    }).pipe(Effect.provide(world))
  )

  it.effect("is the second of its client at most, as long as both are live", () =>
    Effect.gen(function* () {
      const keys = yield* ApiKeys
      const [first, second] = [yield* keys.issue("brask"), yield* keys.issue("brask")]
      assert.strictEqual((yield* Effect.flip(keys.issue("brask")))._tag, "TooManyKeys")
      yield* keys.issue("lund")
      const store = yield* ClientStore
      assert.isTrue(yield* store.revokeKey(ApiKeyText.keyIdOf(Redacted.value(first)) ?? ""))
      assert.deepStrictEqual(yield* keys.verify(first), Option.none())
      assert.isTrue(Option.isSome(yield* keys.verify(second)))
      assert.isTrue(Option.isSome(yield* keys.verify(yield* keys.issue("brask"))))
    }).pipe(Effect.provide(world))
  )

  it.effect("is issued beside those that its client has already", () =>
    Effect.gen(function* () {
      const keys = yield* ApiKeys
      const [first, second] = [yield* keys.issue("brask"), yield* keys.issue("brask")]
      assert.notStrictEqual(Redacted.value(first), Redacted.value(second))
      assert.isTrue(Option.isSome(yield* keys.verify(first)))
      assert.isTrue(Option.isSome(yield* keys.verify(second)))
    }).pipe(Effect.provide(world))
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
    }).pipe(Effect.provide(world))
  )

  it.effect("outside of the form is refused without a look at the store", () =>
    Effect.gen(function* () {
      const store = yield* ClientStore
      const text = "a-key-of-the-sandbox"
      yield* store.addKey("brask", createHmac("sha256", ApiKeysLive.hashKeyOf(Keys.pepper)).update(text).digest())
      assert.deepStrictEqual(yield* verify(text), Option.none())
    }).pipe(Effect.provide(world))
  )

  it.effect("is not issued to a client that nobody knows", () =>
    Effect.gen(function* () {
      const error = yield* Effect.flip((yield* ApiKeys).issue("nobody"))
      assert.strictEqual(error._tag, "UnknownClient")
    }).pipe(Effect.provide(world))
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
    }).pipe(Effect.provide(world))
  )
})
