/** What people see of the records that were found: the number of each kind (spec 13). */
import { assert, describe, it } from "vitest"
import { countRecords } from "../../src/connect/RecordCounts.ts"

describe("the counts of records", () => {
  it("are by kind, with insurance by type, and without kinds that nobody has", () => {
    const insurance = ["vehicleInsurance", "animalInsurance", "vehicleInsurance"] as const
    assert.deepStrictEqual(
      countRecords(
        insurance.map((insuranceType) => ({ insurance: { insuranceType } })),
        [{ type: "ISK" }, { type: "PUBLIC_PENSION" }, { type: "PRIVATE_PENSION" }]
      ),
      {
        insurances: 3,
        insuranceTypes: { vehicleInsurance: 2, animalInsurance: 1 },
        pensions: 2,
        investments: 1
      }
    )
    assert.deepStrictEqual(countRecords([], []), {})
  })
})
