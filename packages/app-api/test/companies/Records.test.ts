/**
 * Tests a connector that sends every field of insurance and non-bank wealth records, in both API versions and as a
 * table.
 */
import { ScriptedResponses } from "@sheaf/adapters-http/testing"
import { hasEnded } from "@sheaf/sandbox-site/testing"
import { Claim, ClaimAnnuity } from "@sheaf/domain/insurance/Claim"
import { Coverage, CoverageDeductible, CoverageLimit, WaitingTerms } from "@sheaf/domain/insurance/Coverage"
import { InsuredObject } from "@sheaf/domain/insurance/InsuredObject"
import { InsuredPerson } from "@sheaf/domain/insurance/InsuredPerson"
import {
  Bonus,
  CancellationTerms,
  InsuranceSavings,
  policyFields,
  ProductTerms
} from "@sheaf/domain/insurance/PolicyFields"
import { PremiumPayment } from "@sheaf/domain/insurance/PremiumPayment"
import { RepairTerms } from "@sheaf/domain/insurance/RepairTerms"
import { InvestmentTransaction, Order } from "@sheaf/domain/wealth/InvestmentTransaction"
import { Amortization, Borrower, Collateral, Fixation, Loan } from "@sheaf/domain/wealth/Loan"
import {
  Forecast,
  ForecastAssumptions,
  outlookFields,
  PremiumPayer,
  SurvivorProtection,
  TransferRights
} from "@sheaf/domain/wealth/PensionOutlook"
import { SavingsAccount } from "@sheaf/domain/wealth/SavingsAccount"
import { wealthFields } from "@sheaf/domain/wealth/WealthFields"
import { columnsOf } from "@sheaf/domain/RecordTable"
import { afterAll, assert, beforeAll, describe, it } from "vitest"
import * as ConnectorServers from "./ConnectorServers.ts"
import sent from "./fullRecords.json" with { type: "json" }
import { TestService } from "../TestService.ts"

const company = "se-pahittat"

let connectors: ConnectorServers.ConnectorServers
let service: TestService

beforeAll(async () => {
  connectors = await ConnectorServers.start({
    [company]: ({ name }) =>
      ScriptedResponses.completeResponse(
        200,
        JSON.stringify(
          name === "begin"
            ? { type: "POLL", status: "COLLECTING", session: "a-session", afterMillis: 0 }
            : { type: "END", status: "COMPLETED", session: "a-session", collected: { ...sent, missing: [] } }
        )
      )
  })
  const described = {
    company,
    companyDisplayName: "Påhittat",
    loginMethods: ["USERNAME_AND_PASSWORD"],
    insurance: [{ insuranceType: "generalInsurance", insuranceSubTypes: ["other"] }],
    wealth: ["MORTGAGE"]
  }
  service = new TestService({
    config: { connectors: [{ url: connectors.urlOf(company), allowPrivateAddresses: true, companies: [described] }] }
  })
  await service.start()
})

afterAll(async () => {
  await service.end()
  await connectors.close()
})

type Members = Readonly<Record<string, unknown>>

const collect = async (more: object = {}): Promise<string> => {
  const parameters = [{ type: "USERNAME_PASSWORD", username: "maja", password: "secret" }] as const
  const id = await service.client.begin({ company, loginMethod: "USERNAME_AND_PASSWORD", parameters, ...more })
  assert.strictEqual((await service.client.poll(id, hasEnded)).status, "COMPLETED")
  return id
}

const read = (path: string): Promise<ReadonlyArray<Members>> => service.client.read(path)

/** Returns a record without the members that Sheaf adds. */
const asSent = (record: Members) => {
  const { collectedAt: _, idStable: __, id: ___, units: ____, warnings: _____, ...rest } = record
  return rest
}

const asShown = ({ id: _, recordKey: __, ...record }: Members, others: Members) => ({
  ...record,
  ...(!("source" in record) && { source: others["source"], completeness: others["completeness"] })
})

const namesIn = (value: unknown): ReadonlyArray<string> =>
  typeof value !== "object" || value === null
    ? []
    : Object.entries(value).flatMap(([name, member]) => [name, ...namesIn(member)])

