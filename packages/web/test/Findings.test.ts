/** What the operator's console concludes: the findings of its overview, and the moments of a story (spec 14.5). */
import type {
  AuditEntry,
  CertificateView,
  CompanyHealth,
  ServiceHistory,
  Story,
  WebhookEndpointView
} from "@sheaf/domain/OperatorViews"
import { assert, describe, it } from "vitest"
import { reasonsFor } from "../src/operator/CompanyFindings.ts"
import { findingsOf } from "../src/operator/Findings.ts"
import type { ConsoleData } from "../src/operator/Findings.ts"
import { momentsOf, titleOf } from "../src/operator/Moment.ts"
import { urgencyOf } from "../src/operator/Thresholds.ts"

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

const current: ServiceHistory["current"] = {
  waiting: 0,
  oldestSeconds: 0,
  open: 3,
  lateSeconds: 0,
  expiringConsents: 0,
  nodes: 2,
  databaseBytes: 4096
}

const sample: ServiceHistory["service"][number] = {
  at: "2026-05-04T08:00:00.000Z",
  delivered: 5,
  undelivered: 0,
  ...current
}

const history: ServiceHistory = {
  readAt: "2026-05-04T08:01:00.000Z",
  start: "2026-05-03T09:00:00.000Z",
  periodSeconds: 3600,
  periods: 24,
  all: [],
  methods: [],
  current,
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
  findingsOf({ ...quiet, ...data }).map(({ about, text, tone }) => `${tone}: ${about}: ${text}`)

const reportOf = (...companies: ReadonlyArray<Partial<CompanyHealth>>) =>
  reportOn({ companies: companies.map((company) => ({ ...sound, ...company })) })

const ends = (succeeded: number, failed: number, loginMethod: "EMAIL" | "SMART_ID" = "EMAIL") => ({
  company: "se-nordhem" as const,
  loginMethod,
  total: { succeeded, failed, other: 0 },
  periods: []
})

const endpoint: WebhookEndpointView = {
  clientId: "acme",
  endpointId: "01a22de6-3609-7266-abdc-598733e90278",
  url: "https://acme.example/hooks",
  retries: [],
  attempts: []
}

describe("the overview", () => {
  it("reports nothing about a service that works", () => {
    assert.deepStrictEqual(reportOn({ endpoints: [endpoint] }), [])
  })

  it("names every company whose status needs attention, worst first, and none in planned maintenance", () => {
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
        "danger: Klarvik: Unavailable",
        "notice: Kapas: Degraded, none of 21 calls failed",
        "notice: Rasos: Degraded, none of 21 calls failed"
      ]
    )
  })

  it("reports all that is wrong with one company once, the worst first", () => {
    const drifts = [drift, { ...drift, kind: "houseContentInsurance.condo" }]
    const degraded: CompanyHealth = { ...sound, status: "DEGRADED", drifts }
    assert.deepStrictEqual(
      reportOn({ companies: [degraded], history: { ...history, methods: [ends(0, 3), ends(0, 4, "SMART_ID")] } }),
      [
        "danger: Nordhem: None of 7 collections completed, last 24 hours · Degraded, none of 21 calls failed · Records have changed their shape"
      ]
    )
  })

  it("reports the lowest success rate first, and a degraded company after all of them", () => {
    const companies: ReadonlyArray<CompanyHealth> = [
      { ...sound, company: "lv-kapas", name: "Kapas", status: "DEGRADED" },
      { ...sound, company: "se-tallmo", name: "Tallmo", status: "UNAVAILABLE" },
      { ...sound, company: "lt-rasos", name: "Rasos" },
      { ...sound, company: "se-klarvik", name: "Klarvik" },
      sound
    ]
    const methods = [
      { ...ends(25, 15), company: "lt-rasos" as const },
      { ...ends(0, 3), company: "se-klarvik" as const },
      ends(14, 12)
    ]
    assert.deepStrictEqual(
      findingsOf({ ...quiet, companies, history: { ...history, methods } }).map(({ about }) => about),
      ["Klarvik", "Tallmo", "Nordhem", "Rasos", "Kapas"]
    )
  })

  const failing = (count: number, calls = 21) => [`notice: Nordhem: ${count} of ${calls} calls failed`]
  it.each<[why: string, company: Partial<CompanyHealth>, report: ReadonlyArray<string>]>([
    ["four broken of 21 calls", { failures: { BROKEN: 4 } }, failing(4)],
    ["failures of two kinds", { failures: { BROKEN: 1, INTERRUPTED: 2 } }, failing(3)],
    ["a single failure", { calls: 1, failures: { BROKEN: 1 } }, []],
    ["few failures among many calls", { calls: 1000, failures: { BROKEN: 99 } }, []],
    [
      "a status that says so already",
      { status: "DEGRADED", failures: { BROKEN: 4 }, averageMillis: 300 },
      ["notice: Nordhem: Degraded, 4 of 21 calls failed, 300 ms each"]
    ],
    [
      "a status without calls",
      { status: "DEGRADED", calls: 0 },
      ["notice: Nordhem: Degraded, no calls since this process started"]
    ]
  ])("judges an operational company by its calls: %s", (_, company, report) => {
    assert.deepStrictEqual(reportOf(company), report)
  })

  it.each<[methods: ServiceHistory["methods"], report: ReadonlyArray<string>]>([
    [[ends(26, 3)], ["notice: Nordhem: 26 of 29 collections completed, last 24 hours"]],
    [[ends(27, 3)], []],
    [[ends(0, 2)], []],
    [[ends(0, 3)], ["danger: Nordhem: None of 3 collections completed, last 24 hours"]],
    [
      [ends(0, 3), ends(9, 0, "SMART_ID")],
      ["danger: Nordhem: None of 3 collections completed, last 24 hours (Email address)"]
    ],
    [
      [ends(0, 3), ends(5, 5, "SMART_ID")],
      [
        "danger: Nordhem: None of 3 collections completed, last 24 hours (Email address) · 5 of 10 collections completed, last 24 hours (Smart-ID)"
      ]
    ],
    [
      [
        {
          ...ends(4, 3),
          periods: [
            { at: "2026-05-04T04:00:00.000Z", succeeded: 0, failed: 1, other: 0 },
            { at: "2026-05-04T05:00:00.000Z", succeeded: 3, failed: 0, other: 0 },
            { at: "2026-05-04T07:00:00.000Z", succeeded: 1, failed: 1, other: 0 },
            { at: "2026-05-04T08:00:00.000Z", succeeded: 0, failed: 1, other: 0 }
          ]
        }
      ],
      ["notice: Nordhem: 4 of 7 collections completed, last 24 hours, began to fail after 4 May, 07:00 UTC"]
    ],
    [[ends(0, 2), ends(0, 2, "SMART_ID")], ["danger: Nordhem: None of 4 collections completed, last 24 hours"]]
  ])("judges a company by its collections: %j", (methods, report) => {
    assert.deepStrictEqual(reportOn({ history: { ...history, methods } }), report)
  })

  it.each<[now: Partial<typeof current>, report: string]>([
    [{ oldestSeconds: 1000 }, "notice: Deliveries: The oldest undelivered event has waited for 17 min"],
    [{ expiringConsents: 2 }, "neutral: 2 consents: End within a week"],
    [{ nodes: 1 }, "notice: 1 node: Gone within the last hour"]
  ])("judges the service by its current state: %o", (now, report) => {
    assert.deepStrictEqual(reportOn({ history: { ...history, current: { ...current, ...now } } }), [report])
  })

  it("says since when an endpoint fails and why, and not that its events are old", () => {
    const eventId = "01a22de6-3609-7266-abdc-598733e90279"
    const failed = { eventId, type: "collection.failed", attempt: 1, durationMillis: 1 } as const
    const broken: WebhookEndpointView = {
      ...endpoint,
      failingSince: "2026-05-04T08:00:00.000Z",
      retries: [{ eventId, dueAt: sample.at }],
      attempts: [{ ...failed, at: sample.at, error: "UNREACHABLE", errorCode: "ECONNREFUSED" }]
    }
    assert.deepStrictEqual(
      reportOn({
        endpoints: [endpoint, broken],
        history: { ...history, current: { ...current, oldestSeconds: 1000 } }
      }),
      ["notice: https://acme.example/hooks: Failing since 4 May, 08:00 UTC · ECONNREFUSED · 1 event waits"]
    )
  })

  it("reports what does not work before what will not work, and monitors that nobody permits", () => {
    const waiting = { process: "MONITOR", status: "PERSON_REQUIRED", activity: "WAITING", count: 3 } as const
    const dueAt = new Date(Date.now() - 600_000).toISOString()
    const times = { oldestAt: dueAt, dueAt }
    const report = reportOn({
      overview: { ...quiet.overview, ready: false },
      work: [
        { ...waiting, ...times },
        { ...waiting, ...times, process: "COLLECTION", status: "LOGIN", activity: "DUE" }
      ]
    })
    assert.deepStrictEqual(report, [
      "danger: This process: Not ready",
      "danger: 3 collections: 10 min late in status “login”",
      "notice: 3 monitors: Wait for their persons' permissions"
    ])
  })
})

