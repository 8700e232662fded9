/** What every {@link SigningKeyStore} does (decisions 8). */
import { assert, describe, it } from "@effect/vitest"
import { Effect, Redacted } from "effect"
import type { Layer } from "effect"
import { SigningKeyStore } from "../../users/Tokens.ts"
import type { SigningKey } from "../../users/Tokens.ts"
import * as Text from "../Text.ts"

const createdAt = Date.UTC(2026, 3, 1, 9, 30)

const key = (keyId: string, more: Partial<SigningKey> = {}): SigningKey => ({
  keyId,
  jwk: Redacted.make(`{"kty":"EC","d":"secret of ${keyId}"}`),
  createdAt,
  ...more
})

/** Keys with their secrets, to be compared. */
const readable = (keys: ReadonlyArray<SigningKey>) =>
  keys.map(({ jwk, ...rest }) => ({ ...rest, jwk: Redacted.value(jwk) }))

const expectKeys = Effect.fnUntraced(function* (...expected: ReadonlyArray<SigningKey>) {
  assert.deepStrictEqual(readable(yield* (yield* SigningKeyStore).all), readable(expected))
})

/** Checks an adapter. Every test has a store of its own: keys have no owner by whom they could be told apart. */
export const signingKeyStoreContract = <E>(name: string, adapter: Layer.Layer<SigningKeyStore, E>) => {
  const withStore = <A, F>(effect: Effect.Effect<A, F, SigningKeyStore>) =>
    Effect.provide(effect, adapter, { local: true })

  describe(`the signing key store contract: ${name}`, () => {
    it.effect("has no key before one was added, and then gives it as it was", () =>
      Effect.gen(function* () {
        const store = yield* SigningKeyStore
        yield* expectKeys()
        assert.isTrue(yield* store.add(key("first"), undefined))
        yield* expectKeys(key("first"))
      }).pipe(withStore)
    )

    it.effect("gives the newest first, whatever their clocks said", () =>
      Effect.gen(function* () {
        const store = yield* SigningKeyStore
        yield* store.add(key("first"), undefined)
        assert.isTrue(yield* store.add(key("second", { createdAt: createdAt - 1 }), "first"))
        assert.isTrue(yield* store.add(key("third"), "second"))
        yield* expectKeys(key("third"), key("second", { createdAt: createdAt - 1 }), key("first"))
      }).pipe(withStore)
    )

    it.effect("adds none behind a key that is not the newest any more, or never was", () =>
      Effect.gen(function* () {
        const store = yield* SigningKeyStore
        assert.isFalse(yield* store.add(key("first"), "nothing"))
        yield* store.add(key("first"), undefined)
        yield* store.add(key("second"), "first")
        for (const after of [undefined, "first", "", "third"]) {
          assert.isFalse(yield* store.add(key("third"), after), after)
        }
        yield* expectKeys(key("second"), key("first"))
      }).pipe(withStore)
    )

    it.effect("leaves a key as it is when its id is added again", () =>
      Effect.gen(function* () {
        const store = yield* SigningKeyStore
        yield* store.add(key("first"), undefined)
        assert.isFalse(yield* store.add(key("first", { jwk: Redacted.make("another") }), "first"))
        yield* expectKeys(key("first"))
      }).pipe(withStore)
    )

    it.effect.each([
      { what: "as the first", before: undefined },
      { what: "behind the newest", before: "first" }
    ])("adds one of several that come at the same moment, $what", ({ before }) =>
      Effect.gen(function* () {
        const store = yield* SigningKeyStore
        if (before !== undefined) yield* store.add(key(before), undefined)
        const rivals = Array.from({ length: 6 }, (_, i) => key(`rival-${i}`))
        const added = yield* Effect.forEach(rivals, (rival) => store.add(rival, before), { concurrency: "unbounded" })
        const winners = rivals.filter((_, i) => added[i])
        assert.lengthOf(winners, 1)
        yield* expectKeys(...winners, ...(before === undefined ? [] : [key(before)]))
      }).pipe(withStore)
    )

    it.effect("removes a key, also the newest, and then goes on behind the one that is left", () =>
      Effect.gen(function* () {
        const store = yield* SigningKeyStore
        yield* store.add(key("first"), undefined)
        yield* store.add(key("second"), "first")
        yield* store.add(key("third"), "second")
        yield* store.remove("second")
        yield* store.remove("nothing")
        yield* expectKeys(key("third"), key("first"))
        yield* store.remove("third")
        assert.isTrue(yield* store.add(key("fourth"), "first"))
        yield* expectKeys(key("fourth"), key("first"))
      }).pipe(withStore)
    )

    it.effect.prop(
      "keeps any text of a key as it is",
      { text: Text.any },
      ({ text }) =>
        Effect.gen(function* () {
          const store = yield* SigningKeyStore
          const added = key("any", { jwk: Redacted.make(text) })
          yield* store.add(added, undefined)
          yield* expectKeys(added)
        }).pipe(withStore),
      { arbitrary: { runs: 30 } }
    )
  })
}
