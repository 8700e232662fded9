/** The groups into which a record's changes are sorted. */
import { assert, describe, it } from "@effect/vitest"
import { ChangeGroup, contentByGroup, defaultGroups } from "../../src/monitors/ChangeGroups.ts"
import type { InsuranceRecord } from "../../src/records/insurance/InsuranceRecord.ts"
import type { Pension } from "../../src/records/wealth/Pension.ts"
import type { WealthRecord } from "../../src/records/wealth/WealthRecord.ts"

const terms = { documentId: "random-1", name: "Terms", contentType: "application/pdf" } as const

const policy: InsuranceRecord = {
  id: "policy-1",
  idStable: true,
  insurance: {
    insuranceType: "vehicleInsurance",
    insuranceSubType: "car",
    market: "se",
    insuranceCompany: "Nordhem",
    premium: { amount: { amount: 4800, currency: "SEK" }, paymentFrequency: 12, period: "YEAR" },
    coverage: "HALF",
    endDate: "2026-12-31"
  },
  documents: [terms]
}

const pension: Pension = {
  id: "pension-1",
  type: "OCCUPATIONAL_PENSION",
  company: "se-nordhem",
  companyDisplayName: "Nordhem",
  financialInformation: { currentValue: { amount: 100, currency: "SEK" } },
  holdings: [
    { name: "World", isin: "SE0000000001", type: "FUND", quantity: 1, value: { amount: 60, currency: "SEK" } },
    { name: "Sweden", type: "FUND", value: { amount: 40, currency: "SEK" } }
  ]
}

const changed = (before: InsuranceRecord | WealthRecord, after: InsuranceRecord | WealthRecord) => {
  const [one, other] = [contentByGroup(before), contentByGroup(after)]
  return ChangeGroup.literals.filter((group) => one[group] !== other[group])
}

describe("a changed record", () => {
  const { insurance } = policy

  it.each<[string, InsuranceRecord | WealthRecord, InsuranceRecord | WealthRecord, ReadonlyArray<ChangeGroup>]>([
    [
      "a premium",
      policy,
      { ...policy, insurance: { ...insurance, discountAmount: { amount: 1, currency: "SEK" } } },
      ["premium"]
    ],
    [
      "a coverage",
      policy,
      { ...policy, insurance: { ...insurance, coverage: "FULL" } as typeof insurance },
      ["coverage"]
    ],
    ["a period", policy, { ...policy, insurance: { ...insurance, endDate: "2027-12-31" } }, ["period"]],
    ["a name", policy, { ...policy, insurance: { ...insurance, insuranceName: "Car" } }, ["details"]],
    [
      "a document's random id",
      policy,
      { ...policy, id: "another", documents: [{ ...terms, documentId: "random-2" }] },
      []
    ],
    [
      "a value",
      pension,
      { ...pension, financialInformation: { currentValue: { amount: 101, currency: "SEK" } } },
      ["value"]
    ]
  ])("has %s in its group", (_, before, after, groups) => {
    assert.deepStrictEqual(changed(before, after), groups)
  })

  it("does not change with the order of its holdings, and moves in value alone", () => {
    const [world, sweden] = pension.holdings ?? []
    if (world === undefined || sweden === undefined) return assert.fail("two holdings")
    assert.deepStrictEqual(changed(pension, { ...pension, holdings: [sweden, world] }), [])
    const moved = { ...world, value: { amount: 61, currency: "SEK" } }
    assert.deepStrictEqual(changed(pension, { ...pension, holdings: [moved, sweden] }), ["value"])
    const cheaper = { ...world, feeVariable: 0.001 }
    assert.deepStrictEqual(changed(pension, { ...pension, holdings: [cheaper, sweden] }), ["fees"])
    assert.include(changed(pension, { ...pension, holdings: [world] }), "holdings")
  })

  it("leaves what moves daily out by default", () => {
    assert.notInclude(defaultGroups, "value")
    assert.notInclude(defaultGroups, "balance")
  })
})
