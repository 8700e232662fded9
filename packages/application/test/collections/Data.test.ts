/** Collected data: its ids, documents, filter and `otherInsuredPerson` (spec 2.6). */
import { assert, describe } from "@effect/vitest"
import type { InsuranceRecord } from "@sheaf/domain/InsuranceRecord"
import type { Parameter } from "@sheaf/domain/Parameter"
import type { WealthRecord } from "@sheaf/domain/WealthRecord"
import { ClientStore, Collections, CollectionStore } from "@sheaf/ports"
import type { CollectedData } from "@sheaf/ports"
import { CollectionSample } from "@sheaf/ports/testing"
import { Effect, Option } from "effect"
import * as Company from "./ScriptedCompany.ts"
import * as World from "./World.ts"

const document = (documentId: string) => ({
  documentId,
  name: `${documentId}.pdf`,
  contentType: "application/pdf" as const
})

const car: InsuranceRecord = { ...CollectionSample.carInsuranceRecord, documents: [document("letter")] }
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

const collecting = (name: string, collected: Partial<CollectedData>, body: World.TestBody<[]>) =>
  World.test(name, (company) => {
    company.script = Company.steps(
      Company.poll("COLLECTING"),
      Company.end("COMPLETED", { ...Company.noData, ...collected })
    )
    return body()
  })

const collect = Effect.fnUntraced(function* (
  status: "COMPLETED" | "COMPLETED_PARTIAL" | "COMPLETED_EMPTY",
  ...parameters: ReadonlyArray<Parameter>
) {
  const id = yield* World.start({ ...World.request, parameters: [...World.request.parameters, ...parameters] })
  yield* World.untilStatus(id, status)
  return id
})