describe("records with every member", () => {
  it("have the members of every kind of detail", () => {
    const details = [
      Coverage,
      CoverageLimit,
      CoverageDeductible,
      InsuredPerson,
      PremiumPayment,
      WaitingTerms,
      Claim,
      ClaimAnnuity,
      CancellationTerms,
      RepairTerms,
      InsuranceSavings
    ]
    const loan = [Loan, Fixation, Amortization, Collateral, Borrower]
    const pension = [Forecast, ForecastAssumptions, SurvivorProtection, PremiumPayer, TransferRights]
    const wealth = [...loan, ...pension, SavingsAccount, InvestmentTransaction, Order]
    const fields = [...details, Bonus, ProductTerms, ...wealth, ...InsuredObject.members].map((schema) => schema.fields)
    const ofWealth = Object.keys(wealthFields)
    const members = [...fields, policyFields, outlookFields].flatMap((each) => Object.keys(each))
    assert.includeMembers(
      [...namesIn(sent)],
      members.filter((name) => !ofWealth.includes(name))
    )
  })

  it("reach the client unchanged, with unknown kinds, and with the sensitive data that the start names", async () => {
    const id = await collect({ sensitive: ["CLAIMS"] })
    assert.deepInclude(JSON.parse(connectors.calls[0]?.body ?? ""), { sensitive: ["CLAIMS"] })
    const insurance = await read(`/collections/${id}/insurance/data`)
    const [car, drone] = insurance
    const { company, companyDisplayName, ...reported } = asSent(car ?? {})
    assert.deepStrictEqual([company, companyDisplayName], ["se-pahittat", "Påhittat"])
    assert.deepStrictEqual(reported, asShown(sent.insurance[0] ?? {}, car ?? {}))
    assert.deepInclude(drone?.["insurance"], {
      insuranceType: "generalInsurance",
      insuranceSubType: "other",
      companyCategory: "droneInsurance/racing"
    })
    assert.lengthOf(insurance, 2, "health is not named")
    assert.deepStrictEqual(car?.["warnings"], [{ code: "END_BEFORE_START", pointer: "/insurance/endDate" }])
    const wealth = await read(`/collections/${id}/wealth/data`)
    assert.deepStrictEqual(
      wealth.map(asSent),
      sent.wealth.map((record, index) => asShown(record, wealth[index] ?? {}))
    )
    assert.deepStrictEqual(wealth[2]?.["warnings"], [
      { code: "SUM_OVER_ONE", pointer: "/financialInformation/allocation" }
    ])
  })

  it("have no sensitive data unless the start names it", async () => {
    const [car, ...others] = await read(`/collections/${await collect()}/insurance/data`)
    assert.notProperty(car, "claims")
    assert.notProperty(car?.["bonus"], "claimFreeYears")
    assert.lengthOf(others, 1)
  })

  it("are a table, in which no cell is a formula", async () => {
    const id = await collect()
    const table = await service.client.send(`/collections/${id}/insurance/data`, { headers: { accept: "text/csv" } })
    assert.strictEqual(table.header("content-type"), "text/csv; charset=utf-8")
    const [header, car, drone] = table.text.split("\r\n")
    assert.strictEqual(header, columnsOf.insurance.join(","))
    assert.include(car, ",6200,SEK,12,YEAR,")
    assert.include(drone, `,"'=HYPERLINK(""https://evil.example"")",`)
    const wealth = await service.client.send(`/collections/${id}/wealth/data`, {
      headers: { accept: "application/json;q=0.1, text/*" }
    })
    assert.strictEqual(wealth.text.split("\r\n").length, sent.wealth.length + 2)
    for (const [accept, type] of [
      ["text/csv;q=0.5, application/json", "application/json"],
      ["*/*", "application/json"]
    ] as const) {
      const answer = await service.client.send(`/collections/${id}/wealth/data`, { headers: { accept } })
      assert.strictEqual(answer.header("content-type"), type)
    }
    const image = await service.client.send(`/collections/${id}/wealth/data`, { headers: { accept: "image/png" } })
    assert.strictEqual(image.status, 406)
  })

  it("of new kinds are omitted in 2025-01-01, and the status stays the same", async () => {
    const id = await collect({ sensitive: ["CLAIMS"] })
    const older = { headers: { "service-version": "2025-01-01" } }
    const data = async (product: string): Promise<ReadonlyArray<Members>> =>
      JSON.parse((await service.client.send(`/${product}/collection/${id}/data`, older)).text)
    const insurance = await data("insurance")
    assert.deepStrictEqual(
      insurance.map((record) => Object.keys(record)),
      [["id", "insurance", "company", "companyDisplayName"]]
    )
    const wealth = await data("wealth")
    assert.deepStrictEqual(
      wealth.map(({ type }) => type),
      ["ISK", "PRIVATE_PENSION"]
    )
    const status = await service.client.send(`/wealth/collection/${id}/status`, older)
    assert.propertyVal(JSON.parse(status.text), "status", "COMPLETED")
  })
})
