/**
 * The export of a user's data is a valid JSON document, and only a small part of it is in memory at any time (spec 5).
 */
import { assert, describe, it } from "@effect/vitest"
import { CollectionStore, ConnectSessionStore, ConsentStore, EventStore, MonitorStore, StoreError } from "@sheaf/ports"
import type { CollectionStatusView, NewConsent, StoredDocument, StoredEvent, StoredUser } from "@sheaf/ports"
import { CollectionSample, ConsentSample } from "@sheaf/ports/testing"
import { Effect, Layer, Option, Stream } from "effect"
import { UserExport } from "../../src/index.ts"

const user: StoredUser = {
  clientId: "client-one",
  userId: "user-one",
  externalId: 'Maja "the customer"\u2028',
  createdAt: 0,
  generation: 0
}

const collectionOf = (number: number, connectSessionId?: string): CollectionStatusView => ({
  collectionId: `collection-${number}`,
  clientId: user.clientId,
  userId: user.userId,
  company: "se-nordhem",
  market: "se",
  status: "COMPLETED",
  revision: 2,
  createdAt: 10_000 - number,
  statusChangedAt: 10_000,
  products: ["INSURANCE"],
  shown: {},
  ...(connectSessionId !== undefined && { connectSessionId })
})

const loginProof = { signature: "c2lnbmF0dXJl" }

const documentId = (collectionId: string, place: number) => `${collectionId}/${place}`

const eventOf = (seq: number, collectionId: string): StoredEvent => ({
  eventId: `event-${seq}`,
  position: { batch: 1, seq },
  type: "collection.completed",
  clientId: user.clientId,
  userId: user.userId,
  at: seq,
  facts: {
    collectionId,
    company: "se-nordhem",
    products: ["INSURANCE"],
    status: "COMPLETED",
    createdAt: 0,
    statusChangedAt: seq
  }
})

interface Stored {
  readonly collections: ReadonlyArray<CollectionStatusView>
  readonly documents?: ReadonlyArray<Uint8Array>
  readonly events?: ReadonlyArray<StoredEvent>
  readonly documentFails?: boolean
  readonly consents?: ReadonlyArray<NewConsent>
}

const storing = ({ collections, consents = [], documentFails = false, documents = [], events = [] }: Stored) => {
  const reads = { documents: 0, lists: 0 }
  const layer = Layer.mergeAll(
    Layer.mock(CollectionStore, {
      list: ({ after, limit }) =>
        Effect.sync(() => {
          reads.lists += 1
          return collections
            .filter(({ createdAt }) => after === undefined || createdAt < after.createdAt)
            .slice(0, limit)
        }),
      history: () => Effect.succeed([{ status: "COMPLETED", revision: 2, at: 5 }]),
      insuranceData: (collectionId) =>
        Effect.succeedSome([
          {
            ...CollectionSample.carInsuranceRecord,
            documents: documents.map((_, place) => ({
              documentId: documentId(collectionId, place),
              idStable: true,
              name: "Terms",
              contentType: "application/pdf" as const
            }))
          }
        ]),
      wealthData: () => Effect.succeedNone,
      proof: () => Effect.succeedSome(loginProof),
      document: (_, product, id) =>
        Effect.suspend(() => {
          reads.documents += 1
          if (documentFails)
            return Effect.fail(new StoreError({ operation: "read document", reason: "UNREADABLE", cause: "no key" }))
          const bytes = documents[Number(id.split("/")[1])] ?? new Uint8Array(0)
          const document: StoredDocument = {
            documentId: id,
            product,
            name: "Terms",
            contentType: "application/pdf",
            bytes
          }
          return Effect.succeedSome(document)
        }),
      dataFacts: (_, collectionId) => {
        const found = collections.find((each) => each.collectionId === collectionId)
        return Effect.succeed(
          Option.map(Option.fromUndefinedOr(found), ({ company, connectSessionId, products, status }) => ({
            company,
            products,
            status,
            expired: false,
            ...(connectSessionId !== undefined && { connectSessionId })
          }))
        )
      }
    }),
    Layer.mock(ConsentStore, {
      list: () => Effect.succeed(consents.map(({ view }) => ({ ...view, shown: {} }))),
      loadState: (id) => {
        const found = consents.find(({ view }) => view.consentId === id)
        return Effect.succeed(
          Option.map(Option.fromUndefinedOr(found), ({ progress, view }) => ({
            ...view,
            shown: {},
            progress: { ...progress, proof: loginProof },
            step: 1,
            dueAt: 0
          }))
        )
      }
    }),
    Layer.mock(MonitorStore, { list: () => Effect.succeed([]) }),
    Layer.mock(EventStore, {
      after: (_, { seq: from }, { limit }) =>
        Effect.sync(() => {
          const found = events.filter(({ position }) => position.seq > from).slice(0, limit)
          return {
            events: found,
            unreadable: [],
            next: found.at(-1)?.position ?? { batch: 1, seq: from },
            isSettling: false
          }
        })
    }),
    Layer.mock(ConnectSessionStore, {
      find: (clientId, connectSessionId) =>
        Effect.succeedSome({
          connectSessionId,
          clientId,
          purpose: "COLLECT",
          status: "COMPLETED",
          revision: 2,
          createdAt: 0,
          expiresAt: 1,
          endedAt: 1,
          isBound: true,
          terms: { returnTo: { returnUrl: "https://app.example/linked" } },
          progress: { steps: [] }
        })
    })
  )
  return { layer, reads }
}

