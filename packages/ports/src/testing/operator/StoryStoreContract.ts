/** The contract of {@link StoryStore}. */
import { assert, layer } from "@effect/vitest"
import { Effect, Option } from "effect"
import type { Layer } from "effect"
import type { ClientStore } from "../../auth/ClientStore.ts"
import type { CollectionStore } from "../../collections/CollectionStore.ts"
import { StoryStore } from "../../operator/StoryStore.ts"
import type { UserStore } from "../../users/UserStore.ts"
import * as CollectionSample from "../samples/CollectionSample.ts"
import * as Fixture from "../samples/Fixture.ts"

type Stores = ClientStore | CollectionStore | StoryStore | UserStore

export const storyStoreContract = <E, R>(name: string, adapter: Layer.Layer<Stores | R, E>) =>
  layer(adapter)(`the story store contract: ${name}`, (it) => {
    const test = Fixture.testsOf(it, StoryStore)

    test("tells the story of a collection and of its user", function* ({ find }) {
      const clientId = yield* Fixture.newClient
      const userId = yield* Fixture.newUser(clientId)
      const collectionId = yield* CollectionSample.acceptEndedCollection(clientId, "COMPLETED", {}, { userId })
      const found = Option.getOrThrow(yield* find(collectionId))
      assert.deepInclude(found, { kind: "COLLECTION", createdAt: Fixture.startTime, attempts: [] })
      assert.deepInclude(found.facts, { client: clientId, status: "COMPLETED" })
      assert.deepStrictEqual(found.links, [{ name: "user", id: userId }])
      const steps = found.steps.map(({ what }) => what)
      for (const step of ["created", "RUNNING", "COMPLETED", "ended"]) assert.include(steps, step)
      const times = found.steps.map(({ at }) => at)
      assert.deepStrictEqual(
        times,
        times.toSorted((one, other) => one - other)
      )
      assert.include(
        found.events.map(({ type }) => type),
        "collection.completed"
      )
      const { events, kind, links } = Option.getOrThrow(yield* find(userId))
      assert.deepStrictEqual([kind, links], ["USER", [{ name: "collection", id: collectionId }]])
      assert.deepStrictEqual(events, found.events)
      for (const { subjectId } of events) assert.strictEqual(subjectId, collectionId)
      const eventId = found.events.at(-1)?.eventId ?? assert.fail("no event")
      const event = Option.getOrThrow(yield* find(eventId))
      assert.deepStrictEqual([event.kind, event.facts["type"]], ["EVENT", "collection.completed"])
      assert.deepInclude(event.links, { name: "subject", id: collectionId })
    })

    test("lists a company's newest failures, of all clients", function* ({ failures }) {
      const accept = Effect.fnUntraced(function* (status: "COMPLETED" | "FAILED" | "THIRD_PARTY_ERROR") {
        return yield* CollectionSample.acceptEndedCollection(yield* Fixture.newClient, status)
      })
      const before = yield* failures("se-nordhem", Fixture.startTime)
      yield* accept("COMPLETED")
      const ids = [yield* accept("FAILED"), yield* accept("THIRD_PARTY_ERROR")]
      const found = yield* failures("se-nordhem", Fixture.startTime)
      const known = new Set(before.map(({ collectionId }) => collectionId))
      const added = found.filter(({ collectionId }) => !known.has(collectionId))
      assert.sameMembers(
        added.map(({ collectionId, status }) => `${collectionId} ${status}`),
        [`${ids[0]} FAILED`, `${ids[1]} THIRD_PARTY_ERROR`]
      )
      assert.deepStrictEqual(yield* failures("se-nordhem", Fixture.startTime + 1), [])
      assert.deepStrictEqual(yield* failures("se-other", Fixture.startTime), [])
    })

    test("knows only what exists", function* ({ find }) {
      assert.isTrue(Option.isNone(yield* find(yield* Fixture.newId)))
      assert.isTrue(Option.isNone(yield* find("b4e0681cd483c3705ad32fae949d7fce")))
    })
  })
