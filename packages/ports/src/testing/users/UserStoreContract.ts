/** The contract of {@link UserStore} (spec 5). */
import { assert, layer } from "@effect/vitest"
import { Clock, Effect, Option } from "effect"
import type { Layer } from "effect"
import { TestClock } from "effect/testing"
import type { ClientStore } from "../../auth/ClientStore.ts"
import { erasedIdRetentionMillis, UserStore } from "../../users/UserStore.ts"
import type { StoredUser } from "../../users/UserStore.ts"
import * as Fixture from "../samples/Fixture.ts"
import * as Text from "../samples/Text.ts"

const createdAt = Fixture.startTime
const later = createdAt + 60_000

const newUser = Effect.fnUntraced(function* (externalId = "customer-1", ofClient?: string) {
  const clientId = ofClient ?? (yield* Fixture.newClient)
  const userId = yield* Fixture.newId
  return (yield* (yield* UserStore).create({ userId, clientId, externalId, createdAt })).user
})

const expectGone = Effect.fnUntraced(function* ({ clientId, externalId, userId }: StoredUser) {
  const store = yield* UserStore
  assert.deepStrictEqual(yield* store.find(clientId, userId), Option.none())
  assert.deepStrictEqual(yield* store.findByExternalId(clientId, externalId), Option.none())
  assert.isFalse(yield* store.endSessions(clientId, userId, later))
  assert.isFalse(yield* store.erase(clientId, userId, later))
})

const mine = ({ userId }: StoredUser) =>
  Effect.gen(function* () {
    return (yield* (yield* UserStore).erasures).filter((erasure) => erasure.userId === userId)
  })

