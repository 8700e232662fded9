/** The contract of {@link Counters} (spec 8). */
import { assert, layer } from "@effect/vitest"
import { Clock, Effect } from "effect"
import type { Layer } from "effect"
import { TestClock } from "effect/testing"
import { Counters } from "../../limits/Counters.ts"
import { runConcurrently, newId, testsOf } from "../samples/Fixture.ts"

const rate = { name: "tests", quota: 3, windowMillis: 60_000 }
const limit = { starts: 4, startsAfterFailure: 2, windowMillis: 600_000 }

export const countersContract = <E>(name: string, adapter: Layer.Layer<Counters, E>) =>
  layer(adapter)(`the counters contract: ${name}`, (it) => {
    const test = testsOf(it, Counters)

    test("counts each key and each rate apart, and never beyond the quota", function* (counters) {
      const [key, other] = [yield* newId, yield* newId]
      const results = yield* runConcurrently(Array.from({ length: 20 }, () => counters.take(rate, key)))
      assert.lengthOf(
        results.filter(({ isAllowed }) => isAllowed),
        rate.quota
      )
      assert.strictEqual((yield* counters.take(rate, key)).waitMillis, 20_000)
      assert.strictEqual((yield* counters.take(rate, other)).remaining, 2)
      assert.strictEqual((yield* counters.take({ ...rate, name: "other tests" }, key)).remaining, 2)
    })

    test("allows a refused key's request after the pause", function* (counters) {
      const key = yield* newId
      for (let sent = 0; sent < rate.quota; sent++) yield* counters.take(rate, key)
      const { isAllowed, waitMillis } = yield* counters.take(rate, key)
      assert.isFalse(isAllowed)
      yield* TestClock.adjust(waitMillis)
      assert.isTrue((yield* counters.take(rate, key)).isAllowed)
    })

    test("returns requests to the quota, but nothing to a full quota", function* (counters) {
      const key = yield* newId
      yield* counters.refund(rate, key)
      for (let sent = 0; sent < rate.quota; sent++) yield* counters.take(rate, key)
      yield* counters.refund(rate, key)
      assert.isTrue((yield* counters.take(rate, key)).isAllowed)
      assert.isFalse((yield* counters.take(rate, key)).isAllowed)
    })

    test("counts concurrent starts of a login up to the limit, and allows the next after the pause", function* (counters) {
      const login = yield* newId
      const now = yield* Clock.currentTimeMillis
      const waits = yield* runConcurrently(Array.from({ length: 9 }, () => counters.countAttempt(limit, login, now)))
      assert.lengthOf(
        waits.filter((wait) => wait === 0),
        limit.starts
      )
      assert.strictEqual(yield* counters.countAttempt(limit, yield* newId, now), 0)
      const later = now + (yield* counters.countAttempt(limit, login, now))
      assert.strictEqual(yield* counters.countAttempt(limit, login, later), 0)
    })

    test("takes back a start, but no failed start and no more than it counted", function* (counters) {
      const [login, other] = [yield* newId, yield* newId]
      const at = yield* Clock.currentTimeMillis
      yield* counters.withdrawAttempt(limit, other, at)
      for (let sent = 0; sent < limit.starts; sent++) yield* counters.countAttempt(limit, login, at)
      yield* counters.withdrawAttempt(limit, other, at)
      assert.isAbove(yield* counters.countAttempt(limit, login, at), 0)
      yield* counters.withdrawAttempt(limit, login, at)
      assert.strictEqual(yield* counters.countAttempt(limit, login, at), 0)
      assert.isAbove(yield* counters.countAttempt(limit, login, at), 0)
    })

    test("allows fewer starts after a failed one", function* (counters) {
      const login = yield* newId
      const at = yield* Clock.currentTimeMillis
      yield* counters.countAttempt(limit, login, at)
      yield* counters.markAttemptFailed(limit, login, at)
      yield* counters.markAttemptFailed(limit, login, at)
      assert.strictEqual(yield* counters.countAttempt(limit, login, at + 1000), 0)
      assert.strictEqual(yield* counters.countAttempt(limit, login, at + 1000), limit.windowMillis - 1000)
    })

    test("reports a client's group once in a day, when it has one member too many", function* (counters) {
      const [clientId, other] = [yield* newId, yield* newId]
      const group = { clientId, name: "group", day: "2026-03-01", maxMembers: 2 }
      const add = (...members: ReadonlyArray<string>) =>
        Effect.forEach(members, (member) => counters.addMember(group, member))
      assert.notInclude(yield* add("a", "b", "a", "b"), true)
      assert.isFalse(yield* counters.addMember({ ...group, clientId: other }, "c"))
      assert.isFalse(yield* counters.addMember({ ...group, name: "another" }, "c"))
      assert.deepStrictEqual(yield* add("c", "d", "c"), [true, false, false])
      assert.isFalse(yield* counters.addMember({ ...group, day: "2026-03-02" }, "c"))
    })

    test("remembers a failed start that it did not count", function* (counters) {
      const login = yield* newId
      const at = yield* Clock.currentTimeMillis
      yield* counters.markAttemptFailed(limit, login, at)
      assert.strictEqual(yield* counters.countAttempt(limit, login, at), 0)
      assert.isAbove(yield* counters.countAttempt(limit, login, at), 0)
    })
  })