describe("collected data", () => {
  collecting("includes documents, for the collection's owner only", { insurance: [car, dog] }, function* () {
    const collections = yield* Collections
    const id = yield* collect("COMPLETED")
    const [record] = yield* collections.insuranceData(World.caller, id)
    const documentId = record?.documents?.[0]?.documentId ?? assert.fail("no document")
    const found = yield* collections.document(World.caller, id, "INSURANCE", documentId)
    assert.strictEqual(new TextDecoder().decode(found.bytes), "%PDF-letter")
    assert.deepInclude(found, { name: "letter.pdf", documentId })
    const other = yield* collect("COMPLETED", { type: "COLLECTION_FILTER", insuranceTypes: ["animalInsurance"] })
    for (const [caller, collection, product, expected] of [
      [World.caller, id, "WEALTH", "DocumentNotFound"],
      [World.caller, other, "INSURANCE", "DocumentNotFound"],
      [World.stranger, id, "INSURANCE", "CollectionNotFound"]
    ] as const) {
      const error = yield* Effect.flip(collections.document(caller, collection, product, documentId))
      assert.strictEqual(error._tag, expected)
    }
  })

  for (const why of ["missing", "broken"]) {
    collecting(
      `is partial if a document is ${why}, and names the missing product`,
      { insurance: [{ ...car, documents: [document(why)] }] },
      function* () {
        const collections = yield* Collections
        const id = yield* collect("COMPLETED_PARTIAL")
        const body = yield* World.statusOf(id)
        assert.deepStrictEqual(body.extraInformation?.FAILURE_REASON?.missing, [
          { product: "INSURANCE", reason: "COMPANY_ERROR" }
        ])
        const [record] = yield* collections.insuranceData(World.caller, id)
        assert.notProperty(record, "documents")
      }
    )
  }

  collecting("matches the filter", { insurance: [car, dog], wealth: [pension()] }, function* () {
    const collections = yield* Collections
    const id = yield* collect("COMPLETED", { type: "COLLECTION_FILTER", insuranceSubTypes: ["dog"] })
    const records = yield* collections.insuranceData(World.caller, id)
    assert.deepStrictEqual(
      records.map(({ insurance }) => insurance.insuranceSubType),
      ["dog"]
    )
    assert.lengthOf(
      yield* collections.wealthData(World.caller, id),
      1,
      "a filter on insurance does not apply to wealth"
    )
  })

  collecting("is empty if nothing matches the filter", { insurance: [car, dog] }, function* () {
    const collections = yield* Collections
    const id = yield* collect("COMPLETED_EMPTY", { type: "COLLECTION_FILTER", insuranceTypes: ["personInsurance"] })
    assert.deepStrictEqual(yield* collections.insuranceData(World.caller, id), [])
  })

  const claim = { date: "2026-01-02", type: "Glass", status: "PAID" } as const
  const health: InsuranceRecord = {
    id: "health",
    insurance: {
      insuranceType: "personInsurance",
      insuranceSubType: "health",
      market: "se",
      insuranceCompany: "Nordhem"
    }
  }
  const carWithClaims: InsuranceRecord = { ...CollectionSample.carInsuranceRecord, claims: [claim] }

  const comfort = {
    id: "comfort",
    insurance: {
      insuranceType: "generalInsurance",
      insuranceSubType: "other",
      market: "se",
      insuranceCompany: "Nordhem",
      companyCategory: "Komfort"
    },
    sensitive: "HEALTH"
  } as const

  collecting("has no sensitive data by default", { insurance: [carWithClaims, health, comfort] }, function* () {
    const records = yield* (yield* Collections).insuranceData(World.caller, yield* collect("COMPLETED"))
    assert.deepStrictEqual(
      records.map(({ claims, insurance }) => [insurance.insuranceType, claims]),
      [["vehicleInsurance", undefined]]
    )
  })

  collecting(
    "has the sensitive data that the start names and for which the client is registered",
    { insurance: [carWithClaims, health, comfort] },
    function* () {
      const collections = yield* Collections
      const wanted = { ...World.request, sensitive: ["HEALTH", "CLAIMS"] as const }
      const refused = yield* Effect.flip(collections.start(World.caller, wanted))
      assert.strictEqual(refused._tag, "InvalidParameters")
      assert.deepStrictEqual(
        refused._tag === "InvalidParameters" ? refused.violations.map(({ code, pointer }) => [code, pointer]) : [],
        [
          ["SENSITIVE_NOT_ALLOWED", "/sensitive/0"],
          ["SENSITIVE_NOT_ALLOWED", "/sensitive/1"]
        ]
      )
      const clients = yield* ClientStore
      const client = {
        id: World.caller.clientId,
        name: "Client",
        environment: "test",
        sensitive: wanted.sensitive
      } as const
      yield* clients.addClient(client)
      yield* clients.allowSensitive(client.id, wanted.sensitive)
      const id = yield* World.start(wanted)
      yield* World.untilStatus(id, "COMPLETED")
      const records = yield* collections.insuranceData(World.caller, id)
      assert.deepStrictEqual(
        records.map(({ claims, insurance }) => [insurance.insuranceType, claims]),
        [
          ["vehicleInsurance", [claim]],
          ["personInsurance", undefined],
          ["generalInsurance", undefined]
        ]
      )
      for (const record of records) assert.notProperty(record, "sensitive")
    }
  )

  collecting(
    "says when and where it was collected, and what contradicts itself",
    { insurance: [{ ...dog, insurance: { ...dog.insurance, startDate: "2026-02-01", endDate: "2026-01-01" } }] },
    function* () {
      const [record] = yield* (yield* Collections).insuranceData(World.caller, yield* collect("COMPLETED"))
      assert.match(record?.collectedAt ?? "", /^\d{4}-\d{2}-\d{2}T/)
      assert.deepStrictEqual(
        [record?.source, record?.completeness, record?.warnings],
        ["COMPANY", { read: ["CONTRACT"] }, [{ code: "END_BEFORE_START", pointer: "/insurance/endDate" }]]
      )
    }
  )

  const others: ReadonlyArray<[name: string, record: WealthRecord, owner: string | undefined, expected: unknown]> = [
    ["the names differ", pension("Erik Berg"), "Maja Lind", true],
    ["the owner's name is missing", pension("Erik Berg"), undefined, undefined]
  ]
  for (const [name, record, owner, expected] of others) {
    collecting(`has otherInsuredPerson ${String(expected)} if ${name}`, { wealth: [record] }, function* () {
      const collections = yield* Collections
      const id = yield* collect("COMPLETED", ...(owner ? [{ type: "ACCOUNT_OWNER_NAME" as const, name: owner }] : []))
      const [found] = yield* collections.wealthData(World.caller, id)
      assert.isDefined(found)
      if (expected === undefined) assert.notProperty(found, "otherInsuredPerson")
      else assert.propertyVal(found, "otherInsuredPerson", expected)
    })
  }
})

