/** The contract of {@link ApiKeys} (spec 5). */
import { assert, layer } from "@effect/vitest"
import { Clock, Effect, Option, Redacted } from "effect"
import type { Layer } from "effect"
import { TestClock } from "effect/testing"
import { ApiKeys } from "../../auth/ApiKeys.ts"
import { ClientStore, maxLiveApiKeys } from "../../auth/ClientStore.ts"
import type { ApiKeyLimits } from "../../auth/ApiKeyLimits.ts"
import { newClient, newClientInEnvironment, newId, testsOf } from "../samples/Fixture.ts"

const revokeFirst = Effect.fnUntraced(function* (clientId: string) {
  const store = yield* ClientStore
  const [first] = yield* store.keys(clientId)
  assert.isTrue(yield* store.revokeKey(first?.keyId ?? ""))
})

const idOf = (key: Redacted.Redacted): string => Redacted.value(key).split("_")[2] ?? ""

export const apiKeysContract = <E>(name: string, adapter: Layer.Layer<ApiKeys | ClientStore, E>) =>
  layer(adapter)(`the API keys contract: ${name}`, (it) => {
    const test = testsOf(it, ApiKeys)

    test("returns a key's caller with the client's environment", function* (keys) {
      for (const environment of ["test", "production"] as const) {
        const clientId = yield* newClientInEnvironment(environment)
        const key = yield* keys.issue(clientId)
        assert.deepStrictEqual(yield* keys.verify(key), Option.some({ clientId, environment, keyId: idOf(key) }))
      }
    })

    test("issues distinct keys up to the limit", function* (keys) {
      const clientId = yield* newClient
      const issued = yield* Effect.forEach(Array.from({ length: maxLiveApiKeys }), () => keys.issue(clientId))
      assert.lengthOf(new Set(issued.map(Redacted.value)), maxLiveApiKeys)
      for (const key of issued) assert.isTrue(Option.isSome(yield* keys.verify(key)))
      assert.strictEqual((yield* Effect.flip(keys.issue(clientId)))._tag, "TooManyApiKeys")
      yield* keys.issue(yield* newClient)
    })

    test("rejects a revoked key immediately, accepts the other key, and issues a new one", function* (keys) {
      const clientId = yield* newClient
      const revoked = yield* keys.issue(clientId)
      yield* revokeFirst(clientId)
      const other = yield* keys.issue(clientId)
      assert.deepStrictEqual(yield* keys.verify(revoked), Option.none())
      assert.isTrue(Option.isSome(yield* keys.verify(other)))
      assert.isTrue(Option.isSome(yield* keys.verify(yield* keys.issue(clientId))))
    })

    test("returns a key's limits, and rejects the key once it expires", function* (keys) {
      const clientId = yield* newClient
      const keyLimits: ApiKeyLimits = { expiresAt: (yield* Clock.currentTimeMillis) + 1000, scopes: ["consents"] }
      const key = yield* keys.issue(clientId, keyLimits)
      yield* TestClock.adjust(999)
      assert.deepStrictEqual(
        yield* keys.verify(key),
        Option.some({ clientId, environment: "test", keyId: idOf(key), keyLimits })
      )
      yield* TestClock.adjust(1)
      assert.deepStrictEqual(yield* keys.verify(key), Option.none())
    })

    test("rejects wrong, empty, truncated and long keys", function* (keys) {
      const text = Redacted.value(yield* keys.issue(yield* newClient))
      const cut = [text.slice(0, -1), `${text}x`, `${text} `, text.toUpperCase()]
      const strange = ["", " ", "sheaf-demo", "' OR 1=1 --", "x".repeat(128), "x".repeat(129), text.repeat(100_000)]
      for (const wrong of [...cut, ...strange]) {
        assert.deepStrictEqual(yield* keys.verify(Redacted.make(wrong)), Option.none(), wrong.slice(0, 80))
      }
    })

    test("issues no key to an unknown client", function* (keys) {
      const error = yield* Effect.flip(keys.issue(yield* newId))
      assert.strictEqual(error._tag, "UnknownClient")
    })
  })
