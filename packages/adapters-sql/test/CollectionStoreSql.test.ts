/**
 * Tests collections in SQL beyond the contract suite: durability, atomicity, and the binding of sealed columns to their
 * rows.
 */
import { assert, layer } from "@effect/vitest"
import { CollectionSample as Sample, testsOf } from "@sheaf/ports/testing"
import { ClientStore, CollectionStore } from "@sheaf/ports"
import { Effect, Option } from "effect"
import { SqlClient } from "effect/sql"
import * as Database from "./Database.ts"
import { durabilityOf } from "./sqlite/Durability.ts"

const accepted = (collectionId: string) => Sample.acceptCollection("client-one", { collectionId })

const addClients = Effect.gen(function* () {
  const clients = yield* ClientStore
  for (const id of ["client-one", "client-two"]) yield* clients.addClient({ id, name: id, environment: "test" })
})

layer(Database.stores)("collections in SQLite", (it) => {
  const test = testsOf(it, CollectionStore)

  test("survive a power cut once accepted, as do answers and lasting steps, but no other steps", function* (store) {
    const clients = yield* ClientStore
    assert.strictEqual(yield* durabilityOf(addClients), 2)
    assert.strictEqual(yield* durabilityOf(clients.addKey("client-one", new Uint8Array(32))), 2)
    assert.strictEqual(yield* durabilityOf(accepted("durable")), 2)
    const step = store.advance(Sample.precondition("durable", 0, 1), [Sample.questionChange])
    assert.strictEqual(yield* durabilityOf(step), 1)
    const supply = store.supply(Sample.precondition("durable", 1, 3), Sample.answerChange(Sample.codeAnswer))
    assert.strictEqual(yield* durabilityOf(supply), 2)
    yield* accepted("lasting")
    const lasting = store.advance(Sample.precondition("lasting", 0, 1), [Sample.questionChange], { isLasting: true })
    assert.strictEqual(yield* durabilityOf(lasting), 2)
  })

  test("are rejected under an existing id", function* (store) {
    yield* addClients
    yield* accepted("twice")
    const error = yield* Effect.flip(Sample.acceptCollection("client-two", { collectionId: "twice" }))
    assert.strictEqual(error._tag, "StoreError")
    assert.isTrue(Option.isSome(yield* store.status("client-one", "twice")))
    assert.lengthOf(yield* store.history("twice"), 1)
  })

  test("do not change if a step fails halfway", function* (store) {
    yield* addClients
    yield* accepted("whole")
    const before = yield* store.loadState("whole")
    const file = Sample.makeDocument("same")
    const change = Sample.changeToStatus("COMPLETED", 2, { data: { INSURANCE: [] }, documents: [file, file] })
    const error = yield* Effect.flip(store.advance(Sample.precondition("whole", 0, 1), [change]))
    assert.strictEqual(error.operation, "record steps")
    assert.deepStrictEqual(yield* store.loadState("whole"), before)
    assert.lengthOf(yield* store.history("whole"), 1)
    assert.deepStrictEqual(yield* store.document("whole", "INSURANCE", "same"), Option.none())
  })

  test("are read without uncommitted changes", function* (store) {
    const sql = yield* SqlClient.SqlClient
    yield* addClients
    yield* accepted("isolated")
    const seen = yield* sql.withTransaction(
      Effect.gen(function* () {
        yield* sql`UPDATE collection SET status = 'FAILED' WHERE id = 'isolated'`
        return Option.getOrThrow(yield* store.status("client-one", "isolated")).status
      })
    )
    assert.strictEqual(seen, "RUNNING")
    assert.strictEqual(Option.getOrThrow(yield* store.status("client-one", "isolated")).status, "FAILED")
  })

  test("cannot be read after a sealed value is moved to another row or column", function* (store) {
    const sql = yield* SqlClient.SqlClient
    yield* addClients
    for (const id of ["original", "forged"]) yield* accepted(id)
    yield* sql`UPDATE collection SET placed_order = (SELECT placed_order FROM collection WHERE id = 'original')
      WHERE id = 'forged'`
    assert.strictEqual((yield* Effect.flip(store.loadState("forged"))).operation, "open order")
    yield* sql`UPDATE collection SET session = placed_order WHERE id = 'original'`
    assert.strictEqual((yield* Effect.flip(store.loadState("original"))).operation, "open session")
    yield* sql`UPDATE collection SET session = NULL, client_id = 'client-two' WHERE id = 'original'`
    assert.strictEqual((yield* Effect.flip(store.loadState("original"))).operation, "open order")
  })

  test("report a database failure as StoreError", function* (store) {
    const sql = yield* SqlClient.SqlClient
    yield* sql`ALTER TABLE collection_history RENAME TO elsewhere`
    const error = yield* Effect.flip(store.history("any"))
    yield* sql`ALTER TABLE elsewhere RENAME TO collection_history`
    assert.strictEqual(error._tag, "StoreError")
    assert.strictEqual(error.operation, "read history")
  })
})
