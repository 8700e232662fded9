/** Metrics and traces of a running service, as Prometheus and an OpenTelemetry collector receive them (spec 14.5). */
import { hasEnded, waitFor } from "@sheaf/sandbox-site/testing"
import { parser } from "@prometheus-io/lezer-promql"
import { Yaml } from "effect/encoding"
import { afterAll, assert, beforeAll, describe, it } from "vitest"
import { mkdtempSync, readdirSync, readFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import * as ListeningProcess from "../../src/testing/ListeningProcess.ts"
import { ConsentDriver } from "../consents/ConsentDriver.ts"
import { login, plainStart } from "../Starts.ts"
import { TestService } from "../TestService.ts"
import * as CommandLine from "../CommandLine.ts"
import * as Scrape from "./Scrape.ts"

const repository = fileURLToPath(new URL("../../../..", import.meta.url))
const readFile = (path: string) => readFileSync(join(repository, path), "utf8")

const traceId = "4bf92f3577b34da6a3ce929d0e0e4736"
const parentId = "00f067aa0ba902b7"
const traced = { traceparent: `00-${traceId}-${parentId}-01` }

interface Span {
  readonly name: string
  readonly kind: number
  readonly traceId: string
  readonly parentSpanId?: string
  readonly attributes: ReadonlyArray<{ readonly key: string; readonly value: unknown }>
}

interface Export {
  readonly url: string
  readonly body: {
    readonly resourceSpans?: ReadonlyArray<{
      readonly resource: unknown
      readonly scopeSpans: ReadonlyArray<{ readonly spans: ReadonlyArray<Span> }>
    }>
    readonly resourceMetrics?: ReadonlyArray<{
      readonly scopeMetrics: ReadonlyArray<{
        readonly metrics: ReadonlyArray<{ readonly name: string; readonly unit: string }>
      }>
    }>
  }
}

const folder = mkdtempSync(join(tmpdir(), "sheaf-telemetry-"))
const received = join(folder, "received")
let collector: ListeningProcess.ListeningProcess
let service: TestService
let start: Response
let posted: Response
let scraped: string
let samples: ReadonlyArray<Scrape.Sample>
let exports: ReadonlyArray<Export>
let everySpan: ReadonlyArray<Span>
const personal = new Set<string>()
const secrets = new Set<string>()

const number = "198112189876"

const activity = async (): Promise<ReadonlyArray<string>> => {
  const { client, dataDir } = service
  const begun = await client.begin({
    company: "se-nordhem",
    loginMethod: "SWEDISH_MOBILE_EID_SAME_DEVICE_MOCK",
    parameters: [
      { type: "SWEDISH_EID", personalNumber: number },
      { type: "ACCOUNT_OWNER_NAME", name: "Owner Of Accounts" },
      { type: "SESSION_METADATA", attributes: { EXTERNAL_REFERENCE: "Personal Reference" } }
    ]
  })
  await client.send(`/collections/${begun}/status`, { headers: { prefer: "wait=1" } })
  await client.poll(begun, hasEnded)
  const data = (await client.send(`/collections/${begun}/wealth/data`)).text
  const name = /"insuredPersonName":"([^"]+)"/.exec(data)?.[1] ?? assert.fail("no name was collected")
  const plain = await client.begin(plainStart)
  await client.poll(plain, hasEnded)
  await client.send(`/collections/${plain}/status`, { headers: traced })
  await client.send(`/collection/${plain}`, { headers: traced })
  await client.send("/companies/availability?market=se", { headers: traced })
  await client.send(`/${number}?name=Owner%20Of%20Accounts`, { headers: traced })
  await client.send("/companies/availability", { headers: { "authorization-token": "a-key-nobody-may-see" } })
  const driver = new ConsentDriver(client, dataDir)
  const scenarios = await client.consentScenarios()
  const scenario = scenarios.find(({ collect, redirect }) => collect && redirect === undefined) ?? assert.fail("none")
  const loginMethod = scenario.loginMethods.find((method) => method.endsWith("ANY_DEVICE_MOCK"))
  await driver.drive(scenario, loginMethod)
  const parameters = [{ ...login, username: "two-factor" }]
  const waiting = await client.begin({ ...plainStart, parameters })
  await client.poll(waiting, ({ status }) => status === "TWO_FACTOR_PENDING")
  const sent = [login.username, login.password, "Personal Reference", "Owner Of Accounts", number, name]
  for (const value of sent) personal.add(value)
  for (const secret of [...sent, ...driver.secrets, "sheaf-demo", "a-key-nobody-may-see"]) secrets.add(secret)
  return [begun, plain, waiting]
}

