/** What holds of every record, whatever its type: JSON, component names, and the examples that are published (spec 2.9). */
import { assert, describe, it } from "@effect/vitest"
import { Effect, Schema } from "effect"
import * as Documents from "../../src/records/Document.ts"
import * as FeeSchemas from "../../src/versions/Fees.ts"
import * as Holders from "../../src/records/Holder.ts"
import * as AnimalInsurances from "../../src/records/insurance/AnimalInsurance.ts"
import * as HouseContentInsurances from "../../src/records/insurance/HouseContentInsurance.ts"
import * as InsuranceHolders from "../../src/records/insurance/InsuranceHolder.ts"
import * as PersonInsurances from "../../src/records/insurance/PersonInsurance.ts"
import * as Premiums from "../../src/records/insurance/Premium.ts"
import * as VehicleInsurances from "../../src/records/insurance/VehicleInsurance.ts"
import * as InsuranceRecords from "../../src/records/InsuranceRecord.ts"
import * as FlatFees from "../../src/versions/2025-01-01/records/FlatFees.ts"
import * as AccountInformations from "../../src/records/wealth/AccountInformation.ts"
import * as BankAccounts from "../../src/records/wealth/BankAccount.ts"
import * as Holdings from "../../src/records/wealth/Holding.ts"
import * as Insurances from "../../src/records/wealth/Insurance.ts"
import * as InvestmentAccounts from "../../src/records/wealth/InvestmentAccount.ts"
import * as PayoutDetails from "../../src/records/wealth/PayoutDetail.ts"
import * as PensionFields from "../../src/records/wealth/PensionFields.ts"
import * as Pensions from "../../src/records/wealth/Pension.ts"
import * as PublicPensions from "../../src/records/wealth/PublicPension.ts"
import * as Transactions from "../../src/records/wealth/Transaction.ts"
import * as WealthFields from "../../src/records/wealth/WealthFields.ts"
import * as WealthRecords from "../../src/records/WealthRecord.ts"
import { InsuranceRecord } from "../../src/records/InsuranceRecord.ts"
import { WealthRecord } from "../../src/records/WealthRecord.ts"

describe("Any record", () => {
  const Records = Schema.Struct({ insurance: Schema.Array(InsuranceRecord), wealth: Schema.Array(WealthRecord) })

  it.effect.prop(
    "survives being written as JSON and read again",
    { insurance: InsuranceRecord, wealth: WealthRecord },
    Effect.fnUntraced(function* ({ insurance, wealth }) {
      const written = JSON.stringify(yield* Schema.encodeEffect(Records)({ insurance: [insurance], wealth: [wealth] }))
      const read = yield* Schema.decodeUnknownEffect(Records)(JSON.parse(written), { onExcessProperty: "error" })
      assert.deepEqual<unknown>(read, JSON.parse(JSON.stringify({ insurance: [insurance], wealth: [wealth] })))
    })
  )

  it("is described by components with names that a person would choose", () => {
    const names = Object.keys(Schema.toJsonSchemaDocument(Records).definitions)
    for (const name of names) assert.notMatch(name, /_\d+$|Encoded$|^French/)
    for (const name of [
      "AccountInformation",
      "Insurance",
      "Holding",
      "PayoutDetail",
      "InsuranceRecord",
      "WealthRecord"
    ])
      assert.include(names, name)
  })

  it("has examples that its own schema takes", () => {
    const modules: ReadonlyArray<object> = [
      Documents,
      FeeSchemas,
      Holders,
      AnimalInsurances,
      HouseContentInsurances,
      InsuranceHolders,
      PersonInsurances,
      Premiums,
      VehicleInsurances,
      InsuranceRecords,
      FlatFees,
      AccountInformations,
      BankAccounts,
      Holdings,
      Insurances,
      InvestmentAccounts,
      PayoutDetails,
      PensionFields,
      Pensions,
      PublicPensions,
      Transactions,
      WealthFields,
      WealthRecords
    ]
    const checked = modules
      .flatMap((module) => Object.values(module))
      .filter(Schema.isSchema)
      .flatMap((schema) => (Schema.resolveAnnotations(schema)?.examples ?? []).map((example) => ({ schema, example })))
    assert.isAbove(checked.length, 25)
    for (const { schema, example } of checked) assert.isTrue(Schema.is(schema)(example), JSON.stringify(example))
  })
})
