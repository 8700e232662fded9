import { assert, describe, it } from "@effect/vitest"
import type { InsuranceRecord } from "@sheaf/domain/InsuranceRecord"
import type { Parameter } from "@sheaf/domain/Parameter"
import type { WealthRecord } from "@sheaf/domain/WealthRecord"
import { Collections } from "@sheaf/ports"
import type { Collected } from "@sheaf/ports"
import { Effect } from "effect"
import * as World from "./World.ts"

const document = (documentId: string) => ({
  documentId,
  name: `${documentId}.pdf`,
  contentType: "application/pdf" as const
})

const car: InsuranceRecord = {
  id: "car",
  insurance: {
    insuranceType: "vehicleInsurance",
    insuranceSubType: "car",
    market: "se",
    insuranceCompany: "Nordhem",
    insuranceNumber: "NH-1"
  },
  documents: [document("letter")]
}
const dog: InsuranceRecord = {
  id: "dog",
  insurance: { insuranceType: "animalInsurance", insuranceSubType: "dog", market: "se", insuranceCompany: "Nordhem" }
}
const pension = (insuredPersonName?: string, otherInsuredPerson?: boolean): WealthRecord => ({
  id: "pension",
  type: "OCCUPATIONAL_PENSION",
  company: "se-nordhem",
  companyDisplayName: "Nordhem",
  ...(insuredPersonName !== undefined && { insuredPersonName }),
  ...(otherInsuredPerson !== undefined && { otherInsuredPerson })
})

/** Collects these records with these further parameters, and waits for the end. */
const collect = Effect.fnUntraced(function* (
  status: "COMPLETED" | "COMPLETED_PARTIAL" | "COMPLETED_EMPTY",
  ...parameters: ReadonlyArray<Parameter>
) {
  const collections = yield* Collections
  const { body } = yield* collections.start(World.caller, {
    ...World.request,
    parameters: [...World.request.parameters, ...parameters]
  })
  yield* World.until(body.id, status)
  return body.id
})

const world = (collected: Partial<Collected>) =>
  Effect.provide(
    World.layer(World.steps(World.poll("COLLECTING"), World.end("COMPLETED", { ...World.nothing, ...collected })))
  )

