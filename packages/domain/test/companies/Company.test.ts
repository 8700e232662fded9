/** Companies, and the reasons why collections fail (spec 1, 2.5, 3.1, 4.1, 8). */
import { assert, describe, it } from "@effect/vitest"
import { Schema } from "effect"
import * as CollectionStatus from "../../src/collections/CollectionStatus.ts"
import * as Company from "../../src/companies/Company.ts"
import * as FailureReason from "../../src/collections/FailureReason.ts"

describe("A company", () => {
  it.each(["se-nordhem", "ee-kalju-kind", "fr-a1", `lt-${"x".repeat(61)}`])("can have the identifier %s", (id) => {
    assert.isTrue(Schema.is(Company.CompanyId)(id))
  })

  it.each([
    "",
    "se",
    "se-",
    "SE-nordhem",
    "se-Nordhem",
    "se--nordhem",
    "se-nordhem-",
    "swe-nordhem",
    "se_nordhem",
    `lt-${"x".repeat(62)}`
  ])("cannot have the identifier %j", (id) => {
    assert.isFalse(Schema.is(Company.CompanyId)(id))
  })

  it.each([
    ["se-nordhem", "se"],
    ["ee-kaljukind", "ee"],
    ["lt-gintaras", "lt"],
    ["lv-dzintars", "lv"],
    ["fr-rivage", "fr"],
    ["no-fjordhus", undefined]
  ] as const)("has a market: %s is in %s", (id, market) => {
    assert.strictEqual(Company.marketOf(id), market)
  })

  it("is functional in OPERATIONAL and DEGRADED", () => {
    assert.deepStrictEqual(Company.CompanyStatus.literals.filter(Company.isFunctional), ["OPERATIONAL", "DEGRADED"])
  })
})

describe("The products of a company", () => {
  const insurance = [{ insuranceType: "vehicleInsurance", insuranceSubTypes: ["car"] }]
  const psd2Ais = { balances: true, transactions: true }

  it.each<readonly [offered: Parameters<typeof Company.productsOf>[0], products: ReadonlyArray<string>]>([
    [{ insurance: [], wealth: [] }, []],
    [{ insurance, wealth: [] }, ["INSURANCE"]],
    [{ insurance: [], wealth: ["ISK"] }, ["WEALTH"]],
    [{ insurance: [], wealth: [], psd2Ais }, ["PSD2_AIS"]],
    [{ insurance, wealth: ["ISK"], psd2Ais }, ["INSURANCE", "WEALTH", "PSD2_AIS"]]
  ])("that offers %j are %j", (offered, products) => {
    assert.deepStrictEqual<ReadonlyArray<string>>(Company.productsOf(offered), products)
  })
})

describe("A failure reason", () => {
  it("exists only for failures, blocks and partial data", () => {
    for (const status of CollectionStatus.CollectionStatus.literals) {
      const kind = CollectionStatus.describe(status).class
      const expected = kind === "FAILURE" || kind === "BLOCKING" || status === "COMPLETED_PARTIAL"
      const reason = FailureReason.defaultReasonFor(status)
      assert.strictEqual(reason !== undefined, expected, status)
      if (reason !== undefined) assert.isTrue(Schema.is(FailureReason.FailureReason)(reason))
    }
  })

  it("has one message per code", () => {
    const codes = FailureReason.FailureReason.fields.code.literals
    const messages = codes.map((code) => FailureReason.make(code).message)
    assert.strictEqual(new Set(messages).size, codes.length)
    for (const message of messages) assert.match(message, /^[A-Z].+\.$/)
  })

  it("for a locked account has a pause of 900 seconds, unless the company states one", () => {
    assert.strictEqual(FailureReason.defaultReasonFor("ACCOUNT_TEMPORARILY_LOCKED")?.retryAfterSeconds, 900)
    const more = { retryAfterSeconds: 60 }
    assert.strictEqual(FailureReason.defaultReasonFor("ACCOUNT_TEMPORARILY_LOCKED", more)?.retryAfterSeconds, 60)
    assert.notProperty(FailureReason.make("KYC_REQUIRED"), "retryAfterSeconds")
  })

  it("for partial data lists the missing products", () => {
    const missing = [{ product: "WEALTH", reason: "COMPANY_ERROR" }] as const
    assert.deepStrictEqual(FailureReason.defaultReasonFor("COMPLETED_PARTIAL", { missing }), {
      code: "PARTIAL_DATA",
      message: "Some data could not be collected.",
      missing
    })
  })
})
