/** Tests the operator's console, as a browser uses it and as attackers would (spec 14.5). */
import { hasEnded, waitFor } from "@sheaf/sandbox-site/testing"
import type {
  AuditEntryPage,
  CompanyHealth,
  OpenProcessGroup,
  CertificateView,
  ClientView,
  FailedCollection,
  WebhookEndpointView,
  ServiceHistory,
  ServiceOverview,
  Story
} from "@sheaf/domain/OperatorViews"
import { once } from "node:events"
import { request } from "node:http"
import type { IncomingHttpHeaders } from "node:http"
import { connect } from "node:net"
import { afterAll, assert, beforeAll, describe, it } from "vitest"
import * as CommandLine from "../CommandLine.ts"
import { Receiver } from "../events/Receiver.ts"
import { login, plainStart } from "../Starts.ts"
import * as TestService from "../TestService.ts"
import * as Scrape from "../service/Scrape.ts"

const service = TestService.forAll({ env: { METRICS_PORT: "0" } })

interface Asked {
  readonly method?: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string
}

interface Told {
  readonly status: number
  readonly headers: IncomingHttpHeaders
  readonly text: string
}

const json = { "content-type": "application/json" }

const base = (): URL => new URL(Scrape.metricsUrlIn(service.process.output()))

const ask = (path: string, { body, headers = {}, method = "GET" }: Asked = {}): Promise<Told> =>
  new Promise((resolve, reject) => {
    const sent = request(new URL(path, base()), { method, headers, agent: false }, (response) => {
      const chunks: Array<Buffer> = []
      response.on("data", (chunk: Buffer) => chunks.push(chunk))
      response.on("end", () =>
        resolve({
          status: response.statusCode ?? 0,
          headers: response.headers,
          text: Buffer.concat(chunks).toString()
        })
      )
    })
    sent.on("error", reject)
    sent.end(body)
  })

const codeOf = ({ text }: Told): unknown => JSON.parse(text).code

const newLink = async (): Promise<string> => {
  const { code, err, out } = await CommandLine.run(service, ["console"])
  assert.strictEqual(code, 0, err)
  const { hash: fragment, host, pathname } = new URL(out.trim())
  assert.deepStrictEqual([host, pathname], [base().host, "/console"])
  return fragment.slice(1)
}

const open = (link: string, asked: Asked = {}) => {
  const headers = { ...json, ...asked.headers }
  return ask("/console/session", { method: "POST", body: JSON.stringify({ link }), ...asked, headers })
}

const session = async () => {
  const { headers, status, text } = await open(await newLink())
  assert.strictEqual(status, 201, text)
  const [cookie = ""] = headers["set-cookie"] ?? []
  assert.match(cookie, /^sheaf-console-\d+=[\w-]{43}; Path=\/console; Max-Age=28800; HttpOnly; SameSite=Strict$/)
  return { cookie: cookie.split(";", 1).join(), "sheaf-console-token": String(JSON.parse(text).token) }
}

const lists =
  "overview clients certificates companies work monitors endpoints audit history?window=HOUR failures?company=se-nordhem&window=HOUR".split(
    " "
  )