describe("collected data", () => {
  it.effect("has ids of its own in every collection, and keeps its numbers", () =>
    Effect.gen(function* () {
      const collections = yield* Collections
      const ids = yield* Effect.all([collect("COMPLETED"), collect("COMPLETED")])
      const [first, second] = yield* Effect.forEach(ids, (id) => collections.insuranceData(World.caller, id))
      assert.notStrictEqual(first?.[0]?.id, second?.[0]?.id)
      assert.strictEqual(first?.[0]?.insurance.insuranceNumber, "NH-1")
    }).pipe(world({ insurance: [car] }))
  )

  it.effect("brings its documents along, for the owner of the collection only", () =>
    Effect.gen(function* () {
      const collections = yield* Collections
      const id = yield* collect("COMPLETED")
      const [record] = yield* collections.insuranceData(World.caller, id)
      const documentId = record?.documents?.[0]?.documentId ?? assert.fail("no document")
      const found = yield* collections.document(World.caller, id, "INSURANCE", documentId)
      assert.strictEqual(new TextDecoder().decode(found.bytes), "%PDF-letter")
      assert.strictEqual(found.name, "letter.pdf")
      const tagOf = (effect: ReturnType<typeof collections.document>) =>
        Effect.map(Effect.flip(effect), (it) => it._tag)
      assert.strictEqual(
        yield* tagOf(collections.document(World.caller, id, "WEALTH", documentId)),
        "DocumentNotFound",
        "each product serves its own"
      )
      assert.strictEqual(
        yield* tagOf(collections.document(World.stranger, id, "INSURANCE", documentId)),
        "CollectionNotFound"
      )
      const other = yield* collect("COMPLETED")
      assert.strictEqual(
        yield* tagOf(collections.document(World.caller, other, "INSURANCE", documentId)),
        "DocumentNotFound",
        "a document belongs to its collection"
      )
    }).pipe(world({ insurance: [car] }))
  )

  for (const why of ["missing", "broken"]) {
    it.effect(`is partial when a document cannot be had (${why}), and says what is missing`, () =>
      Effect.gen(function* () {
        const collections = yield* Collections
        const id = yield* collect("COMPLETED_PARTIAL")
        const { body } = yield* collections.status(World.caller, id)
        assert.deepStrictEqual(body.extraInformation?.FAILURE_REASON?.missing, [
          { product: "INSURANCE", reason: "COMPANY_ERROR" }
        ])
        const [record] = yield* collections.insuranceData(World.caller, id)
        assert.notProperty(record, "documents")
      }).pipe(world({ insurance: [{ ...car, documents: [document(why)] }] }))
    )
  }

  it.effect("is what the filter admits", () =>
    Effect.gen(function* () {
      const collections = yield* Collections
      const id = yield* collect("COMPLETED", { type: "COLLECTION_FILTER", insuranceSubTypes: ["dog"] })
      const records = yield* collections.insuranceData(World.caller, id)
      assert.deepStrictEqual(
        records.map(({ insurance }) => insurance.insuranceSubType),
        ["dog"]
      )
      assert.lengthOf(yield* collections.wealthData(World.caller, id), 1, "a filter on insurances leaves wealth alone")
    }).pipe(world({ insurance: [car, dog], wealth: [pension()] }))
  )

  it.effect("is empty when the filter admits nothing", () =>
    Effect.gen(function* () {
      const collections = yield* Collections
      const id = yield* collect("COMPLETED_EMPTY", { type: "COLLECTION_FILTER", insuranceTypes: ["personInsurance"] })
      assert.deepStrictEqual(yield* collections.insuranceData(World.caller, id), [])
    }).pipe(world({ insurance: [car, dog] }))
  )

  const others: ReadonlyArray<[name: string, record: WealthRecord, owner: string | undefined, expected: unknown]> = [
    ["the company says that it is another", pension("Maja Lind", true), "Maja Lind", true],
    ["the company says that it is the same", pension("Erik Berg", false), "Maja Lind", false],
    ["the names differ", pension("Erik Berg"), "Maja Lind", true],
    ["the names agree", pension("LIND, Maja"), "Maja Karin Lind", false],
    ["no name of the owner is given", pension("Erik Berg"), undefined, undefined],
    ["no name of the insured person is known", pension(), "Maja Lind", undefined]
  ]
  for (const [name, record, owner, expected] of others) {
    it.effect(`tells about otherInsuredPerson when ${name}: ${String(expected)}`, () =>
      Effect.gen(function* () {
        const collections = yield* Collections
        const id = yield* collect("COMPLETED", ...(owner ? [{ type: "ACCOUNT_OWNER_NAME" as const, name: owner }] : []))
        const [found] = yield* collections.wealthData(World.caller, id)
        assert.isDefined(found)
        if (expected === undefined) assert.notProperty(found, "otherInsuredPerson")
        else assert.propertyVal(found, "otherInsuredPerson", expected)
      }).pipe(world({ wealth: [record] }))
    )
  }
})

describe("data that cannot be had", () => {
  it.effect("is refused while the collection runs, naming its status", () =>
    Effect.gen(function* () {
      const collections = yield* Collections
      const { body } = yield* collections.start(World.caller, World.request)
      yield* World.until(body.id, "LOGIN")
      const error = yield* Effect.flip(collections.wealthData(World.caller, body.id))
      assert.deepInclude(error, { _tag: "CollectionNotCompleted", status: "LOGIN" })
    }).pipe(Effect.provide(World.layer(World.steps(World.poll("LOGIN", 60_000)))))
  )
})
