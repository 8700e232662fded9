/** Contract tests for collected data (spec 10). */
import { assert } from "@effect/vitest"
import { Option } from "effect"
import { CollectionStore } from "../../collections/CollectionStore.ts"
import { newId, testsOf } from "../samples/Fixture.ts"
import * as Sample from "../samples/CollectionSample.ts"
import type { CollectionTestMethods } from "../samples/CollectionSample.ts"

const sizes = [0, 1, 65_536, 1_048_576]

const parse = (json: Uint8Array): unknown =>
  JSON.parse(decodeURIComponent(Array.from(json, (byte) => `%${byte.toString(16).padStart(2, "0")}`).join("")))

export const collectedDataTests = (it: CollectionTestMethods): void => {
  const test = testsOf(it, CollectionStore)

  test("returns the records of each product unchanged", function* (store) {
    const clientId = yield* Sample.newClient
    const data = {
      INSURANCE: [Sample.carInsuranceRecord, { ...Sample.carInsuranceRecord, id: "second" }],
      WEALTH: [Sample.pensionRecord]
    }
    const collectionId = yield* Sample.acceptEndedCollection(clientId, "COMPLETED", { data })
    assert.deepStrictEqual(yield* Sample.recordsOf(store.insuranceData(collectionId)), data.INSURANCE)
    assert.deepStrictEqual(yield* Sample.recordsOf(store.wealthData(collectionId)), data.WEALTH)
    for (const product of ["INSURANCE", "WEALTH"] as const) {
      const json = Option.getOrThrow(yield* store.dataJson(collectionId, product))
      assert.deepStrictEqual(parse(json), data[product])
    }
  })

  test("returns no records for a product without records", function* (store) {
    const clientId = yield* Sample.newClient
    const collectionId = yield* Sample.acceptEndedCollection(clientId, "COMPLETED", {
      data: { INSURANCE: [Sample.carInsuranceRecord], WEALTH: [] }
    })
    assert.deepStrictEqual(yield* Sample.recordsOf(store.wealthData(collectionId)), [])
    const empty = yield* Sample.acceptEndedCollection(clientId, "COMPLETED_EMPTY")
    assert.deepStrictEqual(yield* Sample.recordsOf(store.insuranceData(empty)), [])
    assert.deepStrictEqual(yield* Sample.recordsOf(store.wealthData(empty)), [])
  })

  test("provides the facts for an access check", function* (store) {
    const clientId = yield* Sample.newClient
    const collection = yield* Sample.make(clientId)
    const { collectionId, company } = collection.identity
    yield* store.accept({ ...collection, products: ["WEALTH"] })
    const running = { company, status: "RUNNING", products: ["WEALTH"], expired: false } as const
    assert.deepStrictEqual(yield* store.dataFacts(clientId, collectionId), Option.some(running))
    yield* store.advance(Sample.precondition(collectionId, 0, 1), [
      Sample.changeToStatus("COMPLETED", 2, { data: { WEALTH: [Sample.pensionRecord] } })
    ])
    const completed = { ...running, status: "COMPLETED", endedAt: Sample.startTime + 2_000 } as const
    assert.deepStrictEqual(yield* store.dataFacts(clientId, collectionId), Option.some(completed))
  })

  test("returns a document by id and product", function* (store) {
    const clientId = yield* Sample.newClient
    const [terms, statement] = [
      Sample.makeDocument(yield* newId),
      Sample.makeDocument(yield* newId, { product: "WEALTH", name: "Årsbesked 2025", contentType: "text/plain" })
    ]
    const collectionId = yield* Sample.acceptEndedCollection(clientId, "COMPLETED", { documents: [terms, statement] })
    const get = store.document
    assert.deepStrictEqual(yield* get(collectionId, "INSURANCE", terms.documentId), Option.some(terms))
    assert.deepStrictEqual(yield* get(collectionId, "WEALTH", statement.documentId), Option.some(statement))
    assert.deepStrictEqual(yield* get(collectionId, "WEALTH", terms.documentId), Option.none())
    // A later collection can have a document with the same id but other content.
    const renewed = { ...terms, name: "Terms of 2027" }
    const later = yield* Sample.acceptEndedCollection(clientId, "COMPLETED", { documents: [renewed] })
    assert.deepStrictEqual(yield* get(later, "INSURANCE", terms.documentId), Option.some(renewed))
    assert.deepStrictEqual(yield* get(collectionId, "INSURANCE", terms.documentId), Option.some(terms))
    assert.deepStrictEqual(yield* get(later, "WEALTH", statement.documentId), Option.none())
    assert.deepStrictEqual(yield* get(collectionId, "INSURANCE", "no-such-document"), Option.none())
  })

  test.each(sizes)("returns a document of %i bytes unchanged", function* (store, length) {
    const bytes = Uint8Array.from({ length }, (_, i) => (i * 7) % 256)
    const terms = Sample.makeDocument(yield* newId, { bytes })
    const collectionId = yield* Sample.acceptEndedCollection(yield* Sample.newClient, "COMPLETED", {
      documents: [terms]
    })
    const found = Option.getOrThrow(yield* store.document(collectionId, "INSURANCE", terms.documentId))
    assert.strictEqual(found.bytes.length, length)
    assert.isTrue(found.bytes.every((byte, i) => byte === bytes[i]))
  })
}
