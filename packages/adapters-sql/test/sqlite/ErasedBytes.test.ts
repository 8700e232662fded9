/**
 * Tests that values erased from the tables also disappear from the database file and its log, even in sealed form
 * (architecture 6).
 */
import { assert, layer } from "@effect/vitest"
import { CollectionSample as Sample, testsOf } from "@sheaf/ports/testing"
import { CollectionStore, Sealer, UserStore } from "@sheaf/ports"
import { Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { existsSync, readFileSync } from "node:fs"
import { DatabaseSync } from "node:sqlite"
import { WriteAheadLog } from "../../src/index.ts"
import * as Tables from "../../src/Tables.ts"
import * as Database from "../Database.ts"

const sealed: Array<Uint8Array> = []

const remembering = Layer.effect(
  Sealer,
  Effect.map(Sealer, (sealer) => ({
    ...sealer,
    seal: (place, plain) => Effect.tap(sealer.seal(place, plain), (bytes) => Effect.sync(() => sealed.push(bytes)))
  }))
).pipe(Layer.provideMerge(Database.sealing))

const stores = Database.everyStore.pipe(Layer.provideMerge(Layer.mergeAll(Database.layer, remembering)))

const stored = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const columns = yield* Effect.forEach(
    Tables.sealedColumns,
    ({ column, table }) =>
      sql<{ value: Uint8Array }>`SELECT ${sql(column)} AS value FROM ${sql(table)} WHERE ${sql(column)} IS NOT NULL`
  )
  return new Set(columns.flat().map(({ value }) => Buffer.from(value).toString("base64")))
})

const partLength = 16

/** Samples parts from all over a value, because a large value spans many pages. */
const partsOf = (value: Uint8Array): ReadonlyArray<Buffer> => {
  const bytes = Buffer.from(value)
  const count = Math.max(1, Math.floor(bytes.length / 512))
  return Array.from({ length: count }, (_, index) => {
    const end = bytes.length - index * 512
    return bytes.subarray(end - partLength, end)
  })
}

/** Searches the files for parts of sealed values. Counts erased values separately from those still in the tables. */
const found = Effect.gen(function* () {
  const path = yield* Database.DatabaseFile
  const kept = yield* stored
  const files = [path, `${path}-wal`].filter((file) => existsSync(file)).map((file) => readFileSync(file))
  const count = (values: ReadonlyArray<Uint8Array>) =>
    values.filter((value) => partsOf(value).some((part) => files.some((file) => file.includes(part)))).length
  const isKept = (value: Uint8Array) => kept.has(Buffer.from(value).toString("base64"))
  return { erased: count(sealed.filter((value) => !isKept(value))), kept: count(sealed.filter(isKept)) }
})

/** Runs a collection that asks a question and then stores its data and a large document. */
const collect = Effect.fnUntraced(function* (clientId: string, userId: string) {
  const store = yield* CollectionStore
  const { identity } = yield* Sample.acceptCollection(clientId, { userId })
  const { collectionId } = identity
  yield* store.advance(Sample.precondition(collectionId, 0, 1), [
    Sample.changeToStatus("TWO_FACTOR_PENDING", 2, {
      session: "a session",
      pending: Sample.pendingQuestion,
      shown: Sample.codeQuestionInformation
    })
  ])
  yield* store.supply(
    Sample.precondition(collectionId, 1, 2),
    Sample.answerChange([Sample.codeAnswer], { revision: 3 })
  )
  const document = {
    documentId: "statement",
    product: "WEALTH",
    name: "Statement",
    contentType: "application/pdf",
    bytes: new Uint8Array(20_000).fill(1)
  } as const
  const data = { INSURANCE: [Sample.carInsuranceRecord], WEALTH: [Sample.pensionRecord] }
  const ended = { session: "a session", pending: Sample.pendingQuestion, identified: true, data, documents: [document] }
  yield* store.advance(Sample.precondition(collectionId, 1, 3), [Sample.changeToStatus("COMPLETED", 4, ended)])
})

layer(stores)("the files of the database", (it) => {
  const test = testsOf(it, WriteAheadLog)

  test("have no byte of an erased value once the log is erased, and every byte of the others", function* (log) {
    const clientId = yield* Sample.newClient
    const [leaving, staying] = [yield* Sample.newUser(clientId), yield* Sample.newUser(clientId)]
    for (let number = 0; number < 15; number++) {
      yield* collect(clientId, leaving)
      yield* collect(clientId, staying)
    }
    yield* (yield* UserStore).erase(clientId, leaving, Sample.startTime + 5000)
    yield* (yield* CollectionStore).eraseOfUser(clientId, leaving, Sample.startTime + 5000)
    const before = yield* found
    assert.isAbove(before.erased, 15)
    yield* log.erase
    const kept = (yield* stored).size
    assert.isAbove(kept, 30)
    assert.deepStrictEqual(yield* found, { erased: 0, kept })
  })

  test("keep the length of a log that was overwritten meanwhile, which has no erased byte either", function* (log) {
    const sql = yield* SqlClient.SqlClient
    const path = `${yield* Database.DatabaseFile}-wal`
    yield* sql`CREATE TABLE value (bytes BLOB) STRICT`
    yield* log.erase
    yield* sql`INSERT INTO value VALUES (${Buffer.from("planted value")})`
    yield* sql`DELETE FROM value`
    assert.isTrue(readFileSync(path).includes("planted value"))
    for (let restarts = 0; restarts < 3; restarts++) {
      yield* sql`INSERT INTO value VALUES (zeroblob(42000000))`
    }
    yield* log.erase
    const left = readFileSync(path)
    assert.isAbove(left.length, 40_000_000)
    assert.isFalse(left.includes("planted value"))
  })

  test("keep the log while another process reads it, and lose it afterwards", function* (log) {
    const path = yield* Database.DatabaseFile
    const reader = new DatabaseSync(path, { readOnly: true })
    reader.exec("BEGIN")
    reader.prepare("SELECT count(*) FROM client").get()
    yield* Sample.newClient
    yield* log.erase
    assert.isAbove(readFileSync(`${path}-wal`).length, 0)
    reader.close()
    yield* log.erase
    assert.lengthOf(readFileSync(`${path}-wal`), 0)
  })
})