describe("the list of companies", () => {
  it.each<[why: string, company: Partial<CompanyHealth>, methods: ServiceHistory["methods"], reasons: number]>([
    ["nothing", {}, [ends(27, 3)], 0],
    ["two failures of two", {}, [ends(0, 2)], 0],
    ["a low success rate", {}, [ends(26, 3)], 1],
    ["failing calls and changed records", { failures: { BROKEN: 4 }, drifts: [drift] }, [], 2]
  ])("gives the reasons of the overview: %s", (_, company, methods, reasons) => {
    const data = { companies: [{ ...sound, ...company }], history: { ...history, methods } }
    const found = reasonsFor({ ...sound, ...company }, data.history)
    assert.lengthOf(found, reasons)
    const [finding] = findingsOf({ ...quiet, ...data })
    assert.strictEqual(finding?.text ?? "", found.map(({ text }) => text).join(" · "))
  })
})

describe("a story", () => {
  const at = "2026-05-04T08:00:00.000Z"
  const later = "2026-05-04T08:00:00.008Z"
  const [userId, consentId, otherId, collectionId] = ["user", "consent", "other", "collection"]

  const record = (action: string, subject: AuditEntry["subject"], outcome: string): AuditEntry => ({
    chain: 1,
    seq: 1,
    at,
    action,
    actor: { type: "SERVICE" },
    subject,
    outcome
  })

  const story: Story = {
    id: userId,
    kind: "USER",
    facts: {},
    links: [],
    steps: [{ at, what: "created" }],
    events: [],
    deliveries: [],
    audit: [],
    isComplete: true
  }

  const momentsIn = (parts: Partial<Story>) =>
    momentsOf({ ...story, ...parts }).map((moment) =>
      [moment.about?.name, titleOf(moment), ...moment.events.map(({ type }) => type)].join(" | ")
    )

  it("joins an event only with a step of the same object, and names the object of each moment", () => {
    const audit = [
      record("CONSENT_CREATED", { userId, consentId }, "INITIATED"),
      record("CONSENT_CREATED", { userId, consentId: otherId }, "INITIATED")
    ]
    const events = [
      { at: later, eventId: "1", type: "consent.authorized", subjectId: otherId },
      { at: later, eventId: "2", type: "collection.failed", subjectId: collectionId },
      { at: later, eventId: "3", type: "connect_session.completed" }
    ]
    assert.deepStrictEqual(momentsIn({ audit, events }), [
      "user | Created",
      "consent | Consent created: initiated",
      "consent | Consent created: initiated | consent.authorized",
      "collection |  | collection.failed",
      " |  | connect_session.completed"
    ])
  })

  it("joins an event with its own story's step", () => {
    const events = [{ at, eventId: "1", type: "collection.failed", subjectId: collectionId }]
    assert.deepStrictEqual(momentsIn({ id: "1", kind: "EVENT", steps: [{ at, what: "raised" }], events }), [
      "event | Raised | collection.failed"
    ])
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
