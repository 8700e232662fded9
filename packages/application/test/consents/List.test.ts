import { assert, describe } from "@effect/vitest"
import { Consents } from "@sheaf/ports"
import type { ConsentListRequest, UserCaller } from "@sheaf/ports"
import { Effect } from "effect"
import { TestClock } from "effect/testing"
import * as ConsentWorld from "./ConsentWorld.ts"
import { create, maja, testWith, userOf } from "./ConsentWorld.ts"
import * as Bank from "./ScriptedBank.ts"
import * as World from "../collections/World.ts"

const test = testWith({ bank: { meanwhile: Bank.isAway } })

const createLater = (user: UserCaller, company = "se-fjallbanken") =>
  Effect.andThen(TestClock.adjust("1 milli"), create(user, { ...ConsentWorld.request(), company }))

const page = Effect.fnUntraced(function* (user: UserCaller, request: Partial<ConsentListRequest> = {}) {
  const { items, next } = yield* (yield* Consents).list(user, { limit: 2, ...request })
  return { ids: items.map((item) => item.consentId), items, next }
})

describe("the list of consents", () => {
  test("comes newest first, page by page, and new consents neither repeat nor hide an entry", function* () {
    const user = yield* maja
    const create = createLater(user)
    const [a, b, c, d, e] = yield* Effect.all([create, create, create, create, create])
    const first = yield* page(user)
    assert.deepStrictEqual(first.ids, [e, d])
    yield* create
    const second = yield* page(user, { cursor: first.next ?? "" })
    assert.deepStrictEqual(second.ids, [c, b])
    const third = yield* page(user, { cursor: second.next ?? "" })
    assert.deepStrictEqual(third.ids, [a])
    assert.isUndefined(third.next)
  })

  test("holds the consents themselves", function* () {
    const consents = yield* Consents
    const user = yield* maja
    const consentId = yield* createLater(user)
    assert.deepStrictEqual((yield* page(user)).items, [yield* consents.read(user, consentId)])
  })

  test("is filtered by status and company, and shows the newest of each company", function* () {
    const consents = yield* Consents
    const user = yield* maja
    const older = yield* createLater(user)
    const newer = yield* createLater(user)
    const elsewhere = yield* createLater(user, "se-kontobanken")
    yield* consents.revoke(user, newer)
    assert.deepStrictEqual((yield* page(user, { company: "se-fjallbanken" })).ids, [newer, older])
    assert.deepStrictEqual((yield* page(user, { statusIn: ["INITIATED"] })).ids, [elsewhere, older])
    assert.deepStrictEqual((yield* page(user, { statusIn: ["REVOKED", "FAILED"] })).ids, [newer])
    assert.deepStrictEqual((yield* page(user, { latest: true })).ids, [elsewhere, newer])
    assert.deepStrictEqual((yield* page(user, { latest: true, statusIn: ["INITIATED"] })).ids, [elsewhere, older])
  })

  test("leaves out what cannot be read, and goes on behind it", function* () {
    const user = yield* maja
    const create = createLater(user)
    const [a, b, c, d, e] = yield* Effect.all([create, create, create, create, create])
    for (const damaged of [e, c, b]) yield* ConsentWorld.damageScope(damaged)
    const first = yield* page(user, { limit: 1 })
    assert.deepStrictEqual(first.ids, [d])
    const second = yield* page(user, { limit: 1, cursor: first.next ?? "" })
    assert.deepStrictEqual(second.ids, [a])
    assert.isUndefined(second.next)
    assert.deepStrictEqual((yield* page(user, { limit: 10 })).ids, [d, a])
    assert.deepStrictEqual((yield* page(user, { limit: 10, latest: true })).ids, [])
  })

  test("is that of one user, also when the client asks", function* () {
    const consents = yield* Consents
    const [one, two] = [yield* userOf("one"), yield* userOf("two")]
    const ofOne = yield* createLater(one)
    const ofTwo = yield* createLater(two)
    assert.deepStrictEqual((yield* page(one)).ids, [ofOne])
    assert.deepStrictEqual((yield* page(two)).ids, [ofTwo])
    const asked = yield* consents.listOfUser(World.caller, one.userId, { limit: 10 })
    assert.deepStrictEqual(
      asked.items.map(({ consentId }) => consentId),
      [ofOne]
    )
    const refused = (caller: typeof World.caller, userId: string) =>
      Effect.map(Effect.flip(consents.listOfUser(caller, userId, { limit: 10 })), ({ _tag }) => _tag)
    assert.strictEqual(yield* refused(World.stranger, one.userId), "UserNotFound")
    assert.strictEqual(yield* refused(two, one.userId), "UserNotFound")
    assert.strictEqual(yield* refused(World.caller, "019a9f0e-6b2c-7f41-8c3d-0a1b2c3d4e5f"), "UserNotFound")
  })

  test("takes no cursor of another user, client or choice of filters, and no other text", function* () {
    const consents = yield* Consents
    const user = yield* maja
    const other = yield* userOf("other")
    const foreign = yield* userOf("maja", World.stranger)
    for (const each of [user, user, user, other, foreign]) yield* createLater(each)
    const cursor = (yield* page(user)).next ?? assert.fail("there is a second page")
    const refused = (caller: UserCaller, request: Partial<ConsentListRequest>) =>
      Effect.map(Effect.flip(consents.list(caller, { limit: 2, ...request })), ({ _tag }) => _tag)
    for (const [caller, request] of [
      [other, { cursor }],
      [foreign, { cursor }],
      [user, { cursor, company: "se-fjallbanken" }],
      [user, { cursor, statusIn: ["INITIATED"] }],
      [user, { cursor, latest: true }],
      [user, { cursor: `${cursor}x` }],
      [user, { cursor: "" }],
      [user, { cursor: "x".repeat(5000) }]
    ] satisfies ReadonlyArray<readonly [UserCaller, Partial<ConsentListRequest>]>) {
      assert.strictEqual(yield* refused(caller, request), "InvalidCursor")
    }
    const second = yield* consents.listOfUser(World.caller, user.userId, { limit: 2, cursor })
    assert.lengthOf(second.items, 1)
  })
})
