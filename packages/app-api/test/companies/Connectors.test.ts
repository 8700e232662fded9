/** Tests against HTTP connectors that are slow, fail or require certificates (spec 2.5). */
import { hasEnded, waitFor } from "@sheaf/sandbox-site/testing"
import { afterAll, assert, beforeAll, describe, it } from "vitest"
import { mkdtempSync, readFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { scripts, heldResponse } from "./ScriptedConnectors.ts"
import * as ConnectorServers from "./ConnectorServers.ts"
import * as SelfSigned from "../SelfSigned.ts"
import { login, plainStart } from "../Starts.ts"
import { TestService } from "../TestService.ts"

let folder: string
let connectors: ConnectorServers.ConnectorServers
let trusted: ConnectorServers.ConnectorServers
let service: TestService

const insurance = [{ insuranceType: "vehicleInsurance", insuranceSubTypes: ["car"] }]

const entryOf = (company: string, more: object = {}) => ({
  url: connectors.urlOf(company),
  allowPrivateAddresses: true,
  timeoutSeconds: 25,
  companies: [{ company, companyDisplayName: company, loginMethods: ["USERNAME_AND_PASSWORD"], insurance }],
  ...more
})

let people = 0

const begin = (company: string): Promise<string> => {
  const another = { ...login, username: `${login.username}-${people++}` }
  return service.client.begin({ ...plainStart, company, parameters: [another] })
}

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "sheaf-connectors-"))
  connectors = await ConnectorServers.start(scripts)
  const { certFile, keyFile } = SelfSigned.makeIn(folder)
  const [cert, key] = [readFileSync(certFile), readFileSync(keyFile)]
  trusted = await ConnectorServers.start(scripts, { cert, key, ca: cert, requestCert: true, rejectUnauthorized: true })
  const config = {
    timeouts: { connectorRetrySeconds: 2 },
    connectors: [
      entryOf("fr-bien"),
      entryOf("fr-patient"),
      entryOf("fr-parti"),
      entryOf("fr-certificat", { url: trusted.urlOf("fr-certificat"), caFile: certFile, certFile, keyFile }),
      entryOf("fr-inconnu", { url: trusted.urlOf("fr-inconnu") })
    ]
  }
  service = new TestService({ config, folder })
  await service.start()
})

afterAll(async () => {
  await service.end()
  await Promise.all([connectors.close(), trusted.close()])
})

const assertEnds = async (company: string, ends: string, reason?: string): Promise<void> => {
  const { extraInformation, status } = await service.client.poll(await begin(company), hasEnded)
  assert.deepStrictEqual([status, extraInformation?.FAILURE_REASON?.code], [ends, reason])
}

describe.concurrent("a collection", () => {
  it("verifies the connector's certificate, and presents its own configured certificate", async () => {
    await assertEnds("fr-certificat", "COMPLETED")
    await assertEnds("fr-inconnu", "THIRD_PARTY_ERROR", "COMPANY_UNREACHABLE")
    assert.notInclude(
      trusted.calls.map(({ company }) => company),
      "fr-inconnu"
    )
  })

  it("whose connector fails halfway ends, and the connector's session is canceled", async () => {
    await assertEnds("fr-parti", "THIRD_PARTY_ERROR", "COMPANY_ERROR")
    const cancelled = () => connectors.calls.filter(({ company, name }) => company === "fr-parti" && name === "cancel")
    await waitFor(cancelled, ({ length }) => length === 1)
  })

  it("does not wait for collections with a slow connector", async () => {
    const slow = await Promise.all(Array.from({ length: 10 }, () => begin("fr-patient")))
    await waitFor(
      () => heldResponse.waiting.length,
      (waiting) => waiting === slow.length
    )
    for (const company of ["fr-bien", "se-nordhem"]) {
      assert.strictEqual((await service.client.poll(await begin(company), hasEnded)).status, "COMPLETED")
    }
    for (const id of slow) assert.strictEqual((await service.client.status(id)).status, "RUNNING")
    assert.strictEqual(heldResponse.waiting.length, slow.length)
    heldResponse.release()
    for (const id of slow) assert.strictEqual((await service.client.poll(id, hasEnded)).status, "COMPLETED")
  })
})