let ids: ReadonlyArray<string>
let events: string

beforeAll(async () => {
  const script = fileURLToPath(new URL("./OtlpCollector.ts", import.meta.url))
  const [started, [, endpoint = ""]] = await ListeningProcess.start({
    program: [process.execPath, script, received],
    env: {},
    listening: /collects on (\S+)/
  })
  collector = started
  service = new TestService({ env: { METRICS_PORT: "0", OTEL_EXPORTER_OTLP_ENDPOINT: endpoint }, folder })
  await service.start()
  ids = await activity()
  events = (await service.client.send("/events?limit=100")).text
  const scrape = async () => (await fetch(Scrape.metricsUrlIn(service.process.output()))).text()
  scraped = await waitFor(scrape, (text) => text.includes('status="TWO_FACTOR_PENDING"'))
  start = await fetch(new URL("/", Scrape.metricsUrlIn(service.process.output())))
  posted = await fetch(Scrape.metricsUrlIn(service.process.output()), { method: "POST" })
  samples = Scrape.parse(scraped)
  // When the service stops, it exports everything that it has not exported yet.
  assert.strictEqual(await service.process.stop(), 0)
  exports = readFileSync(received, "utf8")
    .trimEnd()
    .split("\n")
    .map((line): Export => JSON.parse(line))
  everySpan = exports.flatMap(({ body: { resourceSpans = [] } }) =>
    resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap(({ spans }) => spans))
  )
})

afterAll(async () => {
  await collector.kill()
  await service.end()
})

const seconds = "http_server_request_duration_seconds_count"
const statusRoute = { http_route: "/collections/:collectionId/status", http_request_method: "GET" }

