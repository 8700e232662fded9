import { assert, describe, it } from "@effect/vitest"
import { Collections } from "@sheaf/ports"
import type { CollectionListRequest } from "@sheaf/ports"
import { Effect } from "effect"
import { TestClock } from "effect/testing"
import * as World from "./World.ts"

const world = Effect.provide(World.layer(World.steps(World.poll("LOGIN", 600_000))))

const start = (externalReference?: string) =>
  Effect.gen(function* () {
    const collections = yield* Collections
    yield* TestClock.adjust("1 milli")
    const { body } = yield* collections.start(World.caller, {
      ...World.request,
      parameters: [
        ...World.request.parameters,
        ...(externalReference === undefined
          ? []
          : [{ type: "SESSION_METADATA" as const, attributes: { EXTERNAL_REFERENCE: externalReference } }])
      ]
    })
    return body.id
  })

const page = Effect.fnUntraced(function* (request: Partial<CollectionListRequest>) {
  const collections = yield* Collections
  const { items, next } = yield* collections.list(World.caller, { limit: 2, ...request })
  return { ids: items.map((item) => item.collectionId), items, next }
})

describe("the list of collections", () => {
  it.effect("comes newest first, page by page, and new collections neither repeat nor hide an entry", () =>
    Effect.gen(function* () {
      const [a, b, c, d, e] = yield* Effect.all([start(), start(), start(), start(), start()])
      const first = yield* page({})
      assert.deepStrictEqual(first.ids, [e, d])
      yield* start()
      const second = yield* page({ cursor: first.next ?? "" })
      assert.deepStrictEqual(second.ids, [c, b])
      const third = yield* page({ cursor: second.next ?? "" })
      assert.deepStrictEqual(third.ids, [a])
      assert.isUndefined(third.next)
    }).pipe(world)
  )

  it.effect("finds a collection by the client's own reference, and shows it", () =>
    Effect.gen(function* () {
      yield* start("case-1")
      const wanted = yield* start("case-2")
      const { ids, items } = yield* page({ externalReference: "case-2" })
      assert.deepStrictEqual(ids, [wanted])
      assert.strictEqual(items[0]?.externalReference, "case-2")
    }).pipe(world)
  )

  it.effect("has one entry for each company when only the latest are wanted", () =>
    Effect.gen(function* () {
      yield* start()
      const newest = yield* start()
      assert.deepStrictEqual((yield* page({ latest: true })).ids, [newest])
    }).pipe(world)
  )

  it.effect("is empty for statuses that no collection is in, and for other clients", () =>
    Effect.gen(function* () {
      const collections = yield* Collections
      yield* start()
      assert.deepStrictEqual((yield* page({ statusIn: ["COMPLETED"] })).ids, [])
      assert.deepStrictEqual((yield* collections.list(World.stranger, { limit: 10 })).items, [])
    }).pipe(world)
  )

  it.effect("refuses a cursor of another client, of other filters, or that somebody changed", () =>
    Effect.gen(function* () {
      const collections = yield* Collections
      yield* Effect.all([start(), start(), start()])
      const { next = "" } = yield* page({})
      const refused = (effect: ReturnType<typeof collections.list>) => Effect.map(Effect.flip(effect), (it) => it._tag)
      assert.strictEqual(yield* refused(collections.list(World.stranger, { limit: 2, cursor: next })), "InvalidCursor")
      assert.strictEqual(
        yield* refused(collections.list(World.caller, { limit: 2, cursor: next, latest: true })),
        "InvalidCursor"
      )
      const changed = (next.startsWith("A") ? "B" : "A") + next.slice(1)
      assert.strictEqual(yield* refused(collections.list(World.caller, { limit: 2, cursor: changed })), "InvalidCursor")
      assert.strictEqual(yield* refused(collections.list(World.caller, { limit: 2, cursor: "" })), "InvalidCursor")
    }).pipe(world)
  )
})
