/** Users and their sessions, which are hidden from other callers (spec 5). */
import { assert, describe } from "@effect/vitest"
import { Collections, Consents, Users, UserStore } from "@sheaf/ports"
import { Effect, Option } from "effect"
import * as Consent from "../consents/ConsentWorld.ts"
import * as Company from "../collections/ScriptedCompany.ts"
import * as World from "../collections/World.ts"

const test = Consent.testWith({ script: Company.steps(Company.poll("LOGIN", 600_000)) })

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
    const id = yield* World.start(World.request, user)
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
        collections.timeOut(caller, id),
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
