/** Request keys in SQL, in addition to the contract suite. */
import { assert, it } from "@effect/vitest"
import { BlindIndex, RequestKeyStore } from "@sheaf/ports"
import type { KeyClaim } from "@sheaf/ports"
import { CollectionSample } from "@sheaf/ports/testing"
import { Cause, Effect, Option } from "effect"
import * as Database from "./Database.ts"

const hashed = (...hashes: ReadonlyArray<number>) => {
  const [current = Uint8Array.of(), ...others] = hashes.map((byte) => Uint8Array.of(byte))
  return new BlindIndex(current, ...others)
}

it.effect("a write fails if its result does not say whether it accepted the request", () =>
  Effect.gen(function* () {
    const store = yield* RequestKeyStore
    const clientId = yield* CollectionSample.newClient
    const claim: KeyClaim = { id: hashed(1), request: hashed(1), clientId, at: 0, until: 1000 }
    const keepingAll = store.within(claim, { id: "made", isNew: true }, store.eraseExpired(0))
    assert.include(Cause.pretty(yield* Effect.flip(Effect.sandbox(keepingAll))), "must return a boolean")
    assert.deepStrictEqual(yield* store.find(claim.id), Option.none())
  }).pipe(Effect.provide(Database.stores))
)

it.effect("a key that is taken under one pepper is not kept under another", () =>
  Effect.gen(function* () {
    const store = yield* RequestKeyStore
    const clientId = yield* CollectionSample.newClient
    const keep = (id: BlindIndex) =>
      store.keep({ id, request: hashed(1), clientId, at: 0, until: 1000 }, { id: "made", isNew: true })
    assert.isTrue(yield* keep(hashed(3)))
    assert.isFalse(yield* keep(hashed(2, 3)))
    assert.isTrue(Option.isNone(yield* store.find(hashed(2))))
    assert.isTrue(Option.isSome(yield* store.find(hashed(2, 3))))
  }).pipe(Effect.provide(Database.stores))
)
