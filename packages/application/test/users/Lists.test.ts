/** Lists of collections and consents: pages, cursors and owners (spec 2.4, 11). */
import { assert, describe } from "@effect/vitest"
import { Collections, Consents } from "@sheaf/ports"
import type { UserCaller } from "@sheaf/ports"
import { Effect } from "effect"
import { TestClock } from "effect/testing"
import * as Consent from "../consents/ConsentWorld.ts"
import * as Bank from "../consents/ScriptedBank.ts"
import * as Company from "../collections/ScriptedCompany.ts"
import * as World from "../collections/World.ts"

const test = Consent.testWith({
  bank: { meanwhile: Bank.failsUnreachable },
  script: Company.repeatingScript(Company.poll("LOGIN", 600_000))
})

const company = "se-fjallbanken"

interface Query {
  readonly limit?: number
  readonly cursor?: string
  readonly company?: typeof company
  readonly latest?: boolean
  readonly isRunning?: true
}

interface Page {
  readonly ids: ReadonlyArray<string>
  readonly next?: string | undefined
}

interface List {
  readonly add: (user: UserCaller) => Effect.Effect<string, unknown, World.TestServices>
  readonly page: (user: UserCaller, query: Query) => Effect.Effect<Page, { readonly _tag: string }, World.TestServices>
}

const moment = TestClock.adjust("1 milli")

const lists: Readonly<Record<string, List>> = {
  collections: {
    add: (user) => Effect.andThen(moment, World.start({ ...World.request, company }, user)),
    page: Effect.fnUntraced(function* (user, { isRunning, ...query }) {
      const asked = { limit: 2, ...query, ...(isRunning && { statusIn: ["RUNNING"] as const }) }
      const { items, next } = yield* (yield* Collections).list(user, asked)
      return { ids: items.map((item) => item.collectionId), next }
    })
  },
  consents: {
    add: (user) => Effect.andThen(moment, Consent.create(user)),
    page: Effect.fnUntraced(function* (user, { isRunning, ...query }) {
      const asked = { limit: 2, ...query, ...(isRunning && { statusIn: ["INITIATED"] as const }) }
      const { items, next } = yield* (yield* Consents).list(user, asked)
      return { ids: items.map((item) => item.consentId), next }
    })
  }
}

describe.each(Object.entries(lists))("the list of %s", (_, { add, page }) => {
  test("is paged from newest to oldest, and new entries neither repeat nor hide an entry", function* () {
    const user = yield* Consent.maja
    const start = add(user)
    const [a, b, c, d, e] = yield* Effect.all([start, start, start, start, start])
    const first = yield* page(user, {})
    assert.deepStrictEqual(first.ids, [e, d])
    yield* start
    const second = yield* page(user, { cursor: first.next ?? "" })
    assert.deepStrictEqual(second.ids, [c, b])
    const third = yield* page(user, { cursor: second.next ?? "" })
    assert.deepStrictEqual(third.ids, [a])
    assert.isUndefined(third.next)
  })

  test("belongs to one user, and rejects other text and cursors from other users or filters", function* () {
    const user = yield* Consent.maja
    const other = yield* Consent.userOf("other")
    const foreign = yield* Consent.userOf("maja", World.stranger)
    const ofOther = yield* add(other)
    for (let count = 0; count < 3; count++) yield* add(user)
    assert.deepStrictEqual((yield* page(other, {})).ids, [ofOther])
    assert.deepStrictEqual((yield* page(foreign, {})).ids, [])
    const cursor = (yield* page(user, {})).next ?? assert.fail("no second page")
    const changed = (cursor.startsWith("A") ? "B" : "A") + cursor.slice(1)
    const refused: ReadonlyArray<readonly [UserCaller, Query]> = [
      [other, { cursor }],
      [foreign, { cursor }],
      [user, { cursor, company }],
      [user, { cursor, isRunning: true }],
      [user, { cursor, latest: true }],
      ...[changed, `${cursor}x`, "", "x".repeat(5000)].map((text) => [user, { cursor: text }] as const)
    ]
    for (const [caller, query] of refused) {
      assert.strictEqual((yield* Effect.flip(page(caller, query)))._tag, "InvalidCursor")
    }
  })
})

describe("the list of consents", () => {
  test("contains a user's consents, for the user and for the user's client", function* () {
    const consents = yield* Consents
    const user = yield* Consent.maja
    const consent = yield* consents.read(user, yield* Consent.create(user))
    assert.deepStrictEqual((yield* consents.list(user, { limit: 10 })).items, [consent])
    assert.deepStrictEqual((yield* consents.listOfUser(World.caller, user.userId, { limit: 10 })).items, [consent])
    const other = yield* Consent.userOf("other")
    for (const [caller, userId] of [
      [World.stranger, user.userId],
      [other, user.userId],
      [World.caller, "019a9f0e-6b2c-7f41-8c3d-0a1b2c3d4e5f"]
    ] as const) {
      const refused = yield* Effect.flip(consents.listOfUser(caller, userId, { limit: 10 }))
      assert.strictEqual(refused._tag, "UserNotFound")
    }
  })

  test("skips unreadable consents", function* () {
    const user = yield* Consent.maja
    const later = Effect.andThen(moment, Consent.create(user))
    const [a, b, c, d, e] = yield* Effect.all([later, later, later, later, later])
    for (const damaged of [e, c, b]) yield* Consent.corruptColumn(damaged, "scope")
    const page = Effect.fnUntraced(function* (query: Query) {
      const { items, next } = yield* (yield* Consents).list(user, { limit: 1, ...query })
      return { ids: items.map((item) => item.consentId), next }
    })
    const first = yield* page({})
    assert.deepStrictEqual(first.ids, [d])
    const second = yield* page({ cursor: first.next ?? "" })
    assert.deepStrictEqual(second.ids, [a])
    assert.isUndefined(second.next)
    assert.deepStrictEqual((yield* page({ limit: 10 })).ids, [d, a])
    assert.deepStrictEqual((yield* page({ limit: 10, latest: true })).ids, [])
  })
})
