import { assert, describe } from "@effect/vitest"
import { Collections, Consents, Tokens, Users, UserStore } from "@sheaf/ports"
import { Effect, Option, Redacted } from "effect"
import { TestClock } from "effect/testing"
import * as Consent from "../consents/ConsentWorld.ts"
import { start } from "../readings/UnderConsent.ts"
import * as Company from "../collections/ScriptedCompany.ts"
import * as World from "../collections/World.ts"

const test = Consent.testWith({ script: Company.steps(Company.poll("LOGIN", 600_000)) })

const unknownId = "019a9f0e-6b2c-7f41-8c3d-0a1b2c3d4e5f"

describe("a user", () => {
  test("is created once, and then found", function* () {
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
})

describe("a caller with a user token", () => {
  test("cannot create or find another user", function* () {
    const users = yield* Users
    const user = yield* Consent.maja
    yield* Consent.userOf("other")
    const { created, user: known } = yield* users.create(user, "maja")
    assert.deepStrictEqual([created, known.userId], [false, user.userId])
    for (const externalId of ["other", "nobody"]) {
      assert.strictEqual((yield* Effect.flip(users.create(user, externalId)))._tag, "UserNotFound")
    }
    assert.deepStrictEqual(yield* users.find(World.caller, "nobody"), Option.none())
  })
})

describe("a user's session", () => {
  test("has a token for the user, in the caller's environment", function* () {
    const users = yield* Users
    const tokens = yield* Tokens
    const user = yield* Consent.maja
    const session = yield* users.openSession(World.caller, user.userId)
    assert.strictEqual(session.userId, user.userId)
    assert.strictEqual(session.expiresAt, "2026-04-01T13:00:00.000Z")
    assert.deepStrictEqual(yield* tokens.verify(Redacted.make(session.token)), user)
  })

  test("ends together with all earlier sessions, and a new session can be opened at once", function* () {
    const users = yield* Users
    const tokens = yield* Tokens
    const user = yield* Consent.maja
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

type Refused = Effect.Effect<unknown, { readonly _tag: string }>

const checkRefused = Effect.fnUntraced(function* (tag: string, calls: ReadonlyArray<Refused>) {
  for (const call of calls) assert.strictEqual((yield* Effect.flip(call))._tag, tag)
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
      yield* checkRefused("UserNotFound", [
        users.read(caller, userId),
        users.openSession(caller, userId),
        users.endSessions(caller, userId),
        users.erase(caller, userId)
      ])
    }
    for (const caller of [other, World.stranger]) {
      assert.deepStrictEqual(yield* users.find(caller, "maja"), Option.none())
    }
    assert.isTrue(Option.isSome(yield* users.find(user, "maja")))
    assert.strictEqual((yield* users.read(user, user.userId)).userId, user.userId)
    const stored = Option.getOrThrow(yield* (yield* UserStore).find(user.clientId, user.userId))
    assert.strictEqual(stored.generation, 0, "no session has been ended")
  })

  test("finds no consent and no collection, and changes nothing", function* () {
    const consents = yield* Consents
    const collections = yield* Collections
    const { body: consent, consentId, user } = yield* Consent.awaiting()
    const id = yield* start(user, World.request)
    const collection = yield* World.until(id, "LOGIN")
    for (const caller of [
      yield* Consent.userOf("other"),
      yield* Consent.userOf("maja", World.stranger),
      World.stranger
    ]) {
      yield* checkRefused("ConsentNotFound", [
        consents.read(caller, consentId),
        consents.status(caller, consentId),
        consents.revoke(caller, consentId),
        consents.expire(caller, consentId)
      ])
      yield* checkRefused("CollectionNotFound", [
        collections.status(caller, id),
        collections.supply(caller, id, { type: "TWO_FACTOR_CODE", value: "123456" }),
        collections.expire(caller, id),
        collections.erase(caller, id),
        collections.insuranceData(caller, id),
        collections.wealthData(caller, id),
        collections.document(caller, id, "WEALTH", unknownId)
      ])
    }
    for (const caller of [user, World.caller]) {
      assert.deepStrictEqual(yield* Consent.statusOf(caller, consentId), consent)
      assert.deepStrictEqual((yield* collections.status(caller, id)).body, collection)
    }
  })
})
