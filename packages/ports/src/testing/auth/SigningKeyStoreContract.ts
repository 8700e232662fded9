/** The contract of {@link SigningKeyStore} (spec 5). */
import { assert, layer } from "@effect/vitest"
import { Effect, Redacted } from "effect"
import type { Layer } from "effect"
import { SigningKeyStore } from "../../auth/SigningKeyStore.ts"
import type { SigningKey } from "../../auth/SigningKeyStore.ts"
import { startTime as createdAt, testsOf } from "../samples/Fixture.ts"
import * as Text from "../samples/Text.ts"

const key = (keyId: string, more: Partial<SigningKey> = {}): SigningKey => ({
  purpose: "TOKEN",
  keyId,
  jwk: Redacted.make(`{"kty":"EC","d":"secret of ${keyId}"}`),
  createdAt,
  ...more
})

const readable = (keys: ReadonlyArray<SigningKey>) =>
  keys.map(({ jwk, ...rest }) => ({ ...rest, jwk: Redacted.value(jwk) }))

const expectKeys = Effect.fnUntraced(function* (...expected: ReadonlyArray<SigningKey>) {
  assert.deepStrictEqual(readable(yield* (yield* SigningKeyStore).all("TOKEN")), readable(expected))
})

/** Keys belong to no client, so each test needs an empty store. */
const emptied = Effect.gen(function* () {
  const store = yield* SigningKeyStore
  for (const purpose of ["TOKEN", "RECEIPT"] as const) {
    for (const { keyId } of yield* store.all(purpose)) yield* store.remove(keyId)
  }
  return store
})

export const signingKeyStoreContract = <E>(name: string, adapter: Layer.Layer<SigningKeyStore, E>) =>
  layer(adapter)(`the signing key store contract: ${name}`, (it) => {
    const test = testsOf(it, emptied)

    test("returns an added key unchanged", function* (store) {
      yield* expectKeys()
      assert.isTrue(yield* store.add(key("first"), undefined))
      yield* expectKeys(key("first"))
    })

    test("returns the last added key first, even if its creation time is earlier", function* (store) {
      yield* store.add(key("first"), undefined)
      assert.isTrue(yield* store.add(key("second", { createdAt: createdAt - 1 }), "first"))
      assert.isTrue(yield* store.add(key("third"), "second"))
      yield* expectKeys(key("third"), key("second", { createdAt: createdAt - 1 }), key("first"))
    })

    test("rejects a key added after a key other than the newest", function* (store) {
      assert.isFalse(yield* store.add(key("first"), "nothing"))
      yield* store.add(key("first"), undefined)
      yield* store.add(key("second"), "first")
      for (const after of [undefined, "first", "", "third"]) {
        assert.isFalse(yield* store.add(key("third"), after), after)
      }
      yield* expectKeys(key("second"), key("first"))
    })

    test("keeps the keys of each purpose apart", function* (store) {
      yield* store.add(key("first"), undefined)
      const receipts = key("of receipts", { purpose: "RECEIPT" })
      assert.isFalse(yield* store.add(receipts, "first"))
      assert.isTrue(yield* store.add(receipts, undefined))
      yield* expectKeys(key("first"))
      assert.deepStrictEqual(readable(yield* store.all("RECEIPT")), readable([receipts]))
      assert.isTrue(yield* store.add(key("second"), "first"))
    })

    test("keeps the existing key when its id is added again", function* (store) {
      yield* store.add(key("first"), undefined)
      assert.isFalse(yield* store.add(key("first", { jwk: Redacted.make("another") }), "first"))
      yield* expectKeys(key("first"))
    })

    test.each([
      { what: "as the first", before: undefined },
      { what: "after the newest", before: "first" }
    ])("adds only one of several concurrent keys, $what", function* (store, { before }) {
      if (before !== undefined) yield* store.add(key(before), undefined)
      const rivals = Array.from({ length: 6 }, (_, i) => key(`rival-${i}`))
      const added = yield* Effect.forEach(rivals, (rival) => store.add(rival, before), { concurrency: "unbounded" })
      const winners = rivals.filter((_, i) => added[i])
      assert.lengthOf(winners, 1)
      yield* expectKeys(...winners, ...(before === undefined ? [] : [key(before)]))
    })

    test("removes keys, and adds the next key after the newest remaining one", function* (store) {
      yield* store.add(key("first"), undefined)
      yield* store.add(key("second"), "first")
      yield* store.add(key("third"), "second")
      yield* store.remove("second")
      yield* store.remove("nothing")
      yield* expectKeys(key("third"), key("first"))
      yield* store.remove("third")
      assert.isTrue(yield* store.add(key("fourth"), "first"))
      yield* expectKeys(key("fourth"), key("first"))
    })

    test.prop({ text: Text.anyText }, { runs: 30 })("stores any key text unchanged", function* (store, { text }) {
      const added = key("any", { jwk: Redacted.make(text) })
      yield* store.add(added, undefined)
      yield* expectKeys(added)
    })
  })
