/**
 * Tests the test login methods in production mode (spec 2.1). A client that the operator permits to use them reaches
 * only the test server, and no other client reaches that server.
 */
import { mkdirSync, writeFileSync } from "node:fs"
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { join } from "node:path"
import { ScriptedResponses } from "@sheaf/adapters-http/testing"
import { afterAll, assert, beforeAll, it } from "vitest"
import * as ConnectorServers from "../companies/ConnectorServers.ts"
import * as SandboxProcess from "../../src/testing/SandboxProcess.ts"
import * as ServiceProcess from "../../src/testing/ServiceProcess.ts"
import * as Tools from "../Tools.ts"

const place = Tools.workspaceForAll()

interface Company {
  readonly company: string
  readonly loginMethods: ReadonlyArray<string>
}

const realCalls: Array<string> = []
const real = createServer((request, response) => {
  realCalls.push(request.url ?? "")
  response.writeHead(400).end()
})

const personalNumber = "199001012385"
const orderRef = "131daac9-16c6-4618-beb0-365768f37288"
const order = {
  orderRef,
  autoStartToken: "7c40b5c9-fa74-49cf-b98c-bfe651f9a7c6",
  qrStartToken: "67df3917-fa0d-44e5-b327-edcc928297f8",
  qrStartSecret: "d28db9a7-4cde-429e-a983-359be676944c"
}

let signer = personalNumber

const answer = (body: object) => ScriptedResponses.completeResponse(200, JSON.stringify(body))
const answerOf = (name: string) =>
  answer(
    name === "auth" ? order : { orderRef, status: "complete", completionData: { user: { personalNumber: signer } } }
  )

let providers: ConnectorServers.ConnectorServers

const bytes = (fill: number) => Buffer.alloc(32, fill).toString("base64")
let env: Record<string, string>
let sandbox: SandboxProcess.SandboxProcess
let service: ServiceProcess.ServiceProcess
let tester: { readonly client: string; readonly key: string }
let other: { readonly client: string; readonly key: string }

const sheaf = async (...words: ReadonlyArray<string>) => {
  const { code, err, out } = await Tools.sheaf(place, words, env)
  assert.strictEqual(code, 0, err)
  return out.trim()
}

const addClient = async (name: string, ...flags: ReadonlyArray<string>) => {
  const client = await sheaf("clients", "create", "--name", name, ...flags)
  return { client, key: (await sheaf("keys", "create", "--client", client)).split(/\s/).at(-1) ?? "" }
}

const realMethods = (methods: ReadonlyArray<string>) => methods.filter((method) => !/_(?:TEST|MOCK)$/.test(method))

beforeAll(async () => {
  mkdirSync(place.dataDir, { mode: 0o700 })
  await new Promise<void>((resolve) => real.listen(0, "127.0.0.1", resolve))
  // A listening TCP server has an address with a port.
  const { port } = real.address() as AddressInfo
  sandbox = await SandboxProcess.start({ dataDir: join(place.folder, "sandbox") })
  const [{ companies = [] } = {}] = sandbox.config.connectors as ReadonlyArray<{ readonly companies?: Array<Company> }>
  const only = (id: string) =>
    companies
      .filter(({ company }) => company === id)
      .map((company) => ({ ...company, loginMethods: realMethods(company.loginMethods) }))
  const connector = { url: `http://127.0.0.1:${port}`, allowPrivateAddresses: true }
  const config = join(place.folder, "config.json")
  providers = await ConnectorServers.start({
    live: () => answer({ orderRef }),
    test: ({ name }) => answerOf(name)
  })
  writeFileSync(
    config,
    JSON.stringify({
      connectors: [
        { ...connector, companies: only("se-nordhem"), testUrl: sandbox.base },
        { ...connector, companies: only("se-tallmo") },
        {
          ...connector,
          companies: only("se-granskog").map((company) => ({ ...company, identifiedBySheaf: true })),
          testUrl: sandbox.base
        }
      ],
      electronicId: {
        scheme: "bankid",
        url: `${providers.urlOf("live")}/v6.0`,
        allowPrivateAddresses: true,
        test: { url: `${providers.urlOf("test")}/v6.0`, allowPrivateAddresses: true }
      }
    })
  )
  env = {
    SHEAF_MODE: "production",
    SHEAF_KEYS: `one:${bytes(1)}`,
    SHEAF_PEPPER: bytes(2),
    SHEAF_PUBLIC_URL: "https://sheaf.example",
    SHEAF_CONFIG: config,
    MTLS_PORT: "off"
  }
  tester = await addClient("Tester", "--test-methods")
  other = await addClient("Other")
  service = await ServiceProcess.start({ dataDir: place.dataDir, env })
})
afterAll(async () => {
  await Promise.all([service.stop(), sandbox.stop(), providers.close()])
  real.close()
})

interface Answer {
  readonly status: number
  readonly body: {
    readonly code?: string
    readonly collectionId?: string
    readonly errors?: ReadonlyArray<{ readonly pointer: string; readonly code: string }>
    readonly pollingInterval?: number
    readonly status?: string
    readonly test?: true
    readonly token?: string
    readonly userId?: string
  }
}

const send = async (
  key: string,
  path: string,
  body?: object,
  headers: Record<string, string> = {}
): Promise<Answer> => {
  const response = await fetch(`${service.base}${path}`, {
    method: body === undefined ? "GET" : "POST",
    headers: {
      "authorization-token": key,
      "service-version": "2026-04-01",
      ...(body !== undefined && { "content-type": "application/json" }),
      ...headers
    },
    ...(body !== undefined && { body: JSON.stringify(body) })
  })
  const text = await response.text()
  // The cast is safe, because the tests check the members that they use.
  return { status: response.status, body: (text === "" ? {} : JSON.parse(text)) as Answer["body"] }
}

