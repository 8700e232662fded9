/** Tests a whole collection with an electronic ID provider of the Swedish scheme, from start to data (spec 17). */
import { ScriptedResponses } from "@sheaf/adapters-http/testing"
import { TestClient, hasEnded } from "@sheaf/sandbox-site/testing"
import { afterAll, assert, beforeAll, it } from "vitest"
import { createSession, ConnectPage } from "../connect/ConnectPage.ts"
import * as ConnectorServers from "./ConnectorServers.ts"
import { TestService } from "../TestService.ts"
import * as Tools from "../Tools.ts"

const personalNumber = "199001012385"
const endUserIp = "2001:db8::17"
const orderRef = "131daac9-16c6-4618-beb0-365768f37288"
const tokens = {
  autoStartToken: "7c40b5c9-fa74-49cf-b98c-bfe651f9a7c6",
  qrStartToken: "67df3917-fa0d-44e5-b327-edcc928297f8",
  qrStartSecret: "d28db9a7-4cde-429e-a983-359be676944c"
}

const pending = { status: "pending", hintCode: "outstandingTransaction" }
const proof = { signature: "c2lnbmF0dXJl", ocspResponse: "b2NzcA==" }
const complete = {
  status: "complete",
  completionData: { user: { personalNumber }, device: { ipAddress: endUserIp }, ...proof }
}

let provider: ConnectorServers.ConnectorServers
let service: TestService
let state: object = pending

const answers: Readonly<Record<string, () => object>> = {
  auth: () => ({ orderRef, ...tokens }),
  collect: () => ({ orderRef, ...state }),
  cancel: () => ({})
}

beforeAll(async () => {
  provider = await ConnectorServers.start({
    bankid: ({ name }) => ScriptedResponses.completeResponse(200, JSON.stringify(answers[name]?.() ?? {}))
  })
  const url = `${provider.urlOf("bankid")}/v6.0`
  service = new TestService({
    config: { electronicId: [{ scheme: "bankid", url, allowPrivateAddresses: true, keepsProof: true }] }
  })
  await service.start()
})

afterAll(async () => {
  await service.end()
  await provider.close()
})

const requestOf = (more: object) =>
  ({
    company: "se-nordhem",
    loginMethod: "SWEDISH_MOBILE_EID_ANY_DEVICE",
    parameters: [{ type: "SWEDISH_EID", personalNumber, ...more }]
  }) as const

it("a start without the person's address is refused in every version, before the provider is called", async () => {
  const { problem } = await service.client.post("/collections", requestOf({}))
  assert.containsSubset(problem, {
    status: 400,
    errors: [{ pointer: "/parameters/0/endUserIp", code: "MISSING_FIELD" }]
  })
  const older = new TestClient({ base: () => service.process.base, version: "2025-01-01" })
  const { problem: olderProblem } = await older.post(older.dialect.wealth.starts, {
    company: "se-nordhem",
    loginMethod: "SWEDISH_MOBILE_EID_ANY_DEVICE",
    input: { SWEDISH_PERSONAL_NUMBER: personalNumber }
  })
  assert.containsSubset(olderProblem, { errors: [{ pointer: "/input/END_USER_IP", code: "MISSING_FIELD" }] })
  assert.isEmpty(provider.calls)
})

it("an order carries the person's address, its code is the scheme's, and an operator can read its proof", async () => {
  const id = await service.client.begin(requestOf({ endUserIp }))
  const shown = await service.client.poll(id, ({ status }) => status === "WAITING_FOR_USER_ACTION")
  const { SWEDISH_MOBILE_EID_ANIMATED_QR_DATA = "", SWEDISH_MOBILE_EID_AUTOSTART_TOKEN } = shown.extraInformation ?? {}
  assert.match(
    SWEDISH_MOBILE_EID_ANIMATED_QR_DATA,
    new RegExp(`^bankid\\.${tokens.qrStartToken}\\.\\d+\\.[0-9a-f]{64}$`)
  )
  assert.strictEqual(SWEDISH_MOBILE_EID_AUTOSTART_TOKEN, tokens.autoStartToken)
  const [auth] = provider.calls
  const body = JSON.parse(auth?.body ?? "")
  assert.deepInclude(body, { endUserIp, requirement: { personalNumber }, userVisibleDataFormat: "simpleMarkdownV1" })
  assert.include(Buffer.from(body.userVisibleData, "base64").toString(), "# Nordhem")
  state = complete
  assert.match((await service.client.poll(id, hasEnded)).status, /^COMPLETED/)
  assert.deepStrictEqual<unknown>(JSON.parse(await Tools.sheafPrints(service, "proof", id)), proof)
})

it("a simulated order needs no address", async () => {
  const id = await service.client.begin({ ...requestOf({}), loginMethod: "SWEDISH_MOBILE_EID_ANY_DEVICE_MOCK" })
  assert.match((await service.client.poll(id, hasEnded)).status, /^COMPLETED/)
})

it("a person on the Connect page needs no address, because the connection has it, and the provider learns the browser", async () => {
  const calls = provider.calls.length
  const page = new ConnectPage(service.client)
  await page.open(await createSession(service.client, { purpose: "COLLECT", market: "se" }))
  assert.match((await page.collect(requestOf({}))).status, /^COMPLETED/)
  const order = JSON.parse(provider.calls[calls]?.body ?? "")
  assert.deepInclude(order, { endUserIp: "127.0.0.1" })
  assert.match(order.web.userAgent, /./)
  assert.match(order.web.deviceIdentifier, /^[0-9a-f-]{36}$/)
  assert.strictEqual(order.web.referringDomain, "127.0.0.1")
})