describe("a scrape", () => {
  it("of another path or with another method gets an explanation", async () => {
    assert.strictEqual(start.status, 404)
    assert.match(await start.text(), /\/metrics.*\/console/)
    assert.deepStrictEqual([posted.status, posted.headers.get("allow")], [405, "GET, HEAD"])
    assert.match(await posted.text(), /GET and HEAD/)
  })

  it("counts requests by route, method, version and class of status, including those on the fast path", () => {
    const polls = Scrape.sum(samples, seconds, {
      ...statusRoute,
      http_response_status_class: "2xx",
      sheaf_api_version: "2026-04-01"
    })
    assert.isAtLeast(polls, 3)
    assert.strictEqual(Scrape.sum(samples, seconds, { http_route: "/collections", http_request_method: "POST" }), 4)
    assert.isAtLeast(Scrape.sum(samples, seconds, { http_response_status_class: "4xx" }), 2)
    assert.strictEqual(Scrape.sum(samples, seconds, { http_route: "(none)", http_response_status_class: "4xx" }), 2)
  })

  it("counts requests that ask to wait apart", () => {
    assert.isAtLeast(Scrape.sum(samples, "sheaf_http_wait_duration_seconds_count", statusRoute), 1)
    assert.strictEqual(Scrape.sum(samples, "sheaf_http_held_requests"), 0)
  })

  it("counts collections by company and final status", () => {
    const company = "se-nordhem"
    assert.strictEqual(Scrape.sum(samples, "sheaf_collections_started_total", { company }), 3)
    assert.strictEqual(Scrape.sum(samples, "sheaf_collections_ended_total", { company, status: "COMPLETED" }), 2)
  })

  it("shows open collections by status, and calls to companies by outcome", () => {
    const waiting = { process: "collection", status: "TWO_FACTOR_PENDING", activity: "waiting" }
    assert.strictEqual(Scrape.sum(samples, "sheaf_processes_open", waiting), 1)
    assert.isAbove(Scrape.sum(samples, "sheaf_processes_oldest_age_seconds", waiting), 0)
    assert.isAtLeast(Scrape.sum(samples, "sheaf_company_call_duration_seconds_count", { outcome: "OK" }), 4)
    const status = { company: "se-nordhem", status: "OPERATIONAL" }
    assert.strictEqual(Scrape.sum(samples, "sheaf_company_status", status), 1)
  })

  it("shows the state of the process", () => {
    assert.strictEqual(Scrape.sum(samples, "sheaf_ready"), 1)
    assert.isAbove(Scrape.sum(samples, "process_memory_usage_bytes", { kind: "rss" }), 10_000_000)
    assert.isAbove(Scrape.sum(samples, "sheaf_certificate_expiry_seconds", { certificate: "server" }), 86_400)
    assert.isAbove(Scrape.sum(samples, "db_client_operation_duration_seconds_count", { outcome: "OK" }), 10)
    assert.isAbove(Scrape.sum(samples, "process_cpu_time_seconds_total"), 0)
  })

  it("has no id and few values of each label", () => {
    for (const { labels } of samples) {
      for (const value of Object.values(labels)) assert.notMatch(value, /[0-9a-f]{8}-|\d{6,}/)
    }
    assert.isBelow(samples.length, 3_000)
  })
})

describe("a collector", () => {
  it("receives the metrics, with OpenTelemetry's names and units", () => {
    const metrics = exports.flatMap(({ body: { resourceMetrics = [] } }) =>
      resourceMetrics.flatMap(({ scopeMetrics }) => scopeMetrics.flatMap((scope) => scope.metrics))
    )
    const units = new Map(metrics.map(({ name, unit }) => [name, unit]))
    assert.strictEqual(units.get("http.server.request.duration"), "s")
    assert.strictEqual(units.get("process.memory.usage"), "By")
  })

  it("receives the spans of requests, which continue the caller's trace", () => {
    const continued = everySpan.filter((span) => span.traceId === traceId)
    assert.sameMembers(
      continued.map(({ name }) => name),
      ["GET /collections/:collectionId/status", "GET /companies/availability", "GET (none)", "GET (none)"]
    )
    for (const span of continued) assert.strictEqual(span.parentSpanId, parentId)
    const started = everySpan.find(({ name }) => name === "POST /collections") ?? assert.fail("no span of a start")
    assert.deepInclude(started.attributes, { key: "http.response.status_code", value: { intValue: 201 } })
  })

  it("receives the spans of calls to companies, and no spans of libraries", () => {
    const names = new Set(everySpan.map(({ name }) => name.split(" ")[0]))
    assert.isTrue(names.has("company"))
    for (const name of names) assert.match(name ?? "", /^(?:company|DELETE|GET|POST)$/)
  })

  it("knows the service by name", () => {
    assert.isTrue(exports.every(({ body }) => JSON.stringify(body).includes('"stringValue":"sheaf"')))
  })
})

