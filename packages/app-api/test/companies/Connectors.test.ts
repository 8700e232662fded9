/** A service whose connectors over HTTP fail in different ways (spec 2.4, 2.5). */
import { hasEnded, TestUser, until } from "@sheaf/adapters-http/testing"
import { afterAll, assert, beforeAll, describe, it } from "vitest"
import { mkdtempSync, readFileSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { parts, patience, secret, session, unseen } from "./FaultyConnectors.ts"
import * as PlayedConnectors from "./PlayedConnectors.ts"
import * as SelfSigned from "../SelfSigned.ts"
import { login, plainStart } from "../Starts.ts"
import { TestService } from "../TestService.ts"

let folder: string
/** A server that the service must never call. */
let forbidden: PlayedConnectors.PlayedConnectors
let connectors: PlayedConnectors.PlayedConnectors
let trusted: PlayedConnectors.PlayedConnectors
let service: TestService

const insurance = [{ insuranceType: "vehicleInsurance", insuranceSubTypes: ["car"] }]

const companyOf = (company: string) => ({
  company,
  companyDisplayName: company,
  loginMethods: ["USERNAME_AND_PASSWORD"]
})

const entryOf = (company: string, more: object = {}) => ({
  url: connectors.urlOf(company),
  allowPrivateAddresses: true,
  timeoutSeconds: 25,
  companies: [{ ...companyOf(company), insurance }],
  ...more
})

const fileOf = (name: string, content: string): string => {
  const file = join(folder, name)
  writeFileSync(file, content, { mode: 0o600 })
  return file
}

let people = 0

/** Starts a collection for another person. */
const begin = (company: string): Promise<string> => {
  const another = { ...login, username: `${login.username}-${people++}` }
  return service.client.begin({ ...plainStart, company, parameters: [another] })
}

/** Companies whose collections take seconds. All of these start before the tests, so that they run in parallel. */
const slowToEnd = ["fr-prive", "fr-parti", "fr-inconnu"]
const begun = new Map<string, string>()

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "sheaf-connectors-"))
  forbidden = await PlayedConnectors.play({})
  connectors = await PlayedConnectors.play(parts)
  const { certFile, keyFile } = SelfSigned.makeIn(folder)
  const [cert, key] = [readFileSync(certFile), readFileSync(keyFile)]
  trusted = await PlayedConnectors.play(parts, { cert, key, ca: cert, requestCert: true, rejectUnauthorized: true })
  const config = {
    timeouts: { connectorRetrySeconds: 2 },
    connectors: [
      entryOf("fr-bien"),
      entryOf("fr-patient"),
      entryOf("fr-parti"),
      entryOf("fr-secret", { secretFile: fileOf("secret", `${secret}\n`) }),
      entryOf("fr-faux", { secretFile: fileOf("other-secret", `${secret}-not`) }),
      entryOf("fr-certificat", { url: trusted.urlOf("fr-certificat"), caFile: certFile, certFile, keyFile }),
      entryOf("fr-inconnu", { url: trusted.urlOf("fr-inconnu") }),
      entryOf("fr-comptes", {
        companies: [{ ...companyOf("fr-comptes"), psd2Ais: { balances: true, transactions: true } }]
      }),
      entryOf("fr-prive", { url: `https://localhost:${forbidden.port}/fr-prive`, allowPrivateAddresses: false })
    ]
  }
  service = new TestService({ config, folder })
  await service.start()
  for (const company of slowToEnd) begun.set(company, await begin(company))
}, 120_000)

afterAll(async () => {
  await service.end()
  await Promise.all([connectors.close(), trusted.close(), forbidden.close()])
})

const assertEnds = async (company: string, ends: string, reason?: string): Promise<void> => {
  const id = begun.get(company) ?? (await begin(company))
  const { extraInformation, status } = await service.client.poll(id, hasEnded)
  assert.deepStrictEqual([status, extraInformation?.FAILURE_REASON?.code], [ends, reason])
}

const callsOf = (company: string, name: string): ReadonlyArray<PlayedConnectors.Call> =>
  connectors.calls.filter((call) => call.company === company && call.name === name)

describe.concurrent("a company whose accounts can be read only within a collection", () => {
  it("is listed as such and accepts no stored consents", async () => {
    const [company] = await service.client.read<ReadonlyArray<object>>(
      "/companies/supported-products?company=fr-comptes"
    )
    assert.containsSubset(company, { psd2Ais: { storedConsents: false } })
    const user = await TestUser.make(service.client)
    const parameters = [{ type: "PSD2_AIS_CONSENT", psuIpAddress: "192.0.2.17" }]
    const answer = await user.client.post("/consents", { company: "fr-comptes", parameters })
    assert.strictEqual(answer.status, 400)
    assert.strictEqual(answer.problem.code, "STORED_CONSENT_NOT_SUPPORTED")
  })
})

describe.concurrent("a collection", () => {
  it("is never sent to a private address unless the configuration allows it", async () => {
    await assertEnds("fr-prive", "THIRD_PARTY_ERROR", "COMPANY_UNREACHABLE")
    assert.strictEqual(forbidden.connections(), 0)
  })

  it("whose connector fails halfway ends, and the connector's session is canceled", async () => {
    await assertEnds("fr-parti", "THIRD_PARTY_ERROR", "COMPANY_ERROR")
    await until(
      () => callsOf("fr-parti", "cancel"),
      (calls) => calls.length === 1
    )
    assert.deepStrictEqual(
      callsOf("fr-parti", "cancel").map(({ body }) => JSON.parse(body)),
      [{ session }]
    )
  })

  it("sends the configured secret to its connector", async () => {
    await assertEnds("fr-secret", "COMPLETED")
    await assertEnds("fr-faux", "FAILED", "CONNECTOR_ERROR")
  })

  it("verifies the connector's certificate, and presents its own configured certificate", async () => {
    await assertEnds("fr-certificat", "COMPLETED")
    await assertEnds("fr-inconnu", "THIRD_PARTY_ERROR", "COMPANY_UNREACHABLE")
    assert.notInclude(
      trusted.calls.map(({ company }) => company),
      "fr-inconnu"
    )
  })

  it("does not wait for collections with a slow connector", async () => {
    const slow = await Promise.all(Array.from({ length: 10 }, () => begin("fr-patient")))
    await until(
      () => patience.waiting.length,
      (waiting) => waiting === slow.length
    )
    for (const company of ["fr-bien", "se-nordhem"]) {
      assert.strictEqual((await service.client.poll(await begin(company), hasEnded)).status, "COMPLETED")
    }
    for (const id of slow) assert.strictEqual((await service.client.status(id)).status, "RUNNING")
    assert.strictEqual(patience.waiting.length, slow.length)
    patience.release()
    for (const id of slow) assert.strictEqual((await service.client.poll(id, hasEnded)).status, "COMPLETED")
  })
})

describe("afterwards", () => {
  it("only connectors with a configured secret received a secret", () => {
    const shown = connectors.calls.filter(({ headers }) => headers.authorization !== undefined)
    assert.deepStrictEqual(new Set(shown.map(({ company }) => company)), new Set(["fr-secret", "fr-faux"]))
  })

  it("the log names the failures, and repeats no request or response", () => {
    const output = service.process.output()
    assert.include(output, "connector failed")
    for (const hidden of [unseen, login.username, login.password, "Bearer", "/v1/"]) {
      assert.notInclude(output, hidden)
    }
  })
})