type List = ReadonlyArray<{ readonly [member: string]: unknown }>

interface Exported {
  readonly user: { readonly userId: string; readonly externalId: string }
  readonly consents: List
  readonly monitors: List
  readonly collections: List
  readonly events: List
}

const exported = (stored: Stored) =>
  Effect.map(Stream.mkString(UserExport.exportUser(user)), (text): Exported => JSON.parse(text)).pipe(
    Effect.provide(storing(stored).layer)
  )

describe("an export", () => {
  it.effect("is one JSON document with everything, whatever the number of pages and the size of documents", () =>
    Effect.gen(function* () {
      const collections = Array.from({ length: 201 }, (_, number) => collectionOf(number))
      const documents = [0, 1, 49_151, 49_152, 49_153, 200_000].map((size) => new Uint8Array(size).fill(size % 251))
      const events = Array.from({ length: 200 }, (_, place) => eventOf(place + 1, "collection-0"))
      const all = yield* exported({ collections, documents, events })
      assert.deepInclude(all.user, { userId: user.userId, externalId: user.externalId })
      assert.deepStrictEqual(
        all.collections.map(({ collectionId }) => collectionId),
        collections.map(({ collectionId }) => collectionId)
      )
      assert.deepStrictEqual(
        all.events.map(({ eventId }) => eventId),
        events.map(({ eventId }) => eventId)
      )
      const [first] = all.collections
      assert.deepInclude(first, {
        status: "COMPLETED",
        history: [{ status: "COMPLETED", at: "1970-01-01T00:00:00.005Z" }],
        loginProof
      })
      assert.deepStrictEqual(
        first?.["documents"],
        documents.map((bytes, place) => ({
          documentId: documentId("collection-0", place),
          product: "INSURANCE",
          name: "Terms",
          contentType: "application/pdf",
          content: Buffer.from(bytes).toString("base64")
        }))
      )
      assert.deepStrictEqual(all.consents, [])
    })
  )

  it.effect("has the proof of a consent's authentication", () =>
    Effect.gen(function* () {
      const consent = yield* ConsentSample.make(user)
      const all = yield* exported({ collections: [], consents: [consent] })
      assert.containsSubset(all.consents, [{ consentId: consent.view.consentId, loginProof }])
    })
  )

  it.effect("is a document without collections and events, too", () =>
    Effect.gen(function* () {
      const all = yield* exported({ collections: [] })
      assert.deepInclude(all, { consents: [], monitors: [], collections: [], events: [] })
    })
  )

  it.effect("reads each document once its reader is there, and in small pieces", () =>
    Effect.gen(function* () {
      const collections = Array.from({ length: 50 }, (_, number) => collectionOf(number))
      const documents = [new Uint8Array(1_000_000), new Uint8Array(1_000_000)]
      const { layer, reads } = storing({ collections, documents })
      let [largest, begun] = [0, 0]
      yield* Stream.runForEachArray(UserExport.exportUser(user), (pieces) =>
        Effect.sync(() => {
          for (const piece of pieces) begun += piece.startsWith(`{"documentId"`) ? 1 : 0
          largest = Math.max(largest, pieces.join("").length)
          assert.isAtMost(reads.documents, begun + 1, "no document is read ahead of its reader")
        })
      ).pipe(Effect.provide(layer))
      assert.strictEqual(begun, 100)
      assert.strictEqual(reads.lists, 1)
      assert.isAtMost(largest, 70_000)
    })
  )

  it.effect("has no objects and events of sessions that the client has not confirmed", () =>
    Effect.gen(function* () {
      const collections = [collectionOf(0, "unconfirmed"), collectionOf(1)]
      const all = yield* exported({ collections, events: [eventOf(1, "collection-0"), eventOf(2, "collection-1")] })
      assert.deepStrictEqual(
        all.collections.map(({ collectionId }) => collectionId),
        ["collection-1"]
      )
      assert.deepStrictEqual(
        all.events.map(({ eventId }) => eventId),
        ["event-2"]
      )
    })
  )

  it.effect("fails rather than ends early if something cannot be read", () =>
    Effect.gen(function* () {
      const { layer } = storing({ collections: [collectionOf(0)], documents: [new Uint8Array(1)], documentFails: true })
      const error = yield* Effect.flip(Effect.provide(Stream.mkString(UserExport.exportUser(user)), layer))
      assert.strictEqual(error.reason, "UNREADABLE")
    })
  )
})
