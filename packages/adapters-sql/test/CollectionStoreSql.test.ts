/** What is particular to collections in SQL: what is promised, what fails as a whole, and who can open a row. */
import { assert, layer } from "@effect/vitest"
import { ClientStore, CollectionStore } from "@sheaf/ports"
import type { Advance, NewCollection } from "@sheaf/ports"
import { Effect, Option } from "effect"
import { SqlClient } from "effect/sql"
import * as Database from "./Database.ts"

const now = 1_775_000_000_000

const collection = (collectionId: string, clientId = "client-one"): NewCollection => ({
  head: {
    collectionId,
    clientId,
    company: "se-nordhem",
    market: "se",
    loginMethod: "EMAIL",
    status: "RUNNING",
    revision: 1,
    createdAt: now,
    statusChangedAt: now
  },
  products: ["INSURANCE"],
  order: { _tag: "Login", loginMethod: "EMAIL", login: { type: "EMAIL", email: "maja@example.com" }, attributes: {} },
  deadline: now + 600_000
})

const asking: Advance = {
  status: "TWO_FACTOR_PENDING",
  revision: 2,
  statusChangedAt: now,
  at: now,
  shown: {},
  identified: false,
  session: "session",
  pending: { question: { kind: "TWO_FACTOR_CODE", responseType: "NUMBER_CODE" }, until: now + 60_000 }
}

const addClients = Effect.gen(function* () {
  const clients = yield* ClientStore
  for (const id of ["client-one", "client-two"]) yield* clients.addClient({ id, name: id, environment: "test" })
})

/** How durable the last transaction was: 1 is NORMAL, 2 is FULL. SQLite keeps the level until it is given another. */
const lastDurability = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const [row] = yield* sql<{ synchronous: number }>`PRAGMA synchronous`
  return row?.synchronous
})

/** Brings the level back to NORMAL, so that the next transaction shows its own. */
const plain = Effect.flatMap(SqlClient.SqlClient, (sql) => sql.withTransaction(sql`SELECT 1`))

layer(Database.stores)("collections in SQLite", (it) => {
  it.effect("are accepted, and their input too, so that a power cut does not lose them; steps are not", () =>
    Effect.gen(function* () {
      const store = yield* CollectionStore
      const clients = yield* ClientStore
      const durabilityOf = <A, E, R>(write: Effect.Effect<A, E, R>) =>
        plain.pipe(Effect.andThen(write), Effect.andThen(lastDurability))
      assert.strictEqual(yield* durabilityOf(addClients), 2)
      assert.strictEqual(yield* durabilityOf(clients.addKey("client-one", new Uint8Array(32))), 2)
      assert.strictEqual(yield* durabilityOf(store.accept(collection("durable"))), 2)
      assert.strictEqual(
        yield* durabilityOf(store.advance({ collectionId: "durable", step: 0, revision: 1 }, [asking])),
        1
      )
      const input = { type: "TWO_FACTOR_CODE", value: "123456" } as const
      const answered = { revision: 3, shown: {}, at: now, answers: [input], answeredEtags: [] }
      const supply = store.supply({ collectionId: "durable", step: 1, revision: 2 }, answered)
      assert.strictEqual(yield* durabilityOf(supply), 2)
    })
  )

  it.effect("are not accepted twice under one id", () =>
    Effect.gen(function* () {
      const store = yield* CollectionStore
      yield* addClients
      yield* store.accept(collection("twice"))
      const error = yield* Effect.flip(store.accept(collection("twice", "client-two")))
      assert.strictEqual(error._tag, "StoreError")
      assert.isTrue(Option.isSome(yield* store.status("client-one", "twice")))
      assert.lengthOf(yield* store.history("twice"), 1)
    })
  )

  it.effect("are not accepted for a client that nobody knows", () =>
    Effect.gen(function* () {
      const store = yield* CollectionStore
      const error = yield* Effect.flip(store.accept(collection("orphan", "nobody")))
      assert.strictEqual(error.operation, "accept collection")
      assert.deepStrictEqual(yield* store.work("orphan"), Option.none())
    })
  )

  it.effect("stay as they were when a step cannot be written as a whole", () =>
    Effect.gen(function* () {
      const store = yield* CollectionStore
      yield* addClients
      yield* store.accept(collection("whole"))
      const before = yield* store.work("whole")
      const file = {
        documentId: "same",
        product: "INSURANCE",
        name: "Terms",
        contentType: "application/pdf",
        bytes: new Uint8Array(8)
      } as const
      const { pending: _, session: __, ...rest } = asking
      const change: Advance = { ...rest, status: "COMPLETED", data: { INSURANCE: [] }, documents: [file, file] }
      const error = yield* Effect.flip(store.advance({ collectionId: "whole", step: 0, revision: 1 }, [change]))
      assert.strictEqual(error.operation, "record steps")
      assert.deepStrictEqual(yield* store.work("whole"), before)
      assert.lengthOf(yield* store.history("whole"), 1)
      assert.deepStrictEqual(yield* store.document("whole", "INSURANCE", "same"), Option.none())
    })
  )

  it.effect("are read as they were committed, while a transaction changes them", () =>
    Effect.gen(function* () {
      const store = yield* CollectionStore
      const sql = yield* SqlClient.SqlClient
      yield* addClients
      yield* store.accept(collection("isolated"))
      const seen = yield* sql.withTransaction(
        Effect.gen(function* () {
          yield* sql`UPDATE collection SET status = 'FAILED' WHERE id = 'isolated'`
          return Option.getOrThrow(yield* store.status("client-one", "isolated")).status
        })
      )
      assert.strictEqual(seen, "RUNNING")
      assert.strictEqual(Option.getOrThrow(yield* store.status("client-one", "isolated")).status, "FAILED")
    })
  )

  it.effect("do not open when their sealed parts are moved to another row or column", () =>
    Effect.gen(function* () {
      const store = yield* CollectionStore
      const sql = yield* SqlClient.SqlClient
      yield* addClients
      yield* store.accept(collection("original"))
      yield* store.accept(collection("forged"))
      yield* sql`UPDATE collection SET placed_order = (SELECT placed_order FROM collection WHERE id = 'original')
        WHERE id = 'forged'`
      assert.strictEqual((yield* Effect.flip(store.work("forged"))).operation, "open order")
      yield* sql`UPDATE collection SET session = placed_order WHERE id = 'original'`
      assert.strictEqual((yield* Effect.flip(store.work("original"))).operation, "open session")
      yield* sql`UPDATE collection SET session = NULL, client_id = 'client-two' WHERE id = 'original'`
      assert.strictEqual((yield* Effect.flip(store.work("original"))).operation, "open order")
    })
  )

  it.effect("tell a failure of the database as one of the store", () =>
    Effect.gen(function* () {
      const store = yield* CollectionStore
      const sql = yield* SqlClient.SqlClient
      yield* sql`ALTER TABLE collection_history RENAME TO elsewhere`
      const error = yield* Effect.flip(store.history("any"))
      yield* sql`ALTER TABLE elsewhere RENAME TO collection_history`
      assert.strictEqual(error._tag, "StoreError")
      assert.strictEqual(error.operation, "read history")
    })
  )
})
