/** Contract tests: pages, single events, and positions. */
import { assert } from "@effect/vitest"
import { Option } from "effect"
import { EventStore, firstPosition } from "../../events/EventStore.ts"
import * as Sample from "../collections/Sample.ts"
import { strangeIds, testsOf } from "../Fixture.ts"
import { allOf } from "./Read.ts"
import type { Suite } from "./Read.ts"

export const reading = (it: Suite): void => {
  const test = testsOf(it, EventStore)

  test("pages continue where the previous page ended", function* (store) {
    const clientId = yield* Sample.newClient
    const ids: Array<string> = []
    for (let i = 0; i < 5; i++) ids.push(yield* Sample.ended(clientId, "COMPLETED_EMPTY"))
    const read: Array<string> = []
    let position = firstPosition
    for (const size of [2, 2, 1, 0]) {
      const { events, next } = yield* store.after(clientId, position, { limit: 2 })
      assert.strictEqual(events.length, size)
      read.push(...events.flatMap(({ facts }) => ("collectionId" in facts ? [facts.collectionId] : [])))
      position = next
    }
    assert.deepStrictEqual(read, ids)
    assert.deepStrictEqual(position, yield* store.end(clientId))
  })

  test("clients see only their own events", function* (store) {
    const clientId = yield* Sample.newClient
    yield* Sample.ended(clientId, "COMPLETED_EMPTY")
    const other = yield* Sample.newClient
    const [event] = yield* allOf(clientId)
    if (event === undefined) return assert.fail("the collection added no event")
    assert.deepStrictEqual(yield* store.read(clientId, event.eventId), Option.some(event))
    assert.isTrue(Option.isNone(yield* store.read(other, event.eventId)))
    for (const id of strangeIds) assert.isTrue(Option.isNone(yield* store.read(clientId, id)))
    assert.deepStrictEqual(yield* allOf(other), [])
    assert.deepStrictEqual(yield* store.end(other), firstPosition)
  })
}
