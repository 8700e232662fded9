/** What every {@link ApiKeys} does (spec 5; decisions 8). */
import { assert, layer } from "@effect/vitest"
import { Effect, Option, Redacted } from "effect"
import type { Layer } from "effect"
import { ApiKeys, ClientStore, maximumLiveKeys } from "../../users/ApiKeys.ts"
import type { Environment } from "../../users/Caller.ts"
import { newId } from "../Fixture.ts"

const addClient = Effect.fnUntraced(function* (environment: Environment = "test") {
  const id = yield* newId
  yield* (yield* ClientStore).addClient({ id, name: "A client", environment })
  return id
})

/** Revokes the key of a client that was issued first. */
const revokeFirst = Effect.fnUntraced(function* (clientId: string) {
  const store = yield* ClientStore
  const [first] = yield* store.keys(clientId)
  assert.isTrue(yield* store.revokeKey(first?.keyId ?? ""))
})

/** Checks an adapter, over the store in which it keeps the hashes of keys. */
export const apiKeysContract = <E>(name: string, adapter: Layer.Layer<ApiKeys | ClientStore, E>) =>
  layer(adapter)(`the API keys contract: ${name}`, (it) => {
    it.effect("gives the caller whose key it is, in the environment of the client", () =>
      Effect.gen(function* () {
        const keys = yield* ApiKeys
        for (const environment of ["test", "production"] as const) {
          const clientId = yield* addClient(environment)
          const key = yield* keys.issue(clientId)
          assert.deepStrictEqual(yield* keys.verify(key), Option.some({ clientId, environment }))
        }
      })
    )

    it.effect("issues another key each time, as many as may be live", () =>
      Effect.gen(function* () {
        const keys = yield* ApiKeys
        const clientId = yield* addClient()
        const issued = yield* Effect.forEach(Array.from({ length: maximumLiveKeys }), () => keys.issue(clientId))
        assert.lengthOf(new Set(issued.map(Redacted.value)), maximumLiveKeys)
        for (const key of issued) assert.isTrue(Option.isSome(yield* keys.verify(key)))
        assert.strictEqual((yield* Effect.flip(keys.issue(clientId)))._tag, "TooManyKeys")
        yield* keys.issue(yield* addClient())
      })
    )

    it.effect("refuses a revoked key at once, accepts the other one, and issues a new one", () =>
      Effect.gen(function* () {
        const keys = yield* ApiKeys
        const clientId = yield* addClient()
        const revoked = yield* keys.issue(clientId)
        yield* revokeFirst(clientId)
        const other = yield* keys.issue(clientId)
        assert.deepStrictEqual(yield* keys.verify(revoked), Option.none())
        assert.isTrue(Option.isSome(yield* keys.verify(other)))
        assert.isTrue(Option.isSome(yield* keys.verify(yield* keys.issue(clientId))))
      })
    )

    it.effect("refuses a key that is wrong, empty, cut or long", () =>
      Effect.gen(function* () {
        const keys = yield* ApiKeys
        const text = Redacted.value(yield* keys.issue(yield* addClient()))
        const cut = [text.slice(0, -1), `${text}x`, `${text} `, text.toUpperCase()]
        const strange = ["", " ", "sheaf-demo", "' OR 1=1 --", "x".repeat(128), "x".repeat(129), text.repeat(100_000)]
        for (const wrong of [...cut, ...strange]) {
          assert.deepStrictEqual(yield* keys.verify(Redacted.make(wrong)), Option.none(), wrong.slice(0, 80))
        }
      })
    )

    it.effect("issues no key to an unknown client", () =>
      Effect.gen(function* () {
        const error = yield* Effect.flip((yield* ApiKeys).issue(yield* newId))
        assert.strictEqual(error._tag, "UnknownClient")
      })
    )
  })
