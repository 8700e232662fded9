/** Users and their sessions, which are hidden from other callers (spec 5). */
import { assert, describe } from "@effect/vitest"
import { Users, UserStore } from "@sheaf/ports"
import { Effect, Option } from "effect"
import * as Consent from "../consents/ConsentWorld.ts"
import * as World from "../collections/World.ts"

const { test } = Consent

const unknownId = "019a9f0e-6b2c-7f41-8c3d-0a1b2c3d4e5f"

describe("a caller with a user token", () => {
  test("cannot create or find another user", function* () {
    const users = yield* Users
    const user = yield* Consent.maja
    yield* Consent.userOf("other")
    const { created, user: known } = yield* users.create(user, "maja")
    assert.deepStrictEqual([created, known.userId], [false, user.userId])
    assert.strictEqual(known.createdAt, "2026-04-01T12:00:00.000Z")
    for (const externalId of ["other", "nobody"]) {
      assert.strictEqual((yield* Effect.flip(users.create(user, externalId)))._tag, "UserNotFound")
    }
    assert.deepStrictEqual(yield* users.find(World.caller, "nobody"), Option.none())
  })
})

describe("access by another caller", () => {
  test("finds no user of another client, no other user, and no unknown user", function* () {
    const users = yield* Users
    const user = yield* Consent.maja
    const other = yield* Consent.userOf("other")
    for (const [caller, userId] of [
      [World.stranger, user.userId],
      [other, user.userId],
      [World.caller, unknownId],
      [World.caller, "nonsense"]
    ] as const) {
      const { endSessions, erase, openSession, read } = users
      for (const call of [read, openSession, endSessions, erase]) {
        const refused: Effect.Effect<unknown, { readonly _tag: string }> = call(caller, userId)
        assert.strictEqual((yield* Effect.flip(refused))._tag, "UserNotFound")
      }
    }
    for (const caller of [other, World.stranger]) {
      assert.deepStrictEqual(yield* users.find(caller, "maja"), Option.none())
    }
    assert.isTrue(Option.isSome(yield* users.find(user, "maja")))
    assert.strictEqual((yield* users.read(user, user.userId)).userId, user.userId)
    const stored = Option.getOrThrow(yield* (yield* UserStore).find(user.clientId, user.userId))
    assert.strictEqual(stored.generation, 0, "no session has been ended")
  })
})
