import { assert, describe } from "@effect/vitest"
import { Collections } from "@sheaf/ports"
import type { CollectionListRequest } from "@sheaf/ports"
import { Effect } from "effect"
import { TestClock } from "effect/testing"
import * as World from "./World.ts"
import { test } from "./World.ts"

const startLater = (attributes = {}) =>
  Effect.andThen(
    TestClock.adjust("1 milli"),
    World.start({
      ...World.request,
      parameters: [...World.request.parameters, { type: "SESSION_METADATA", attributes }]
    })
  )

const page = Effect.fnUntraced(function* (request: Partial<CollectionListRequest>, caller = World.caller) {
  const { items, next } = yield* (yield* Collections).list(caller, { limit: 2, ...request })
  return { ids: items.map((item) => item.collectionId), items, next }
})

const waiting = World.always(World.poll("LOGIN", 600_000))

describe("the list of collections", () => {
  test("comes newest first, page by page, and new collections neither repeat nor hide an entry", function* (company) {
    company.script = waiting
    const start = startLater()
    const [a, b, c, d, e] = yield* Effect.all([start, start, start, start, start])
    const first = yield* page({})
    assert.deepStrictEqual(first.ids, [e, d])
    yield* start
    const second = yield* page({ cursor: first.next ?? "" })
    assert.deepStrictEqual(second.ids, [c, b])
    const third = yield* page({ cursor: second.next ?? "" })
    assert.deepStrictEqual(third.ids, [a])
    assert.isUndefined(third.next)
  })

  test("is filtered by the client's own reference, by status, and to the latest of each company", function* (company) {
    company.script = waiting
    const wanted = yield* startLater({ EXTERNAL_REFERENCE: "case-1" })
    const newest = yield* startLater()
    const { ids, items } = yield* page({ externalReference: "case-1" })
    assert.deepStrictEqual(ids, [wanted])
    assert.strictEqual(items[0]?.externalReference, "case-1")
    assert.deepStrictEqual((yield* page({ latest: true })).ids, [newest])
    assert.deepStrictEqual((yield* page({ statusIn: ["COMPLETED"] })).ids, [])
    assert.deepStrictEqual((yield* page({}, World.stranger)).ids, [])
  })

  test("refuses a cursor of another client, of other filters, or that somebody changed", function* (company) {
    company.script = waiting
    const start = startLater()
    yield* Effect.all([start, start, start])
    const { next: cursor = "" } = yield* page({})
    const changed = (cursor.startsWith("A") ? "B" : "A") + cursor.slice(1)
    for (const [request, caller] of [
      [{ cursor }, World.stranger],
      [{ cursor, latest: true }, World.caller],
      [{ cursor: changed }, World.caller],
      [{ cursor: "" }, World.caller]
    ] as const) {
      assert.strictEqual((yield* Effect.flip(page(request, caller)))._tag, "InvalidCursor")
    }
  })
})
