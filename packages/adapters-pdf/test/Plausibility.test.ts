/** Tests which contradictions make a record implausible. */
import { assert, describe, it } from "@effect/vitest"
import type { InsuranceRecord } from "@sheaf/domain/InsuranceRecord"
import type { VehicleInsurance } from "@sheaf/domain/insurance/VehicleInsurance"
import { contradictionsIn } from "../src/diagnostics/Plausibility.ts"

const eur = (amount: number) => ({ amount, currency: "EUR" })

const car: VehicleInsurance = {
  insuranceType: "vehicleInsurance",
  insuranceSubType: "car",
  market: "fr",
  insuranceCompany: "Assurance Rivage"
}

const premium = (amount: number) => ({ amount: eur(amount), paymentFrequency: 12, period: "YEAR" }) as const

const recordOf = (members: Partial<VehicleInsurance>, more: Partial<InsuranceRecord> = {}): InsuranceRecord => ({
  id: "1",
  insurance: { ...car, ...members },
  ...more
})

const startDate = "2026-03-01"
const deductible = (amount: number) => [{ deductibleId: "vol", deductibleName: "Vol", deductibleAmount: eur(amount) }]
const driver = { name: "Julien", dateOfBirth: "1989-06-23" }

const table: ReadonlyArray<readonly [record: InsuranceRecord, contradictions: ReadonlyArray<string>]> = [
  [recordOf({}), []],
  [recordOf({ startDate, endDate: startDate, renewalDate: startDate }), []],
  [recordOf({ startDate, endDate: "2026-02-28" }), ["ends before it starts"]],
  [recordOf({ endDate: "2026-02-28" }), []],
  [recordOf({ startDate, renewalDate: "2026-02-28" }), ["is renewed before it starts"]],
  [recordOf({ premium: premium(0.01) }), []],
  [recordOf({ premium: premium(0) }), ["has a premium of zero or less"]],
  [recordOf({ discountAmount: eur(0) }), []],
  [recordOf({ discountAmount: eur(-1) }), ["has a negative discount"]],
  [recordOf({}, { deductibles: deductible(0) }), []],
  [recordOf({}, { deductibles: deductible(-150) }), ["has a negative deductible"]],
  [recordOf({ startDate, holder: { name: "Julien", dateOfBirth: "1989-06-23" } }), []],
  [
    recordOf({ startDate, holder: { name: "Julien", dateOfBirth: "2026-06-23" } }),
    ["starts before its holder was born"]
  ],
  [recordOf({ primaryDriver: { ...driver, drivingLicenceDate: "2008-09-11" } }), []],
  [
    recordOf({ primaryDriver: { ...driver, drivingLicenceDate: "1980-09-11" } }),
    ["has a driver with a license from before birth"]
  ]
]

describe("a record", () => {
  it.each(table)("%j has the contradictions %j", (record, contradictions) => {
    assert.deepStrictEqual(contradictionsIn(record), contradictions)
  })
})
