/** Runs the port's contract suite on API keys, and tests behavior that the contract does not specify. */
import * as NodeCrypto from "@effect/platform-node/NodeCrypto"
import { assert, describe, it } from "@effect/vitest"
import { ApiKeys, ClientStore } from "@sheaf/ports"
import { apiKeysContract, ClientStoreMemory } from "@sheaf/ports/testing"
import { Context, Effect, Layer, Option, Redacted } from "effect"
import { createHmac } from "node:crypto"
import { ApiKeysLive } from "../../src/index.ts"
import * as Keys from "../Keys.ts"

const adapter = ApiKeysLive.layer(Keys.pepper).pipe(
  Layer.provideMerge(ClientStoreMemory.layer),
  Layer.provide(NodeCrypto.layer)
)

apiKeysContract("keyed hashes with clients in memory", adapter)

const addClients = Effect.gen(function* () {
  const store = yield* ClientStore
  yield* store.addClient({ id: "brask", name: "Brask", environment: "test" })
  yield* store.addClient({ id: "lund", name: "Lund", environment: "production" })
})

const verify = (text: string) => Effect.flatMap(ApiKeys, (keys) => keys.verify(Redacted.make(text)))

/** Each test starts with two clients without keys. */
const world = Layer.effectDiscard(addClients).pipe(Layer.provideMerge(adapter))

describe("an API key", () => {
  it.effect("shows its environment in its prefix", () =>
    Effect.gen(function* () {
      const keys = yield* ApiKeys
      assert.match(Redacted.value(yield* keys.issue("brask")), /^sheaf_test_/)
      assert.match(Redacted.value(yield* keys.issue("lund")), /^sheaf_live_/)
    }).pipe(Effect.provide(world))
  )

  it.effect("of another form is rejected without a store lookup", () =>
    Effect.gen(function* () {
      const store = yield* ClientStore
      const text = "a-key-of-the-sandbox"
      yield* store.addKey("brask", createHmac("sha256", ApiKeysLive.hashKeyOf(Keys.pepper)).update(text).digest())
      assert.deepStrictEqual(yield* verify(text), Option.none())
    }).pipe(Effect.provide(world))
  )

  it.effect("is rejected under another pepper", () =>
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