describe("unavailable data", () => {
  World.test("is refused while the collection runs, with an error that names the status", function* (company) {
    company.script = Company.repeatingScript(Company.poll("LOGIN", 60_000))
    const id = yield* World.start()
    yield* World.untilStatus(id, "LOGIN")
    const error = yield* Effect.flip((yield* Collections).wealthData(World.caller, id))
    assert.deepInclude(error, { _tag: "CollectionNotCompleted", status: "LOGIN" })
  })
})

describe("a collection limited to products", () => {
  World.test("covers the products that the company offers, and names them with each status", function* (company) {
    company.script = Company.steps(Company.poll("LOGIN"), Company.askForCode)
    const collections = yield* Collections
    const store = yield* CollectionStore
    const started = yield* collections.start(World.caller, { ...World.request, products: ["WEALTH", "PSD2_AIS"] })
    const { id } = started.body
    assert.deepStrictEqual(started.body.products, ["WEALTH"])
    assert.deepStrictEqual(Option.getOrThrow(yield* store.loadState(id)).products, ["WEALTH"])
    assert.deepStrictEqual((yield* collections.status(World.caller, id)).body.products, ["WEALTH"])
    assert.strictEqual((yield* Effect.flip(collections.insuranceData(World.caller, id)))._tag, "ProductNotCollected")
  })

  World.test("passes its selection and only the listed attributes to the company", function* (company) {
    company.script = Company.completingScript
    const filter = { type: "COLLECTION_FILTER", products: ["WEALTH"], productTypes: ["ISK"] } as const
    const attributes = { BRANCH: "b-7", SESSION_ID: "s-1" }
    const id = yield* collect("COMPLETED_EMPTY", filter, { type: "SESSION_METADATA", attributes })
    assert.deepStrictEqual(
      company.orders.map((order) => [order.products, order.filter, order.attributes]),
      [[["WEALTH"], { productTypes: ["ISK"] }, { BRANCH: "b-7" }]]
    )
    const { body } = yield* (yield* Collections).status(World.caller, id)
    assert.deepStrictEqual([body.products, body.sessionMetadata], [["WEALTH"], attributes])
  })

  World.test("is rejected if the company offers none of them", function* () {
    const limited = { ...World.request, products: ["PSD2_AIS"] } as const
    const error = yield* Effect.flip((yield* Collections).start(World.caller, limited))
    assert.strictEqual(error._tag === "ProductNotSupported" && error.product, "PSD2_AIS")
  })
})

World.test("a file of more than 10 MiB is rejected", function* () {
  const content = `JVBERi0x${"AAAA".repeat((10 * 1024 * 1024) / 3)}`
  const file = { type: "PDF_DOCUMENT", fileName: "home.pdf", content } as const
  const upload = { ...World.request, loginMethod: "PDF_UPLOAD", parameters: [file] } as const
  const error = yield* Effect.flip((yield* Collections).start(World.caller, upload))
  assert.deepInclude(error, { _tag: "FileTooLarge", pointer: "/parameters/0/content" })
})
