import { assert, describe } from "@effect/vitest"
import { Collections, Consents, Tokens, Users, UserStore } from "@sheaf/ports"
import type { Caller } from "@sheaf/ports"
import { Effect, Option, Redacted } from "effect"
import { TestClock } from "effect/testing"
import * as ConsentWorld from "../consents/ConsentWorld.ts"
import { created, maja, testWith, userOf } from "../consents/ConsentWorld.ts"
import { start } from "../readings/UnderConsent.ts"
import * as World from "../collections/World.ts"

const test = testWith({ script: World.steps(World.poll("LOGIN", 600_000)) })

const unknownId = "019a9f0e-6b2c-7f41-8c3d-0a1b2c3d4e5f"

describe("a user", () => {
  test("is made known once, and is the same one from then on", function* () {
    const users = yield* Users
    const first = yield* users.create(World.caller, "customer-1")
    assert.isTrue(first.created)
    assert.strictEqual(first.user.createdAt, "2026-04-01T12:00:00.000Z")
    yield* TestClock.adjust("1 hour")
    assert.deepStrictEqual(yield* users.create(World.caller, "customer-1"), { user: first.user, created: false })
    assert.deepStrictEqual(yield* users.read(World.caller, first.user.userId), first.user)
    assert.deepStrictEqual(yield* users.find(World.caller, "customer-1"), Option.some(first.user))
    assert.deepStrictEqual(yield* users.find(World.caller, "customer-2"), Option.none())
  })

  test("is made known once by many at the same moment", function* () {
    const users = yield* Users
    const answers = yield* Effect.all(
      Array.from({ length: 20 }, () => users.create(World.caller, "customer-1")),
      { concurrency: "unbounded" }
    )
    assert.lengthOf(
      answers.filter(({ created }) => created),
      1
    )
    assert.strictEqual(new Set(answers.map(({ user }) => user.userId)).size, 1)
  })

  test("of one client is another one than that of another client by the same name", function* () {
    const users = yield* Users
    const ours = yield* users.create(World.caller, "customer-1")
    const theirs = yield* users.create(World.stranger, "customer-1")
    assert.isTrue(theirs.created)
    assert.notStrictEqual(theirs.user.userId, ours.user.userId)
  })
})

describe("a caller in the name of a user", () => {
  test("makes nobody known but the user, and is told of nobody else", function* () {
    const users = yield* Users
    const user = yield* maja
    yield* userOf("other")
    const { created, user: known } = yield* users.create(user, "maja")
    assert.deepStrictEqual([created, known.userId], [false, user.userId])
    for (const externalId of ["other", "nobody"]) {
      assert.strictEqual((yield* Effect.flip(users.create(user, externalId)))._tag, "UserNotFound")
    }
    assert.deepStrictEqual(yield* users.find(World.caller, "nobody"), Option.none())
  })
})

describe("a session of a user", () => {
  test("has a token that speaks for the user, in the caller's environment", function* () {
    const users = yield* Users
    const tokens = yield* Tokens
    const user = yield* maja
    const session = yield* users.openSession(World.caller, user.userId)
    assert.strictEqual(session.userId, user.userId)
    assert.strictEqual(session.expiresAt, "2026-04-01T13:00:00.000Z")
    assert.deepStrictEqual(yield* tokens.verify(Redacted.make(session.token)), user)
  })

  test("ends with all that were opened before, and a new one can be opened at once", function* () {
    const users = yield* Users
    const tokens = yield* Tokens
    const user = yield* maja
    const before = [
      yield* users.openSession(World.caller, user.userId),
      yield* users.openSession(World.caller, user.userId)
    ]
    yield* users.endSessions(World.caller, user.userId)
    for (const { token } of before) {
      const refused = yield* Effect.flip(tokens.verify(Redacted.make(token)))
      assert.strictEqual(refused._tag, "InvalidToken")
    }
    const after = yield* users.openSession(World.caller, user.userId)
    assert.deepStrictEqual(yield* tokens.verify(Redacted.make(after.token)), user)
  })
})