describe("the operator's console", () => {
  it("shows its page and files without a session, under a policy that admits only its own files", async () => {
    const page = await ask("/console")
    assert.strictEqual(page.status, 200)
    assert.include(page.headers["content-security-policy"], "default-src 'none'; script-src 'self'; style-src 'self'")
    assert.notInclude(page.headers["content-security-policy"], "unsafe")
    assert.notMatch(page.text, /<script>|<style|style=| on\w+=/)
    for (const [, path = ""] of page.text.matchAll(/(?:src|href)="(\/[^"]+)"/g)) {
      const file = await ask(path)
      assert.strictEqual(file.status, 200, path)
      assert.include(file.headers["cache-control"], "immutable")
    }
    assert.strictEqual(codeOf(await ask("/console/assets/..%2fpackage.json")), "UNKNOWN_ROUTE")
    assert.strictEqual((await ask("/metrics")).status, 200)
  })

  it("refuses every list and action without a session", async () => {
    for (const list of lists)
      assert.strictEqual(codeOf(await ask(`/console/api/${list}`)), "CONSOLE_SESSION_REQUIRED", list)
    for (const action of ["redeliveries", "stories"]) {
      const refused = await ask(`/console/api/${action}`, { method: "POST", headers: json, body: "{}" })
      assert.strictEqual(codeOf(refused), "CONSOLE_SESSION_REQUIRED", action)
    }
  })

  it("needs both secrets of a session, and forgets them at the end of the session", async () => {
    const { cookie, "sheaf-console-token": token } = await session()
    const other = await session()
    const read = async (headers: Readonly<Record<string, string>>) =>
      (await ask("/console/api/work", { headers })).status
    assert.strictEqual(await read({ cookie, "sheaf-console-token": token }), 200)
    assert.strictEqual(await read({ cookie }), 401)
    assert.strictEqual(await read({ "sheaf-console-token": token }), 401)
    assert.strictEqual(await read({ cookie, "sheaf-console-token": other["sheaf-console-token"] }), 401)
    assert.strictEqual((await ask("/console/session", { method: "DELETE", headers: { cookie } })).status, 204)
    assert.strictEqual(await read({ cookie, "sheaf-console-token": token }), 401)
    assert.strictEqual(await read(other), 200)
  })

  it("refuses requests that name another host or come from another site", async () => {
    const own = await session()
    const refused = async (code: string, headers: Readonly<Record<string, string>>) => {
      assert.strictEqual(codeOf(await ask("/console/api/work", { headers: { ...own, ...headers } })), code)
      assert.strictEqual(codeOf(await open(await newLink(), { headers })), code)
    }
    await refused("CONSOLE_ELSEWHERE", { host: "console.example" })
    await refused("CONSOLE_ELSEWHERE", { host: "127.0.0.1.console.example" })
    await refused("CROSS_SITE_REQUEST", { origin: "https://console.example" })
    await refused("CROSS_SITE_REQUEST", { origin: "http://127.0.0.1:1" })
    for (const scheme of ["https", "foo"]) await refused("CROSS_SITE_REQUEST", { origin: `${scheme}://${base().host}` })
    await refused("CROSS_SITE_REQUEST", { "sec-fetch-site": "same-site" })
    await refused("CROSS_SITE_REQUEST", { "sec-fetch-site": "cross-site" })
    const { host, origin } = base()
    const browser = { ...own, host, origin, "sec-fetch-site": "same-origin" }
    assert.strictEqual((await ask("/console/api/work", { headers: browser })).status, 200)
    assert.strictEqual((await open(await newLink(), { headers: { "content-type": "text/plain" } })).status, 400)
  })

  it("refuses paths, methods and bodies that it does not have", async () => {
    const headers = { ...(await session()), ...json }
    const statusOf = async (path: string, asked: Asked = {}) => (await ask(path, { headers, ...asked })).status
    assert.strictEqual(await statusOf("/console/api/keys"), 404)
    assert.strictEqual(await statusOf("/console/api/work", { method: "DELETE" }), 404)
    assert.strictEqual(await statusOf("/console/api/audit?cursor=1"), 400)
    for (const query of ["", "?company=se-nordhem", "?window=DAY", "?company=%25&window=DAY"])
      assert.strictEqual(await statusOf(`/console/api/failures${query}`), 400, query)
    for (const query of ["", "?window=YEAR", "?window=HOUR&window=DAY"]) {
      assert.strictEqual(await statusOf(`/console/api/history${query}`), 400, query)
    }
    assert.strictEqual(await statusOf("/consoles"), 404)
    for (const body of ["", "{", "[]", JSON.stringify({ clientId: "demo" }), " ".repeat(100_000)]) {
      assert.strictEqual(await statusOf("/console/api/redeliveries", { method: "POST", body }), 400, body.slice(0, 20))
    }
  })
})

