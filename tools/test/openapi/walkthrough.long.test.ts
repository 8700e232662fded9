/** Performs the tasks of docs/integrate.md with requests built from the published OpenAPI document. */
import { start } from "@sheaf/app-api/testing"
import type { ServiceProcess } from "@sheaf/app-api/testing"
import * as ApiVersion from "@sheaf/domain/ApiVersion"
import { once } from "node:events"
import { mkdtempSync, rmSync } from "node:fs"
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, assert, beforeAll, describe, it } from "vitest"
import * as Documents from "../../src/openapi/Documents.ts"
import { operationsOf } from "../../src/openapi/Parts.ts"

const operations = new Map(
  Array.from(operationsOf(Documents.currentDocument(ApiVersion.head)), ([name, { operationId }]) => [operationId, name])
)

const folder = mkdtempSync(join(tmpdir(), "sheaf-walkthrough-"))
let service: ServiceProcess

beforeAll(async () => {
  service = await start({ dataDir: folder })
})

afterAll(async () => {
  await service.stop()
  rmSync(folder, { recursive: true })
})

interface Sent {
  readonly path?: Readonly<Record<string, string>>
  readonly query?: Readonly<Record<string, string>>
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: object
}

interface Answer<Body> {
  readonly status: number
  readonly headers: Headers
  readonly body: Body
}

interface Wealth {
  readonly type: string
  readonly documents?: ReadonlyArray<{ readonly documentId: string }>
}

interface Event {
  readonly data: { readonly status: string }
}

interface Status {
  readonly status: string
  readonly pollingInterval?: number
  readonly pendingInput?: { readonly inputId: string }
}

const call = async <Body>(
  operationId: string,
  { body, headers, path = {}, query = {} }: Sent = {}
): Promise<Answer<Body>> => {
  const [method = "", template = ""] = operations.get(operationId)?.split(" ") ?? assert.fail(operationId)
  const target = template.replaceAll(/\{(\w+)\}/g, (_, name: string) => path[name] ?? assert.fail(name))
  const response = await fetch(`${service.base}${target}?${new URLSearchParams(query)}`, {
    method,
    headers: {
      "authorization-token": "sheaf-demo",
      "service-version": ApiVersion.head,
      ...(body !== undefined && { "content-type": "application/json" }),
      ...headers
    },
    ...(body !== undefined && { body: JSON.stringify(body) })
  })
  const text = await response.text()
  const isJson = response.headers.get("content-type")?.includes("json") === true
  return { status: response.status, headers: response.headers, body: isJson ? JSON.parse(text) : text }
}

const follow = async (
  operationId: string,
  path: Sent["path"] & {},
  isMet: (body: Status) => boolean,
  headers: Sent["headers"] = {}
) => {
  let etag = "none"
  for (;;) {
    const held = await call<Status>(operationId, {
      path,
      headers: { ...headers, "if-none-match": etag, prefer: "wait=10" }
    })
    etag = held.headers.get("etag") ?? etag
    if (held.status === 200 && isMet(held.body)) return held.body
    assert.include([200, 304], held.status)
  }
}

const hasEnded = ({ pollingInterval }: Status): boolean => pollingInterval === undefined

const login = (username: string) => ({
  company: "se-nordhem",
  loginMethod: "USERNAME_AND_PASSWORD",
  parameters: [{ type: "USERNAME_PASSWORD", username, password: "any" }]
})

const begin = async (body: object, headers: Sent["headers"] & {} = {}) => {
  const started = await call<{ readonly collectionId: string }>("startCollection", { body, headers })
  assert.strictEqual(started.status, 201)
  return { collectionId: started.body.collectionId }
}