describe("what is not the caller's", () => {
  test("is no user: another client's, another user's, or none at all", function* () {
    const users = yield* Users
    const user = yield* maja
    const other = yield* userOf("other")
    const cases: ReadonlyArray<readonly [Caller, string]> = [
      [World.stranger, user.userId],
      [other, user.userId],
      [World.caller, unknownId],
      [World.caller, "nonsense"]
    ]
    for (const [caller, userId] of cases) {
      const calls: ReadonlyArray<Effect.Effect<unknown, { readonly _tag: string }>> = [
        users.read(caller, userId),
        users.openSession(caller, userId),
        users.endSessions(caller, userId),
        users.erase(caller, userId)
      ]
      for (const call of calls) assert.strictEqual((yield* Effect.flip(call))._tag, "UserNotFound")
    }
    assert.deepStrictEqual(yield* users.find(other, "maja"), Option.none())
    assert.deepStrictEqual(yield* users.find(World.stranger, "maja"), Option.none())
    assert.isTrue(Option.isSome(yield* users.find(user, "maja")))
    assert.strictEqual((yield* users.read(user, user.userId)).userId, user.userId)
    const stored = Option.getOrThrow(yield* (yield* UserStore).find(user.clientId, user.userId))
    assert.strictEqual(stored.generation, 0, "nobody has ended a session")
  })

  test("is no consent, and stays as it is", function* () {
    const consents = yield* Consents
    const { consentId, user } = yield* created()
    const before = yield* ConsentWorld.until(user, consentId, "AWAITING_AUTHORIZATION")
    const other = yield* userOf("other")
    const foreign = yield* userOf("maja", World.stranger)
    for (const caller of [other, foreign, World.stranger]) {
      const calls: ReadonlyArray<Effect.Effect<unknown, { readonly _tag: string }>> = [
        consents.read(caller, consentId),
        consents.status(caller, consentId),
        consents.revoke(caller, consentId),
        consents.expire(caller, consentId)
      ]
      for (const call of calls) assert.strictEqual((yield* Effect.flip(call))._tag, "ConsentNotFound")
    }
    assert.deepStrictEqual(yield* ConsentWorld.statusOf(user, consentId), before)
    assert.deepStrictEqual(yield* ConsentWorld.statusOf(World.caller, consentId), before, "the client's own key may")
  })

  test("is no collection, and stays as it is", function* () {
    const collections = yield* Collections
    const user = yield* maja
    const id = yield* start(user, World.request)
    const before = yield* World.until(id, "LOGIN")
    const other = yield* userOf("other")
    const code = { type: "TWO_FACTOR_CODE", value: "123456" } as const
    for (const caller of [other, World.stranger]) {
      const calls: ReadonlyArray<Effect.Effect<unknown, { readonly _tag: string }>> = [
        collections.status(caller, id),
        collections.supply(caller, id, code),
        collections.expire(caller, id),
        collections.erase(caller, id),
        collections.insuranceData(caller, id),
        collections.wealthData(caller, id),
        collections.document(caller, id, "WEALTH", unknownId)
      ]
      for (const call of calls) assert.strictEqual((yield* Effect.flip(call))._tag, "CollectionNotFound")
    }
    assert.deepStrictEqual((yield* collections.status(user, id)).body, before)
  })

  test("is in no list: a user's are that user's, and the client's are all", function* () {
    const collections = yield* Collections
    const one = yield* userOf("one")
    const two = yield* userOf("two")
    const ids = (caller: Caller) =>
      Effect.map(collections.list(caller, { limit: 10 }), ({ items }) => items.map((item) => item.collectionId))
    const later = Effect.andThen(TestClock.adjust("1 milli"), Effect.void)
    const ofOne = yield* start(one, World.request).pipe(Effect.tap(later))
    const ofTwo = yield* start(two, World.request).pipe(Effect.tap(later))
    const ofNobody = yield* start(World.caller, World.request)
    assert.deepStrictEqual(yield* ids(one), [ofOne])
    assert.deepStrictEqual(yield* ids(two), [ofTwo])
    assert.deepStrictEqual(yield* ids(World.caller), [ofNobody, ofTwo, ofOne])
    assert.deepStrictEqual(yield* ids(World.stranger), [])
    const first = yield* collections.list(World.caller, { limit: 1 })
    const refused = yield* Effect.flip(collections.list(one, { limit: 1, cursor: first.next ?? "" }))
    assert.strictEqual(refused._tag, "InvalidCursor")
  })
})