describe("the lists of the console", () => {
  const number = "198112189876"
  let receiver: Receiver
  let headers: Readonly<Record<string, string>>
  let endpointId: string
  let collectionId: string

  const read = async <A>(list: string): Promise<A> => {
    const { status, text } = await ask(`/console/api/${list}`, { headers })
    assert.strictEqual(status, 200, text)
    return JSON.parse(text)
  }

  beforeAll(async () => {
    receiver = await new Receiver().listen()
    headers = await session()
    const { client } = service
    const created = await client.send("/webhook-endpoints", {
      method: "POST",
      body: JSON.stringify({ url: receiver.url })
    })
    endpointId = JSON.parse(created.text).endpointId
    const named = await client.begin({
      company: "se-nordhem",
      loginMethod: "SWEDISH_MOBILE_EID_SAME_DEVICE_MOCK",
      parameters: [
        { type: "SWEDISH_EID", personalNumber: number },
        { type: "SESSION_METADATA", attributes: { EXTERNAL_REFERENCE: "Personal Reference" } }
      ]
    })
    await client.poll(named, hasEnded)
    collectionId = named
    await client.send(`/collections/${named}/wealth/data`)
    await client.poll(await client.begin(plainStart), hasEnded)
    const asking = { ...plainStart, parameters: [{ ...login, username: "two-factor" }] }
    await client.poll(await client.begin(asking), ({ status }) => status === "TWO_FACTOR_PENDING")
    await waitFor(
      () => receiver.received.length,
      (length) => length >= 3
    )
  })
  afterAll(() => receiver.close())

  it("show clients, certificates, companies and open work", async () => {
    const clients = await read<ReadonlyArray<ClientView>>("clients")
    assert.deepStrictEqual(clients, [
      {
        clientId: "demo",
        name: "Demonstration",
        environment: "test",
        requiresMutualTls: false,
        usesTestMethods: false,
        storesCredentials: false,
        keys: []
      }
    ])
    const certificates = await read<ReadonlyArray<CertificateView>>("certificates")
    assert.sameMembers(
      certificates.map(({ owner }) => owner),
      ["SERVER", "CLIENT_AUTHORITY", "CLIENT"]
    )
    const companies = await read<ReadonlyArray<CompanyHealth>>("companies")
    assert.strictEqual(companies[0]?.status, "MAINTENANCE")
    assert.isAbove(companies.find(({ company }) => company === "se-nordhem")?.calls ?? 0, 0)
    const isWaiting = ({ status }: OpenProcessGroup) => status === "TWO_FACTOR_PENDING"
    const work = await waitFor(
      () => read<ReadonlyArray<OpenProcessGroup>>("work"),
      (list) => list.some(isWaiting)
    )
    assert.deepInclude(work.find(isWaiting), { process: "COLLECTION", activity: "WAITING", count: 1 })
    assert.include(await read<ServiceOverview>("overview"), { mode: "sandbox", database: "SQLite", ready: true })
  })

  it("show no personal data and no secret", async () => {
    const all = (await Promise.all(lists.map(async (list) => JSON.stringify(await read(list))))).join("\n")
    const secrets = [
      number,
      number.slice(2),
      "Personal Reference",
      login.username,
      login.password,
      "whsec_",
      "sheaf-demo"
    ]
    for (const secret of secrets) assert.notInclude(all, secret)
    for (const secret of Object.values(headers)) assert.notInclude(all, secret.split("=").at(-1) ?? secret)
  })

  it("show who did what, newest first, page by page", async () => {
    for (let opened = 0; opened < 50; opened++) await session()
    headers = await session()
    const { entries, next = "" } = await read<AuditEntryPage>("audit")
    assert.strictEqual(entries.length, 50)
    assert.deepInclude(entries[0], { action: "CONSOLE_OPENED" })
    assert.deepInclude(entries[0]?.actor, { type: "CONSOLE" })
    const older = await read<AuditEntryPage>(`audit?cursor=${next}`)
    const places = [...entries, ...older.entries].map(({ seq }) => seq)
    assert.deepStrictEqual(
      places,
      places.toSorted((one, other) => other - one)
    )
    assert.strictEqual(new Set(places).size, places.length)
    assert.include(
      older.entries.map(({ action }) => action),
      "DATA_READ"
    )
    assert.strictEqual(places.at(-1), 1)
    assert.isUndefined(older.next)
  })

  it("show the service over time, once its minute has passed", async () => {
    const history = await waitFor(
      () => read<ServiceHistory>("history?window=HOUR"),
      ({ service }) => service.length > 0
    )
    assert.deepInclude(history, { periodSeconds: 300, periods: 12 })
    const { databaseBytes = 0, nodes } = history.service.at(-1) ?? {}
    assert.strictEqual(nodes, 1)
    assert.isAbove(databaseBytes, 10_000)
    const { periods, periodSeconds } = await read<ServiceHistory>("history?window=MONTH")
    assert.deepStrictEqual([periods, periodSeconds], [30, 86_400])
  })

  describe("the search", () => {
    const search = (id: unknown) =>
      ask("/console/api/stories", { method: "POST", headers: { ...headers, ...json }, body: JSON.stringify({ id }) })
    const storyOf = async (id: string): Promise<Story> => {
      const { status, text } = await search(id)
      assert.strictEqual(status, 200, text)
      return JSON.parse(text)
    }

    it("tells the story of a collection: its statuses, events, deliveries and audit records", async () => {
      const story = await storyOf(` ${collectionId.toUpperCase()} `)
      assert.deepInclude(story, { id: collectionId, kind: "COLLECTION", isComplete: true })
      assert.deepInclude(story.facts, { client: "demo", company: "se-nordhem", status: "COMPLETED" })
      const steps = story.steps.map(({ what }) => what)
      assert.deepStrictEqual([steps[0], steps.includes("COMPLETED")], ["created", true])
      assert.include(
        story.events.map(({ type }) => type),
        "collection.completed"
      )
      assert.deepInclude(story.deliveries[0], { endpointId, attempt: 1 })
      const reading = story.audit.find(({ action }) => action === "DATA_READ")
      assert.deepInclude(reading?.subject, { collectionId, product: "WEALTH" })
      const request = await storyOf(reading?.requestId ?? assert.fail("no request"))
      assert.deepStrictEqual([request.kind, request.audit.length], ["REQUEST", 1])
    })

    it("tells why a collection failed, which the company's failures lead to", async () => {
      const { client } = service
      const failing = { ...plainStart, parameters: [{ ...login, username: "failed" }] }
      const failed = await client.begin(failing)
      await client.poll(failed, hasEnded)
      const failures = await read<ReadonlyArray<FailedCollection>>("failures?company=se-nordhem&window=DAY")
      assert.deepInclude(failures[0], { collectionId: failed, status: "FAILED", reason: "CONNECTOR_ERROR" })
      const { facts } = await storyOf(failed)
      assert.deepInclude(facts, { status: "FAILED", reason: "CONNECTOR_ERROR" })
    })

    it("finds events, endpoints and certificates", async () => {
      const { events } = await storyOf(collectionId)
      const event = await storyOf(events.at(-1)?.eventId ?? assert.fail("no event"))
      assert.deepInclude(event.links, { name: "subject", id: collectionId })
      assert.isNotEmpty((await storyOf(endpointId)).deliveries)
      const certificates = await read<ReadonlyArray<CertificateView>>("certificates")
      const { serial = "" } = certificates.find(({ owner }) => owner === "CLIENT") ?? {}
      const withColons = serial.replaceAll(/(..)(?=.)/g, "$1:")
      assert.deepInclude(await storyOf(withColons), { kind: "CERTIFICATE", id: serial })
    })

    it("takes no personal number and no name, and does not repeat them", async () => {
      const terms = [number, "19811218-9876", "198112189876198112189876x", "Anna Andersson", "demo", "", "%", "'"]
      for (const term of terms) {
        const refused = await search(term)
        assert.deepStrictEqual([refused.status, codeOf(refused)], [400, "MALFORMED_REQUEST"], term)
        assert.include(refused.text, "Search for a whole id: a UUID, or a certificate's serial number")
        if (term.length > 4) assert.notInclude(refused.text, term)
      }
      assert.strictEqual((await search("x".repeat(101))).status, 400)
      assert.strictEqual((await search(1)).status, 400)
      assert.strictEqual(codeOf(await search("01a20a32-a0d8-7510-807e-e3e6b8dfa763")), "NOT_FOUND")
      const { entries } = await read<AuditEntryPage>("audit")
      assert.notInclude(JSON.stringify(entries), "01a20a32-a0d8-7510-807e-e3e6b8dfa763")
    })

    it("shows no personal data and no secret, and is recorded in the audit log", async () => {
      const story = JSON.stringify(await storyOf(collectionId))
      for (const secret of [number, number.slice(2), "Personal Reference", "whsec_", "sheaf-demo"])
        assert.notInclude(story, secret)
      const { entries } = await read<AuditEntryPage>("audit")
      assert.deepInclude(entries[0], { action: "STORY_READ", subject: { collectionId } })
      assert.strictEqual(entries[0]?.actor["type"], "CONSOLE")
    })
  })

  it("show deliveries, and send only an event of the client again", async () => {
    const [endpoint] = await waitFor(
      () => read<ReadonlyArray<WebhookEndpointView>>("endpoints"),
      ([found]) => (found?.attempts.length ?? 0) >= 3
    )
    assert.deepInclude(endpoint, { clientId: "demo", endpointId, retries: [], url: receiver.url })
    const eventId = endpoint?.attempts[0]?.eventId ?? assert.fail("no attempt")
    const unknown = "01a20a32-a0d8-7510-807e-e3e6b8dfa763"
    for (const foreign of [{ clientId: "other" }, { eventId: unknown }, { endpointId: unknown }]) {
      const body = JSON.stringify({ clientId: "demo", endpointId, eventId, ...foreign })
      const sent = { method: "POST", headers: { ...headers, ...json }, body }
      assert.strictEqual(codeOf(await ask("/console/api/redeliveries", sent)), "NOT_FOUND")
    }
  })

  it("respond while another program holds many connections to the port", async () => {
    const { hostname, port } = base()
    const sockets = Array.from({ length: 100 }, () => connect(Number(port), hostname).on("error", () => {}))
    await Promise.all(sockets.map((socket) => once(socket, "connect")))
    try {
      for (const path of ["/metrics", "/console"]) assert.strictEqual((await ask(path)).status, 200)
    } finally {
      for (const socket of sockets) socket.destroy()
    }
  })

  it("are for services that run", async () => {
    const { code, err } = await CommandLine.run({ ...service, dataDir: `${service.dataDir}-none` }, ["console"])
    assert.strictEqual(code, 1)
    assert.include(err, "no running service has a console")
  })
})