describe("the operations of the published document", () => {
  it("collect data, return a document, list the events and erase the collection", async () => {
    const available = await call("listCompanyAvailability", { query: { market: "se" } })
    assert.include(JSON.stringify(available.body), '"se-nordhem"')
    const path = await begin(login("maja"))
    assert.strictEqual((await follow("getCollectionStatus", path, hasEnded)).status, "COMPLETED")
    assert.isNotEmpty((await call<ReadonlyArray<unknown>>("getInsuranceData", { path })).body)
    const { body: wealth } = await call<ReadonlyArray<Wealth>>("getWealthData", { path })
    const [first] = wealth.flatMap(({ documents = [] }) => documents)
    const { documentId } = first ?? assert.fail("no record has a document")
    assert.match((await call<string>("getWealthDocument", { path: { ...path, documentId } })).body, /^%PDF-/)
    const events = await call<ReadonlyArray<Event>>("listEvents", { query: { type: "collection.completed" } })
    assert.strictEqual(events.body[0]?.data.status, "COMPLETED")
    assert.strictEqual((await call("eraseCollection", { path })).status, 204)
  })

  it("answer a question with its id", async () => {
    const path = await begin(login("two-factor"))
    const { pendingInput } = await follow("getCollectionStatus", path, (body) => body.pendingInput !== undefined)
    const body = { type: "TWO_FACTOR_CODE", value: "246810", inputId: pendingInput?.inputId }
    assert.strictEqual((await call("supplementInfo", { path, body })).status, 202)
    assert.strictEqual((await follow("getCollectionStatus", path, hasEnded)).status, "COMPLETED")
  })

  it("collect bank accounts under a consent, and revoke it", async () => {
    const user = await call<{ readonly userId: string }>("createUser", { body: { externalId: "walkthrough" } })
    const session = await call<{ readonly token: string }>("openSession", { path: { userId: user.body.userId } })
    const headers = { authorization: `Bearer ${session.body.token}` }
    const asked = {
      company: "se-fjallbanken",
      loginMethod: "SWEDISH_MOBILE_EID_SAME_DEVICE_TEST",
      parameters: [
        { type: "PSD2_AIS_CONSENT", psuIpAddress: "192.0.2.17" },
        { type: "SWEDISH_EID", personalNumber: "198112189876" }
      ]
    }
    const { body: consent } = await call<{ readonly consentId: string }>("createConsent", { body: asked, headers })
    const { consentId } = consent
    const authorized = await follow("getConsentStatus", { consentId }, hasEnded, headers)
    assert.strictEqual(authorized.status, "AUTHORIZED")
    const stored = { type: "STORED_CONSENT", consentId, psuIpAddress: "192.0.2.17" }
    const path = await begin({ company: "se-fjallbanken", parameters: [stored] }, headers)
    assert.strictEqual((await follow("getCollectionStatus", path, hasEnded)).status, "COMPLETED")
    const [account] = (await call<ReadonlyArray<Wealth>>("getWealthData", { path })).body
    assert.match(account?.type ?? "", /^PSD2_/)
    assert.strictEqual((await call<Status>("revokeConsent", { path: { consentId }, headers })).body.status, "REVOKED")
  })

  it("deliver events to a webhook endpoint", async () => {
    const types: Array<string> = []
    const receiver = createServer(async (request, response) => {
      const { type }: { readonly type: string } = JSON.parse(await new Response(request).text())
      types.push(type)
      response.writeHead(204).end()
      receiver.emit("received")
    }).listen(0, "127.0.0.1")
    try {
      await once(receiver, "listening")
      // A server that listens on a port has an address.
      const { port } = receiver.address() as AddressInfo
      const asked = { url: `http://127.0.0.1:${port}/`, types: ["collection.completed"] }
      const { body: endpoint } = await call<{ readonly endpointId: string }>("createWebhookEndpoint", { body: asked })
      const path = { endpointId: endpoint.endpointId }
      assert.strictEqual((await call<{ readonly status: number }>("testWebhookEndpoint", { path })).body.status, 204)
      await follow("getCollectionStatus", await begin(login("maja")), hasEnded)
      if (types.length < 2) await once(receiver, "received")
      assert.deepStrictEqual(types, ["endpoint.test", "collection.completed"])
      assert.strictEqual((await call("deleteWebhookEndpoint", { path })).status, 204)
    } finally {
      receiver.close()
    }
  })
})
