/** The ids of records and documents across several collections (spec 10). */
import { assert, describe } from "@effect/vitest"
import type { ReportedInsurance, ReportedWealth } from "@sheaf/domain/ReportedRecords"
import type { StartCollection } from "@sheaf/domain/StartCollection"
import { Collections, Users } from "@sheaf/ports"
import type { Caller, CollectedData } from "@sheaf/ports"
import { CollectionSample } from "@sheaf/ports/testing"
import { Effect, Result } from "effect"
import * as Company from "./ScriptedCompany.ts"
import * as World from "./World.ts"

const document = (documentId: string) => ({ documentId, name: "letter", contentType: "application/pdf" as const })

const { insurance: numbered } = CollectionSample.carInsuranceRecord

const car: ReportedInsurance = { ...CollectionSample.carInsuranceRecord, documents: [document("letter")] }

const pension: ReportedWealth = {
  id: "pension",
  type: "OCCUPATIONAL_PENSION",
  company: "se-nordhem",
  companyDisplayName: "Nordhem",
  productNumber: "NH-77120"
}

const collected: CollectedData = { insurance: [car], wealth: [pension], missing: [] }

const collecting = (name: string, body: World.TestBody<[found: { collected: CollectedData }]>) =>
  World.test(name, (company) => {
    const found = { collected }
    company.script = (step, signal, key) =>
      Company.steps(Company.poll("COLLECTING"), Company.end("COMPLETED", found.collected))(step, signal, key)
    return body(found)
  })

const collect = Effect.fnUntraced(function* (asked: StartCollection = World.request, caller: Caller = World.caller) {
  const collections = yield* Collections
  const collectionId = yield* World.start(asked, caller)
  for (let attempt = 0; attempt < 2_000; attempt++) {
    const insurance = yield* Effect.result(collections.insuranceData(caller, collectionId))
    if (Result.isFailure(insurance)) yield* World.runPendingWork(1)
    else {
      const wealth = yield* collections.wealthData(caller, collectionId)
      return { collectionId, records: [...insurance.success, ...wealth] }
    }
  }
  return assert.fail("the collection never completed")
})

const identifiersOf = ({ records }: Effect.Success<ReturnType<typeof collect>>) =>
  records.flatMap(({ documents = [], id, idStable }) => [
    { id, idStable },
    ...documents.map((each) => ({ id: each.documentId, idStable: each.idStable }))
  ])

const idsOf = (...given: Parameters<typeof collect>) =>
  Effect.map(collect(...given), (found) => identifiersOf(found).map(({ id }) => id))

const login = (parameter: StartCollection["parameters"][number], loginMethod: StartCollection["loginMethod"]) => ({
  ...World.request,
  ...(loginMethod && { loginMethod }),
  parameters: [parameter]
})

const password = (username: string, password = "secret") =>
  login({ type: "USERNAME_PASSWORD", username, password }, "USERNAME_AND_PASSWORD")
const email = (address: string) => login({ type: "EMAIL", email: address }, "EMAIL")

describe("the ids of records and documents", () => {
  collecting("stay the same if the same person's contracts are collected again", function* () {
    const [first, second] = [yield* collect(), yield* collect(password("maja", "a new password"))]
    const identifiers = identifiersOf(first)
    assert.deepStrictEqual(identifiersOf(second), identifiers)
    assert.lengthOf(new Set(identifiers.map(({ id }) => id)), 3)
    assert.isTrue(identifiers.every(({ idStable }) => idStable))
    // Each collection serves its own copy of the document.
    const documentId = identifiers[1]?.id ?? assert.fail("no document")
    const collections = yield* Collections
    yield* collections.erase(World.caller, first.collectionId)
    yield* collections.document(World.caller, second.collectionId, "INSURANCE", documentId)
    const error = yield* Effect.flip(collections.document(World.caller, first.collectionId, "INSURANCE", documentId))
    assert.strictEqual(error._tag, "DataExpiredError")
  })

  collecting("differ between persons, companies and clients", function* () {
    const users = yield* Users
    const { user } = yield* users.create(World.caller, "maja")
    const maja = { ...World.caller, userId: user.userId }
    const all = [
      yield* idsOf(),
      yield* idsOf(password("Maja")),
      yield* idsOf(email("maja@example.com")),
      yield* idsOf(World.request, World.stranger),
      yield* idsOf(World.request, maja)
    ].flat()
    assert.lengthOf(new Set(all), all.length)
    assert.deepStrictEqual(yield* idsOf(email("maja@work.example"), maja), yield* idsOf(World.request, maja))
  })

  collecting("depend on the connector's reference, if there is one", function* (found) {
    const [first] = yield* idsOf()
    found.collected = {
      ...collected,
      insurance: [{ ...car, recordKey: "NH-77120", insurance: { ...numbered, insuranceNumber: "new" } }]
    }
    const { records } = yield* collect()
    assert.strictEqual(records[0]?.id, first)
    assert.notProperty(records[0], "recordKey")
  })

  collecting("are the same if the company lists a contract twice, which is one record", function* (found) {
    const once = yield* idsOf()
    found.collected = { insurance: [car, { ...car, id: "again" }], wealth: [pension, pension], missing: [] }
    assert.deepStrictEqual(yield* idsOf(), once)
  })

  collecting("are random and not stable without a unique reference", function* (found) {
    const { insuranceNumber: _, ...unnumbered } = numbered
    const dog = { ...car, recordKey: "dog", documents: [document("a"), document("a"), document("b")] }
    const motorcycle = { ...car, insurance: { ...numbered, insuranceSubType: "motorcycle" as const } }
    found.collected = {
      insurance: [{ ...car, insurance: unnumbered }, car, motorcycle, dog],
      wealth: [],
      missing: []
    }
    const [first, second] = [identifiersOf(yield* collect()), identifiersOf(yield* collect())]
    const stable = [false, false, false, false, false, false, true, false, false, true]
    assert.deepStrictEqual(
      first.map(({ idStable }) => idStable),
      stable
    )
    assert.deepStrictEqual(
      first.map(({ id }, index) => id === second[index]?.id),
      stable
    )
    assert.lengthOf(new Set(first.map(({ id }) => id)), first.length)
    // The filter drops one of two records with the same reference, but the other record's id is still not stable.
    const filter = { type: "COLLECTION_FILTER", insuranceSubTypes: ["car"] } as const
    const limited = yield* collect({ ...World.request, parameters: [...World.request.parameters, filter] })
    assert.deepStrictEqual(
      identifiersOf(limited).map(({ idStable }) => idStable),
      stable.slice(2)
    )
  })
})
