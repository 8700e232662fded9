/** A change in the shape of records is detected, and random variation is not mistaken for one (spec 14.5). */
import { assert, describe, it } from "@effect/vitest"
import type { InsuranceRecord } from "../../src/records/insurance/InsuranceRecord.ts"
import * as RecordDrift from "../../src/records/shapes/RecordDrift.ts"
import * as RecordShape from "../../src/records/shapes/RecordShape.ts"

const home: InsuranceRecord = {
  id: "record-1",
  insurance: {
    insuranceType: "houseContentInsurance",
    insuranceSubType: "villa",
    market: "se",
    insuranceCompany: "Nordhem",
    insuranceNumber: "778-1203",
    insuranceName: "Villa Stor",
    renewalDate: "2026-12-01",
    insuranceObjectCity: "Kungsbacka",
    livingArea: 143
  },
  claims: [{ date: "2025-02-03", type: "water", status: "PAID" }],
  coverages: [{ name: "Brand", included: true }],
  addons: []
}

const { livingArea: _, ...withoutArea } = home.insurance as Extract<
  InsuranceRecord["insurance"],
  { readonly insuranceType: "houseContentInsurance" }
>
const bare: InsuranceRecord = { ...home, insurance: withoutArea }
const inWords: InsuranceRecord = { ...home, insurance: { ...home.insurance, renewalDate: "first of December" } }

const nine = Date.parse("2026-11-20T09:00:00Z")
const minute = 60_000

/**
 * Returns the history after the given records, which arrive one minute apart, each from a different person unless
 * `person` is given.
 */
const after = (
  history: RecordDrift.ShapeHistory,
  records: ReadonlyArray<InsuranceRecord>,
  { at = nine, person }: { readonly at?: number; readonly person?: number } = {}
) =>
  records.reduce(
    (sofar, record, index) =>
      RecordDrift.observe(sofar, {
        shape: RecordShape.shapeOf(record),
        at: at + index * minute,
        person: person ?? index % RecordDrift.personNumbers
      }),
    history
  )

const times = (count: number, ...records: ReadonlyArray<InsuranceRecord>) =>
  Array.from({ length: count }, () => records).flat()

const good = after({}, times(100, home), { at: nine - 100 * minute })

describe("the shape of a record", () => {
  it("has the members and the classes of their values, and no value", () => {
    const shape = RecordShape.shapeOf(home)
    assert.deepStrictEqual(Object.fromEntries(shape), {
      insurance: "OBJECT",
      "insurance.insuranceType": "TEXT",
      "insurance.insuranceSubType": "TEXT",
      "insurance.market": "TEXT",
      "insurance.insuranceCompany": "TEXT",
      "insurance.insuranceNumber": "DIGITS",
      "insurance.insuranceName": "TEXT",
      "insurance.renewalDate": "DATE",
      "insurance.insuranceObjectCity": "TEXT",
      "insurance.livingArea": "NUMBER",
      coverages: "LIST",
      "coverages[].name": "TEXT",
      "coverages[].included": "BOOLEAN",
      addons: "EMPTY_LIST"
    })
    assert.strictEqual(RecordShape.kindOf(home), "houseContentInsurance.villa")
    for (const value of ["778-1203", "Villa Stor", "Kungsbacka", "143", "Brand", "2026-12-01"])
      assert.notInclude(JSON.stringify(good), value)
  })
})

describe("drift", () => {
  it("names the member that some records lack, their share, and the time of the first", () => {
    const [drift, ...others] = RecordDrift.driftsOf(after(good, times(12, home, home, bare, home, bare)))
    assert.lengthOf(others, 0)
    assert.isDefined(drift)
    assert.deepStrictEqual(
      { ...drift, share: Math.round(drift.share * 10) },
      { member: "insurance.livingArea", found: "ABSENT", since: nine + 2 * minute, share: 4 }
    )
    assert.strictEqual(
      RecordDrift.describe("houseContentInsurance.villa", { ...drift, share: 0.4 }),
      "40 % of houseContentInsurance.villa lack insurance.livingArea"
    )
  })

  it("names the member whose values have another class", () => {
    const [drift] = RecordDrift.driftsOf(after(good, times(10, inWords)))
    assert.deepStrictEqual(drift, { member: "insurance.renewalDate", found: "TEXT", since: nine, share: 1 })
  })

  it("names only the object if all of it is missing", () => {
    const { coverages: _, ...without } = home
    const drifts = RecordDrift.driftsOf(after(good, times(10, without)))
    assert.deepStrictEqual(
      drifts.map(({ member }) => member),
      ["coverages"]
    )
  })

  it.each([
    ["four people's records", after(good, times(4, bare))],
    ["many records of one person", after(good, times(100, bare), { person: 7 })],
    ["few good records", after(after({}, times(40, home)), times(9, bare))],
    ["a member that is new", after(after({}, times(100, bare)), times(100, home))],
    ["a tenth of the records", after(good, times(50, bare, ...times(9, home)))]
  ])("is not concluded from %s", (_, history) => {
    assert.deepStrictEqual(RecordDrift.driftsOf(history), [])
  })

  it("is not concluded from chance", () => {
    let seed = 1
    // A linear congruential generator, which gives every test run the same numbers.
    const next = () => (seed = (seed * 48271) % 2147483647) / 2147483647
    let history: RecordDrift.ShapeHistory = {}
    for (let index = 0; index < 20_000; index++) {
      history = after(history, [next() < 0.5 ? home : bare], { at: nine + index * minute, person: index % 1024 })
      assert.deepStrictEqual(RecordDrift.driftsOf(history), [])
    }
  })

  it("ends when the records are good again", () => {
    const broken = after(good, times(30, bare))
    assert.lengthOf(RecordDrift.driftsOf(broken), 1)
    assert.lengthOf(RecordDrift.driftsOf(after(broken, times(10, home))), 1)
    assert.lengthOf(RecordDrift.driftsOf(after(broken, times(60, home))), 0)
  })

  it("ends after 30 days, when the new shape counts as good", () => {
    const changed = after(after(good, times(30, bare)), times(60, bare), { at: nine + 31 * 86_400_000 })
    assert.deepStrictEqual(RecordDrift.driftsOf(changed), [])
    assert.deepStrictEqual(RecordDrift.driftsOf(after(changed, times(60, home))), [])
  })
})
