/**
 * Tests an invented company that appears in none of Sheaf's files. Its connector does everything that the connectors of
 * the simulated companies do (spec 2.5).
 */
import { ScriptedResponses } from "@sheaf/adapters-http/testing"
import { hasEnded, waitFor } from "@sheaf/sandbox-site/testing"
import { afterAll, assert, beforeAll, it } from "vitest"
import * as ConnectorServers from "./ConnectorServers.ts"
import { TestService } from "../TestService.ts"

const company = "se-pahittat"
const personalNumber = "199001012385"

const json = (body: object) =>
  ScriptedResponses.completeResponse(200, JSON.stringify({ session: "a-session", ...body }))

const animatedQr = { startToken: "a-token", startSecret: "a-secret", startedAt: 0 }

const steps = [
  { type: "POLL", status: "WAITING_FOR_USER_ACTION", animatedQr, afterMillis: 600 },
  {
    type: "ASK",
    status: "WAITING_FOR_USER_ACTION",
    asks: "RESPONSE_OBJECT",
    information: {
      INSTRUCTIONS: [{ id: "1", etag: "1", url: "https://login.pahittat.example/", method: "GET", headers: {} }]
    }
  },
  {
    type: "POLL",
    status: "COLLECTING",
    authenticated: { fromElectronicId: personalNumber },
    afterMillis: 0
  },
  { type: "END", status: "COMPLETED_EMPTY", collected: { insurance: [], wealth: [], missing: [] } }
]

let connectors: ConnectorServers.ConnectorServers
let service: TestService

beforeAll(async () => {
  let step = 0
  const part: ConnectorServers.ConnectorScript = ({ name }) =>
    name === "begin" ? json({ type: "POLL", status: "LOGIN", afterMillis: 0 }) : json(steps[step++] ?? {})
  connectors = await ConnectorServers.start({ [company]: part })
  service = new TestService({
    config: {
      connectors: [
        {
          url: connectors.urlOf(company),
          allowPrivateAddresses: true,
          showsClient: true,
          companies: [
            {
              company,
              companyDisplayName: "Påhittat",
              loginMethods: ["SWEDISH_MOBILE_EID_ANY_DEVICE"],
              wealth: ["ISK"]
            }
          ]
        }
      ]
    }
  })
  await service.start()
})

afterAll(async () => {
  await service.end()
  await connectors.close()
})

it("an invented company shows a code, uses the person's device, and completes", async () => {
  const parameters = [{ type: "SWEDISH_EID", personalNumber }] as const
  const id = await service.client.begin({ company, loginMethod: "SWEDISH_MOBILE_EID_ANY_DEVICE", parameters })
  const shown = await service.client.poll(id, ({ status }) => status === "WAITING_FOR_USER_ACTION")
  assert.match(shown.extraInformation?.SWEDISH_MOBILE_EID_ANIMATED_QR_DATA ?? "", /^eid\.a-token\.\d+\.[0-9a-f]{64}$/)
  const asked = await waitFor(
    () => service.client.status(id),
    ({ extraInformation }) => extraInformation?.INSTRUCTIONS !== undefined
  )
  const response = { type: "RESPONSE_OBJECT", etag: "1", statusCode: 200, headers: {}, response: {} } as const
  assert.strictEqual((await service.client.supply(asked, response)).status, 202)
  assert.strictEqual((await service.client.poll(id, hasEnded)).status, "COMPLETED_EMPTY")
  const [begin] = connectors.calls
  assert.include(JSON.parse(begin?.body ?? ""), { clientName: "Demonstration" })
  assert.deepStrictEqual(
    connectors.calls.map(({ name }) => name),
    ["begin", "resume", "resume", "resume", "resume"]
  )
})