export const userStoreContract = <E>(name: string, adapter: Layer.Layer<UserStore | ClientStore, E>) =>
  layer(adapter)(`the user store contract: ${name}`, (it) => {
    const test = Fixture.testsOf(it, UserStore)

    test("finds a created user by id and by externalId", function* (store) {
      const user = {
        clientId: yield* Fixture.newClient,
        userId: yield* Fixture.newId,
        externalId: "customer-1",
        createdAt
      }
      const expected: StoredUser = { ...user, generation: 0 }
      assert.deepStrictEqual(yield* store.create(user), { user: expected, created: true })
      assert.deepStrictEqual(yield* store.find(user.clientId, user.userId), Option.some(expected))
      assert.deepStrictEqual(yield* store.findByExternalId(user.clientId, "customer-1"), Option.some(expected))
    })

    test("returns the existing user only for the same externalId", function* (store) {
      const known = yield* newUser("Customer 1")
      const again = { ...known, userId: yield* Fixture.newId, createdAt: later }
      assert.deepStrictEqual(yield* store.create(again), { user: known, created: false })
      for (const externalId of ["customer 1", "Customer 1 ", "Customer 10", "Customer"]) {
        assert.deepStrictEqual(yield* store.findByExternalId(known.clientId, externalId), Option.none())
        const other = { ...again, userId: yield* Fixture.newId, externalId }
        assert.isTrue((yield* store.create(other)).created)
      }
    })

    test("creates one user for several concurrent calls with one externalId", function* (store) {
      const clientId = yield* Fixture.newClient
      const creating = Effect.flatMap(Fixture.newId, (userId) =>
        store.create({ userId, clientId, externalId: "the same", createdAt })
      )
      const all = yield* Fixture.runConcurrently(Array.from({ length: 8 }, () => creating))
      assert.lengthOf(
        all.filter(({ created }) => created),
        1
      )
      assert.lengthOf([...new Set(all.map(({ user }) => user.userId))], 1)
    })

    test("hides a user from other clients, which can use the same externalId", function* (store) {
      const user = yield* newUser("customer-1")
      const stranger = yield* Fixture.newClient
      assert.deepStrictEqual(yield* store.find(stranger, user.userId), Option.none())
      assert.deepStrictEqual(yield* store.findByExternalId(stranger, user.externalId), Option.none())
      assert.isFalse(yield* store.endSessions(stranger, user.userId, later))
      assert.isFalse(yield* store.erase(stranger, user.userId, later))
      assert.deepStrictEqual(yield* store.find(user.clientId, user.userId), Option.some(user))
      const other = yield* newUser("customer-1", stranger)
      assert.notStrictEqual(other.userId, user.userId)
    })

    test("finds no user by unusual ids", function* () {
      const user = yield* newUser()
      for (const id of Fixture.nonexistentIds) {
        yield* expectGone({ ...user, userId: id, externalId: id })
      }
    })

    test.prop({ externalId: Text.anyText })("stores any externalId unchanged", function* (store, { externalId }) {
      const user = yield* newUser(externalId)
      assert.strictEqual(user.externalId, externalId)
      assert.deepStrictEqual(yield* store.find(user.clientId, user.userId), Option.some(user))
      assert.deepStrictEqual(yield* store.findByExternalId(user.clientId, externalId), Option.some(user))
    })

    test("counts ends of sessions and keeps the latest time", function* (store) {
      const user = yield* newUser()
      const { clientId, userId } = user
      assert.isTrue(yield* store.endSessions(clientId, userId, later))
      const once = { ...user, generation: 1, sessionsEndedAt: later }
      assert.deepStrictEqual(yield* store.find(clientId, userId), Option.some(once))
      // A token stays invalid even if the clock is set back.
      assert.isTrue(yield* store.endSessions(clientId, userId, later - 1))
      const twice = { ...once, generation: 2 }
      assert.deepStrictEqual(yield* store.find(clientId, userId), Option.some(twice))
      assert.deepStrictEqual(yield* store.findByExternalId(clientId, user.externalId), Option.some(twice))
    })

    test("counts concurrent ends of sessions separately", function* (store) {
      const { clientId, userId } = yield* newUser()
      const ends = Array.from({ length: 6 }, () => store.endSessions(clientId, userId, later))
      yield* Effect.all(ends, { concurrency: "unbounded" })
      assert.strictEqual(Option.getOrThrow(yield* store.find(clientId, userId)).generation, 6)
    })

    test("no longer finds an erased user, and creates a new user for the externalId", function* (store) {
      const user = yield* newUser()
      assert.isTrue(yield* store.erase(user.clientId, user.userId, later))
      yield* expectGone(user)
      const next = yield* newUser(user.externalId, user.clientId)
      assert.notStrictEqual(next.userId, user.userId)
      assert.strictEqual(next.generation, 0)
      assert.deepStrictEqual(yield* store.find(user.clientId, user.userId), Option.none())
    })

    test("returns the last erasure of an externalId during its retention", function* (store) {
      const user = yield* newUser("customer-1")
      const { clientId, externalId, userId } = user
      const at = yield* Clock.currentTimeMillis
      assert.deepStrictEqual(yield* store.erasedAt(clientId, externalId), Option.none())
      yield* store.erase(clientId, userId, at)
      assert.deepStrictEqual(yield* store.erasedAt(clientId, externalId), Option.some(at))
      assert.deepStrictEqual(yield* store.erasedAt(clientId, "customer-10"), Option.none())
      assert.deepStrictEqual(yield* store.erasedAt(yield* Fixture.newClient, externalId), Option.none())
      yield* TestClock.adjust("1 second")
      const again = yield* newUser(externalId, clientId)
      yield* store.erase(clientId, again.userId, at + 1000)
      assert.deepStrictEqual(yield* store.erasedAt(clientId, externalId), Option.some(at + 1000))
      yield* TestClock.adjust(erasedIdRetentionMillis - 1)
      assert.deepStrictEqual(yield* store.erasedAt(clientId, externalId), Option.some(at + 1000))
      yield* TestClock.adjust(1)
      assert.deepStrictEqual(yield* store.erasedAt(clientId, externalId), Option.none())
    })

    test("forgets the externalIds of users erased before a time", function* (store) {
      const at = yield* Clock.currentTimeMillis
      const { clientId, externalId, userId } = yield* newUser()
      yield* store.erase(clientId, userId, at)
      yield* store.forgetErasedIds(at)
      assert.deepStrictEqual(yield* store.erasedAt(clientId, externalId), Option.some(at))
      yield* store.forgetErasedIds(at + 1)
      assert.deepStrictEqual(yield* store.erasedAt(clientId, externalId), Option.none())
      const living = yield* newUser(externalId, clientId)
      yield* store.forgetErasedIds(at + 1)
      assert.deepStrictEqual(yield* store.findByExternalId(clientId, externalId), Option.some(living))
    })

    test("lists an erasure until it is finished", function* (store) {
      const user = yield* newUser()
      const { clientId, userId } = user
      yield* store.erased({ clientId, userId })
      assert.deepStrictEqual(yield* mine(user), [])
      yield* store.erase(clientId, userId, later)
      assert.deepStrictEqual(yield* mine(user), [{ userId, clientId }])
      yield* store.erased({ clientId, userId })
      assert.deepStrictEqual(yield* mine(user), [])
      yield* expectGone(user)
    })

    test("erases a user once for several concurrent calls", function* (store) {
      const user = yield* newUser()
      const erasures = Array.from({ length: 6 }, () => store.erase(user.clientId, user.userId, later))
      const erased = yield* Effect.all(erasures, { concurrency: "unbounded" })
      assert.lengthOf(erased.filter(Boolean), 1)
      assert.lengthOf(yield* mine(user), 1)
    })
  })