const method = "SWEDISH_MOBILE_EID_OTHER_DEVICE"

const start = (key: string, loginMethod: string, bearer?: string, company = "se-nordhem") =>
  send(
    key,
    "/collections",
    {
      company,
      loginMethod,
      parameters: [{ type: "SWEDISH_EID", personalNumber, endUserIp: "93.184.216.34" }]
    },
    bearer === undefined ? {} : { authorization: `Bearer ${bearer}` }
  )

const end = async (key: string, id: string | undefined): Promise<Answer["body"]> => {
  for (;;) {
    const { body } = await send(key, `/collections/${id}/status`, undefined, { prefer: "wait=20" })
    if (body.pollingInterval === undefined) return body
  }
}

const session = async (key: string, externalId: string): Promise<string> => {
  const { body: user } = await send(key, "/users", { externalId })
  const { body } = await send(key, `/users/${user.userId}/sessions`, {})
  return body.token ?? assert.fail("no token")
}

const violationOf = ({ body, status }: Answer) => {
  const [violation] = body.errors ?? []
  return [status, violation?.pointer, violation?.code]
}

it("a client with the permission tests at the server for tests, and the collection says so", async () => {
  for (const loginMethod of [`${method}_TEST`, `${method}_MOCK`]) {
    const started = await start(tester.key, loginMethod)
    assert.deepInclude(started.body, { test: true }, JSON.stringify(started))
    const ended = await end(tester.key, started.body.collectionId)
    assert.deepInclude(ended, { status: "COMPLETED", test: true })
  }
  assert.match(JSON.stringify(await send(tester.key, "/events")), /"status":"COMPLETED",.*"test":true/)
  assert.isEmpty(realCalls)
})

it("a company that Sheaf identifies people for gets tests after an order at the provider's test environment", async () => {
  const started = await start(tester.key, `${method}_TEST`, undefined, "se-granskog")
  assert.strictEqual(started.status, 201, JSON.stringify(started))
  assert.deepInclude(await end(tester.key, started.body.collectionId), { status: "COMPLETED", test: true })
  assert.deepStrictEqual([...new Set(providers.calls.map(({ company }) => company))], ["test"])
  assert.deepInclude(JSON.parse(providers.calls[0]?.body ?? ""), { endUserIp: "93.184.216.34" })
  const simulated = await start(tester.key, `${method}_MOCK`, undefined, "se-granskog")
  assert.deepInclude(await end(tester.key, simulated.body.collectionId), { status: "COMPLETED", test: true })
  assert.lengthOf(providers.calls, 2, "_MOCK makes no order")
  signer = "199009132388"
  const byOther = await start(tester.key, `${method}_TEST`, undefined, "se-granskog")
  assert.deepInclude(await end(tester.key, byOther.body.collectionId), { status: "AUTHENTICATION_MISMATCH" })
  assert.isEmpty(realCalls)
})

it("nobody tests without the permission, or at a company without a server for tests", async () => {
  const refused = [400, "/loginMethod", "LOGIN_METHOD_NOT_IN_PRODUCTION"]
  assert.deepStrictEqual(violationOf(await start(other.key, `${method}_MOCK`)), refused)
  assert.deepStrictEqual(violationOf(await start(tester.key, `${method}_TEST`, undefined, "se-tallmo")), refused)
  assert.deepInclude(await start(tester.key, `${method}_TEST`, undefined, "se-unknown"), { status: 404 })
  assert.deepStrictEqual<unknown>((await send(other.key, "/collections")).body, [])
})

it("a user's first start decides whether the user is for tests", async () => {
  const [forTests, ofPerson] = [await session(tester.key, "for tests"), await session(tester.key, "a person")]
  const test = await start(tester.key, `${method}_MOCK`, forTests)
  assert.isTrue(test.body.test)
  const actual = await start(tester.key, method, ofPerson)
  assert.strictEqual(actual.status, 201, JSON.stringify(actual))
  assert.notProperty(actual.body, "test")
  const refused = [400, "/loginMethod", "LOGIN_METHOD_NOT_FOR_USER"]
  assert.deepStrictEqual(violationOf(await start(tester.key, method, forTests)), refused)
  assert.deepStrictEqual(violationOf(await start(tester.key, `${method}_TEST`, ofPerson)), refused)
  assert.strictEqual((await start(tester.key, `${method}_TEST`, forTests)).status, 201)
  assert.notProperty(await end(tester.key, actual.body.collectionId), "test")
  assert.deepStrictEqual([...new Set(realCalls)], ["/v1/begin"])
})

it("the operator sees and withdraws the permission, which the audit log records", async () => {
  assert.include(await sheaf("clients", "list"), `${tester.client}\tproduction\tTester\ttest-methods`)
  assert.strictEqual(await sheaf("clients", "test-methods", "--client", tester.client, "off"), tester.client)
  const refused = [400, "/loginMethod", "LOGIN_METHOD_NOT_IN_PRODUCTION"]
  assert.deepStrictEqual(violationOf(await start(tester.key, `${method}_TEST`)), refused)
  const audited = await sheaf("audit", "list")
  assert.match(audited, new RegExp(`CLIENT_CREATED\t.*clientId=${tester.client}\tTEST_METHODS_ALLOWED`))
  assert.match(audited, /TEST_METHODS_FORBIDDEN/)
})
