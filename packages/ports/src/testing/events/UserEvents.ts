/** Contract tests for what happens to an erased user's events. */
import { assert } from "@effect/vitest"
import { CollectionStore } from "../../collections/CollectionStore.ts"
import { ConsentStore } from "../../consents/ConsentStore.ts"
import { UserStore } from "../../users/UserStore.ts"
import * as Sample from "../samples/CollectionSample.ts"
import * as ConsentSample from "../samples/ConsentSample.ts"
import { testsOf } from "../samples/Fixture.ts"
import { allEvents, eventTypes } from "./EventFixture.ts"
import type { EventTestMethods } from "./EventFixture.ts"

export const userEventTests = (it: EventTestMethods): void => {
  const test = testsOf(it, UserStore)

  test("erasing a user's data erases the user's events, and the end of the erasure adds one", function* (users) {
    const owner = yield* ConsentSample.newOwner()
    const { clientId, userId } = owner
    const other = yield* Sample.newUser(clientId)
    yield* Sample.acceptEndedCollection(clientId, "COMPLETED_EMPTY", {}, { userId })
    yield* Sample.acceptEndedCollection(clientId, "COMPLETED_EMPTY", {}, { userId: other })
    yield* Sample.acceptEndedCollection(clientId, "FAILED")
    yield* ConsentSample.acceptClosedConsent(owner)
    assert.deepStrictEqual(
      (yield* allEvents(clientId, { userId })).map(({ type }) => type),
      ["collection.completed", "consent.ended"]
    )
    yield* users.erase(clientId, userId, Sample.startTime)
    yield* (yield* CollectionStore).eraseOfUser(clientId, userId, Sample.startTime)
    assert.deepStrictEqual(yield* allEvents(clientId, { userId }), [])
    yield* (yield* ConsentStore).eraseOfUser(clientId, userId)
    yield* users.erased({ clientId, userId })
    yield* users.erased({ clientId, userId })
    assert.deepStrictEqual(yield* eventTypes(clientId), ["collection.completed", "collection.failed", "user.erased"])
    const [, , erased] = yield* allEvents(clientId)
    assert.strictEqual(erased?.type === "user.erased" ? erased.facts.userId : undefined, userId)
  })
}