describe("nothing personal and no secret", () => {
  const absent = (text: string, where: string) => {
    assert.isAbove(secrets.size, 10)
    for (const secret of secrets) assert.notInclude(text, secret, where)
  }

  it("is in the metrics", () => absent(scraped, "the scrape"))

  it("is in anything that the collector receives, and neither are ids of collections", () => {
    const text = readFileSync(received, "utf8")
    absent(text, "the collector")
    for (const id of ids) assert.notInclude(text, id)
  })

  it("is in the events", () => {
    assert.include(events, ids[0] ?? "none")
    absent(events, "the events")
  })

  it("is in the audit log", async () => {
    const { code, err, out } = await CommandLine.run(service, ["audit", "export"])
    assert.strictEqual(code, 0, err)
    assert.include(out, "CONSENT_CREATED")
    absent(out, "the audit log")
  })

  it("is in plain text in the data folder", () => {
    const files = readdirSync(service.dataDir, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map(({ name, parentPath }) => readFileSync(join(parentPath, name)))
    for (const secret of personal) {
      assert.isFalse(
        files.some((content) => content.includes(secret)),
        `${secret} is in a file`
      )
    }
  })
})

interface Alert {
  readonly alert: string
  readonly expr: string
  readonly annotations: { readonly runbook_url: string }
}

interface Rules {
  readonly groups: ReadonlyArray<{ readonly rules: ReadonlyArray<Alert> }>
}

interface Panel {
  readonly title: string
  readonly targets?: ReadonlyArray<{ readonly expr: string }>
}

const alerts = (Yaml.parse(readFile("deploy/prometheus/alerts.yaml")) as Rules).groups.flatMap(({ rules }) => rules)
const panels: ReadonlyArray<Panel> = JSON.parse(readFile("deploy/grafana/sheaf.json")).panels
const queries = [
  ...alerts.map(({ alert, expr }) => [alert, expr] as const),
  ...panels.flatMap(({ targets = [], title }) =>
    // Grafana replaces its variables before it sends the query to Prometheus.
    targets.map(({ expr }) => [title, expr.replaceAll("$__rate_interval", "5m").replaceAll("$instance", ".*")] as const)
  )
]

/**
 * Metrics that the tested service does not export: those of nodes on PostgreSQL, of services with many or changed
 * records, and of Prometheus itself.
 */
const elsewhere: ReadonlySet<string> = new Set([
  ...Scrape.onlyOnPostgres,
  "sheaf_company_duration_median_seconds",
  "sheaf_company_failures_ratio",
  "sheaf_records_drift_ratio",
  "up"
])

const read = (query: string) => {
  const metrics: Array<string> = []
  const errors: Array<string> = []
  parser.parse(query).iterate({
    enter: ({ from, name, to, type }) => {
      if (type.isError) errors.push(`${from} to ${to} of ${query}`)
      if (name === "Identifier" && type.name === "Identifier") metrics.push(query.slice(from, to))
    }
  })
  return { metrics, errors }
}

describe("the alerts and the dashboard", () => {
  it.each(queries)("%s is valid PromQL over metrics of the service: %s", (_, query) => {
    const { errors, metrics } = read(query)
    assert.deepStrictEqual(errors, [])
    assert.isNotEmpty(metrics)
    const names = new Set(samples.map(({ name }) => name))
    for (const metric of metrics) assert.isTrue(names.has(metric) || elsewhere.has(metric), metric)
  })

  it.each(alerts)("$alert has a runbook", ({ alert, annotations: { runbook_url: url } }) => {
    assert.strictEqual(url, `docs/operations.md#${alert.toLowerCase()}`)
    assert.match(readFile("docs/operations.md"), new RegExp(`^### ${alert}$`, "m"))
  })

  it("warn of certificates at banks 30, 14 and 3 days before they expire", () => {
    const limits = alerts
      .filter(({ alert }) => alert.startsWith("SheafBankCertificate"))
      .map(({ expr }) => /< (?<days>\d+) \* 86400\s*$/.exec(expr)?.groups?.["days"])
    assert.deepStrictEqual(limits, ["30", "14", "3"])
  })

  it("have runbooks for exactly these alerts", () => {
    const sections = Array.from(readFile("docs/operations.md").matchAll(/^### (Sheaf\w+)$/gm), ([, name]) => name)
    assert.deepStrictEqual(
      sections,
      alerts.map(({ alert }) => alert)
    )
  })
})
