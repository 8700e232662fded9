/** The findings of the operator's overview (spec 14.5). */
import type { CertificateView, CompanyHealth, ServiceHistory } from "@sheaf/domain/OperatorViews"
import { assert, describe, it } from "vitest"
import { findingsOf, reasonsFor, urgencyOf } from "../src/operator/Findings.ts"
import type { ConsoleData } from "../src/operator/Findings.ts"

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

const sample: ServiceHistory["service"][number] = {
  at: "2026-05-04T08:00:00.000Z",
  delivered: 5,
  undelivered: 0,
  waiting: 0,
  oldestSeconds: 0,
  open: 3,
  lateSeconds: 0,
  expiringConsents: 0,
  nodes: 2,
  databaseBytes: 4096
}

const history: ServiceHistory = {
  readAt: "2026-05-04T08:01:00.000Z",
  start: "2026-05-03T09:00:00.000Z",
  periodSeconds: 3600,
  periods: 24,
  all: [],
  methods: [],
  service: [sample]
}

const quiet: ConsoleData = {
  overview: {
    release: "1.0.0",
    mode: "production",
    environment: "production",
    database: "PostgreSQL",
    startedAt: "2026-05-04T08:00:00.000Z",
    ready: true
  },
  companies: [sound],
  certificates: [],
  work: [],
  endpoints: [],
  clients: [],
  monitors: { companies: [], clients: [], monitorLimit: 100, dailyStartLimit: 100 },
  history,
  hour: history
}

const reportOn = (data: Partial<ConsoleData>) =>
  findingsOf({ ...quiet, ...data }).map(({ about, route, text }) =>
    [text, ...about.map(({ name, route: own = route }) => `${name} (${own})`)].join(": ")
  )

const reportOf = (...companies: ReadonlyArray<Partial<CompanyHealth>>) =>
  reportOn({ companies: companies.map((company) => ({ ...sound, ...company })) })

const ends = (succeeded: number, failed: number): ServiceHistory["methods"][number] => ({
  company: "se-nordhem",
  loginMethod: "EMAIL",
  total: { succeeded, failed, other: 0 },
  periods: []
})

describe("the overview", () => {
  it("reports nothing about a service that works", () => {
    assert.deepStrictEqual(reportOn({}), [])
  })

  it("names every company whose status needs attention, worst first", () => {
    const company = (name: string, status: CompanyHealth["status"]) => ({ name, status })
    assert.deepStrictEqual(
      reportOf(
        company("Kapas", "DEGRADED"),
        company("Tallmo", "MAINTENANCE"),
        company("Klarvik", "UNAVAILABLE"),
        company("Rasos", "DEGRADED"),
        {}
      ),
      [
        "1 company is unavailable: Klarvik (companies/se-nordhem)",
        "2 companies are degraded: Kapas (companies/se-nordhem): Rasos (companies/se-nordhem)",
        "1 company is in maintenance: Tallmo (companies/se-nordhem)"
      ]
    )
  })

  it("reports companies whose records have changed their shape", () => {
    assert.deepStrictEqual(reportOf({ drifts: [drift, { ...drift, kind: "houseContentInsurance.condo" }] }, {}), [
      "The records of 1 company have changed their shape: Nordhem (companies/se-nordhem)"
    ])
  })

  const failing = ["Calls to 1 operational company fail: Nordhem (companies/se-nordhem)"]
  it.each<[why: string, company: Partial<CompanyHealth>, report: ReadonlyArray<string>]>([
    ["four broken of 21 calls", { failures: { BROKEN: 4 } }, failing],
    ["failures of two kinds", { failures: { BROKEN: 1, INTERRUPTED: 2 } }, failing],
    ["a single failure", { calls: 1, failures: { BROKEN: 1 } }, []],
    ["few failures among many calls", { calls: 1000, failures: { BROKEN: 99 } }, []],
    [
      "a status that says so already",
      { status: "DEGRADED", failures: { BROKEN: 4 } },
      ["1 company is degraded: Nordhem (companies/se-nordhem)"]
    ]
  ])("judges an operational company by its calls: %s", (_, company, report) => {
    assert.deepStrictEqual(reportOf(company), report)
  })

  const low =
    "By 1 login method, many collections have failed in 24 hours: Nordhem, Email address: 89.6\u00a0% (companies/se-nordhem)"
  it.each([
    [26, 3, [low]],
    [27, 3, []],
    [0, 2, []]
  ])("judges a login method by its collections: %i with a result, %i failed", (succeeded, failed, report) => {
    assert.deepStrictEqual(reportOn({ history: { ...history, methods: [ends(succeeded, failed)] } }), report)
  })

  it.each<[sample: Partial<typeof sample>, report: string]>([
    [{ oldestSeconds: 1000 }, "The oldest undelivered event has waited for 17 min"],
    [{ expiringConsents: 2 }, "2 consents end within a week"],
    [{ nodes: 1 }, "1 node is gone since an hour ago"]
  ])("judges the newest sample of the service: %o", (newest, report) => {
    assert.deepStrictEqual(reportOn({ hour: { ...history, service: [sample, { ...sample, ...newest }] } }), [report])
  })

  it("reports what does not work before what will not work, and monitors that nobody permits", () => {
    const waiting = { process: "MONITOR", status: "PERSON_REQUIRED", activity: "WAITING", count: 3 } as const
    const times = { oldestAt: sample.at, dueAt: sample.at }
    const report = reportOn({
      overview: { ...quiet.overview, ready: false },
      work: [
        { ...waiting, ...times },
        { ...waiting, ...times, process: "COLLECTION", status: "LOGIN", activity: "DUE" }
      ]
    })
    assert.deepStrictEqual(report, [
      "The process is not ready",
      "Work in 1 status is late: 3 collections: login (work)",
      "3 monitors wait for their person's permission"
    ])
  })
})

describe("the list of companies", () => {
  it.each<[why: string, company: Partial<CompanyHealth>, methods: ServiceHistory["methods"], findings: number]>([
    ["nothing", {}, [ends(27, 3)], 0],
    ["two failures of two", {}, [ends(0, 2)], 0],
    ["a low success rate", {}, [ends(26, 3)], 1],
    ["failing calls and changed records", { failures: { BROKEN: 4 }, drifts: [drift] }, [], 2]
  ])("says what the overview says: %s", (_, company, methods, findings) => {
    const data = { companies: [{ ...sound, ...company }], history: { ...history, methods } }
    assert.lengthOf(reasonsFor({ ...sound, ...company }, data.history), findings)
    assert.lengthOf(reportOn(data), findings)
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
