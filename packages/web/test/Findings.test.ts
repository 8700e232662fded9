/** The findings of the operator's overview (spec 14.5). */
import type { CertificateView, CompanyHealth } from "@sheaf/domain/OperatorViews"
import { assert, describe, it } from "vitest"
import { findingsOf, urgencyOf } from "../src/operator/Findings.ts"

const sound: CompanyHealth = {
  company: "se-nordhem",
  name: "Nordhem",
  market: "se",
  status: "OPERATIONAL",
  updatedAt: "2026-05-04T08:00:00.000Z",
  calls: 21,
  failures: {},
  successRates: [],
  drifts: []
}

const drift = {
  loginMethod: "EMAIL",
  kind: "houseContentInsurance.villa",
  member: "insurance.livingArea",
  found: "ABSENT",
  since: "2026-05-04T07:12:00.000Z",
  share: 0.4,
  text: "40 % of houseContentInsurance.villa lack insurance.livingArea"
} as const

const reportOf = (...companies: ReadonlyArray<Partial<CompanyHealth>>) =>
  findingsOf({
    companies: companies.map((company) => ({ ...sound, ...company })),
    certificates: [],
    work: [],
    endpoints: [],
    clients: []
  }).map(({ count, text }) => `${count} ${text}`)

describe("the overview", () => {
  it("reports every status in which a company needs attention, worst first", () => {
    assert.deepStrictEqual(
      reportOf(
        { status: "DEGRADED" },
        { status: "MAINTENANCE" },
        { status: "UNAVAILABLE" },
        { status: "DEGRADED" },
        {}
      ),
      ["1 Unavailable companies", "2 Degraded companies", "1 Companies in maintenance"]
    )
  })

  it("reports companies whose records have changed their shape", () => {
    assert.deepStrictEqual(reportOf({ drifts: [drift, { ...drift, kind: "houseContentInsurance.condo" }] }, {}), [
      "1 Companies whose records have changed their shape"
    ])
  })

  it.each<[why: string, company: Partial<CompanyHealth>, report: ReadonlyArray<string>]>([
    ["four broken of 21 calls", { failures: { BROKEN: 4 } }, ["1 Operational companies with failing calls"]],
    [
      "failures of two kinds",
      { failures: { BROKEN: 1, INTERRUPTED: 2 } },
      ["1 Operational companies with failing calls"]
    ],
    ["a single failure", { calls: 1, failures: { BROKEN: 1 } }, []],
    ["few failures among many calls", { calls: 1000, failures: { BROKEN: 99 } }, []],
    ["a status that says so already", { status: "DEGRADED", failures: { BROKEN: 4 } }, ["1 Degraded companies"]]
  ])("judges an operational company by its calls: %s", (_, company, report) => {
    assert.deepStrictEqual(reportOf(company), report)
  })
})

describe("a certificate", () => {
  const now = Date.parse("2026-05-04T08:00:00.000Z")

  it.each<readonly [owner: CertificateView["owner"], days: number, urgency: ReturnType<typeof urgencyOf>]>([
    ["BANK", 30, "LATER"],
    ["BANK", 29.9, "SOON"],
    ["BANK", 14, "SOON"],
    ["BANK", 13.9, "URGENT"],
    ["BANK", 3, "URGENT"],
    ["BANK", 2.9, "LAST_DAYS"],
    ["BANK", -0.1, "EXPIRED"],
    ["SERVER", 7, "LATER"],
    ["SERVER", 6.9, "SOON"],
    ["SERVER", 2.9, "LAST_DAYS"]
  ])("of %s that expires in %s days is %s", (owner, days, urgency) => {
    const expiresAt = new Date(now + days * 86_400_000).toISOString()
    assert.strictEqual(urgencyOf({ owner, expiresAt }, now), urgency)
  })
})
