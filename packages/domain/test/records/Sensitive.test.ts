/** Special categories of data, and kinds of insurance that Sheaf does not know. */
import { assert, describe, it } from "@effect/vitest"
import { Schema } from "effect"
import { withKnownKind } from "../../src/records/insurance/UnknownKind.ts"
import type { InsuranceRecord } from "../../src/records/insurance/InsuranceRecord.ts"
import { InsuranceType } from "../../src/records/InsuranceType.ts"
import { ReportedInsurance } from "../../src/collections/ReportedRecords.ts"
import { categoryOf, withinSensitive } from "../../src/records/insurance/Sensitive.ts"

const insurer = { market: "se", insuranceCompany: "Nordhem Försäkring" } as const
const person = (insuranceSubType: "accident" | "health" | "illness" | "income" | "life"): InsuranceRecord => ({
  id: "1",
  insurance: { insuranceType: "personInsurance", insuranceSubType, ...insurer }
})
const other = (companyCategory: string): InsuranceRecord => ({
  id: "1",
  insurance: { insuranceType: "generalInsurance", insuranceSubType: "other", companyCategory, ...insurer }
})

describe("Sensitive data", () => {
  it.each([
    [person("health"), "HEALTH"],
    [person("illness"), "ILLNESS"],
    [person("income"), "INCOME"],
    [person("accident"), undefined],
    [person("life"), undefined],
    [other("healthInsurance"), "HEALTH"],
    [other("groupHealth"), "HEALTH"],
    [other("Sjukförsäkring"), "ILLNESS"],
    [other("Sissetulekukindlustus"), "INCOME"],
    [other("Assurance santé"), "HEALTH"],
    [other("Standard, obligatorisk"), undefined],
    [other("Drulleförsäkring"), undefined]
  ] as const)("is recognized by its kind, or by the company's words: %#", (record, category) => {
    assert.strictEqual(categoryOf(record.insurance), category)
    assert.strictEqual(withinSensitive(record, []) === undefined, category !== undefined)
    if (category !== undefined) assert.strictEqual(withinSensitive(record, [category]), record)
  })

  it("includes the claims of any insurance, without which the record remains", () => {
    const record: InsuranceRecord = {
      ...person("accident"),
      claims: [{ date: "2026-01-02", type: "Fall", status: "PAID" }]
    }
    assert.deepStrictEqual<unknown>(withinSensitive(record, ["HEALTH"]), person("accident"))
    assert.strictEqual(withinSensitive(record, ["CLAIMS"]), record)
  })
})

describe("A kind that Sheaf does not know", () => {
  const read = Schema.decodeUnknownSync(ReportedInsurance)
  const reported = (insurance: object) => withKnownKind({ id: "1", insurance: { ...insurer, ...insurance } })

  it.each([
    [{ insuranceType: "droneInsurance" }, "droneInsurance"],
    [{ insuranceType: "droneInsurance", insuranceSubType: "racing" }, "droneInsurance/racing"],
    [{ insuranceType: "vehicleInsurance", insuranceSubType: "tractor" }, "tractor"],
    [{ insuranceType: "droneInsurance", companyCategory: "Drönare" }, "Drönare"],
    [{ insuranceType: "x".repeat(500) }, "x".repeat(200)]
  ])("is delivered as another kind, with the company's name for it: %#", (kind, companyCategory) => {
    const { insurance } = read(reported(kind))
    assert.deepStrictEqual<unknown>(insurance, {
      ...insurer,
      insuranceType: "generalInsurance",
      insuranceSubType: "other",
      companyCategory
    })
  })

  it("keeps what identifies the insured object", () => {
    const tractor = { insuranceType: "vehicleInsurance", insuranceSubType: "tractor", brand: "Valmet" }
    const { insuredObjects } = read(reported({ ...tractor, registrationNo: "ABC 123" }))
    assert.deepStrictEqual<unknown>(insuredObjects, [
      { objectType: "VEHICLE", brand: "Valmet", registrationNo: "ABC 123" }
    ])
  })

  it("leaves known kinds and missing types as they are", () => {
    for (const insurance of [
      { insuranceType: InsuranceType.literals[0], insuranceSubType: "car" },
      { insuranceSubType: "car" },
      { insuranceType: "animalInsurance" },
      { insuranceType: 7 }
    ]) {
      const record = { id: "1", insurance }
      assert.strictEqual(withKnownKind(record), record)
    }
  })
})
