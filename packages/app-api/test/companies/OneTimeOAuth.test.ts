/** A collection under a one-time consent at a sandbox bank with OAuth, over HTTP (decisions 9, 21). */
import { until } from "@sheaf/adapters-http/testing"
import type { StatusObject } from "@sheaf/domain/Collection"
import { afterAll, assert, beforeAll, describe, it } from "vitest"
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import type { ListeningProcess } from "../../src/testing/index.ts"
import * as SandboxBank from "../consents/SandboxBank.ts"
import { TestService } from "../TestService.ts"

const company = "se-klarvik"
const folder = mkdtempSync(join(tmpdir(), "sheaf-one-time-"))
let bank: ListeningProcess.ListeningProcess | undefined
let service: TestService | undefined

const running = () => service ?? assert.fail("no service runs")

beforeAll(async () => {
  const { address, process } = await SandboxBank.start(join(folder, "bank"))
  bank = process
  const issuer = `${address.replace(/\/$/, "")}/${company}`
  const entry = {
    company,
    companyDisplayName: "Klarvik",
    market: "se",
    url: `${issuer}/`,
    profile: "nextgenpsd2-1.3",
    approach: "OAUTH",
    oauth: { issuer, clientId: "PSDSE-FINA-000000" },
    allowPrivateAddresses: true
  }
  const env = { PORT: "0", MTLS_PORT: "0", LOGIN_HOST_PORT: "0" }
  service = new TestService({ folder: mkdtempSync(join(folder, "service-")), config: { banks: [entry] }, env })
  await service.start()
}, 60_000)

afterAll(async () => {
  await service?.end()
  await bank?.kill()
  rmSync(folder, { recursive: true })
})

const statusOf = (id: string) => running().client.read<StatusObject>(`/collections/${id}/status`)

const ended = (id: string) =>
  until(
    () => statusOf(id),
    ({ status }) => /COMPLETED|ERROR|TIMEOUT|FAILED/.test(status)
  )

/** Starts a collection, and returns its id and the page of the authorization server. */
const waiting = async () => {
  const { client } = running()
  const parameters = [
    { type: "EMAIL", email: "maja@example.com" },
    { type: "PSD2_AIS_CONSENT", psuIpAddress: "192.0.2.17" }
  ]
  const answer = await client.post("/collections", { company, loginMethod: "EMAIL", parameters })
  const { id } = answer.expect(201).read<StatusObject>()
  const { extraInformation } = await until(
    () => statusOf(id),
    ({ status }) => status === "WAITING_FOR_USER_ACTION"
  )
  return { id, page: extraInformation?.REDIRECT_URL ?? assert.fail("there is no page") }
}

const locationOf = (answer: Response) => answer.headers.get("location") ?? assert.fail("there is no redirect")

/** Presses a button on the bank's page, and returns the address to which the server redirects the browser. */
const decide = async (page: string, decision: string) => {
  const opened = new URL(locationOf(await fetch(page, { redirect: "manual" })), page)
  const body = new URLSearchParams({ decision })
  return locationOf(await fetch(opened, { method: "POST", body, redirect: "manual" }))
}

const valueIn = (address: string, name: string) =>
  new URL(address).searchParams.get(name) ?? assert.fail(`${address} has no ${name}`)

const come = (address: string) => fetch(address, { headers: { accept: "text/html" } })

describe("a collection under a one-time consent with OAuth", () => {
  it("completes once the person returns with a code, which counts once", { timeout: 60_000 }, async () => {
    const { id, page } = await waiting()
    const address = await decide(page, "approve")
    const foreign = new URL(address)
    foreign.searchParams.set("state", `${id}.${"A".repeat(43)}`)
    assert.strictEqual((await come(foreign.href)).status, 404)
    const first = await come(address)
    assert.strictEqual(first.status, 200)
    assert.notInclude(await first.text(), valueIn(address, "code"))
    assert.strictEqual((await come(address)).status, 404)
    assert.strictEqual((await ended(id)).status, "COMPLETED")
    const output = running().process.output()
    for (const name of ["code", "state"]) assert.notInclude(output, valueIn(address, name))
  })

  it("ends if the person refuses on the bank's page", { timeout: 60_000 }, async () => {
    const { id, page } = await waiting()
    assert.strictEqual((await come(await decide(page, "refuse"))).status, 200)
    assert.strictEqual((await ended(id)).status, "AUTHENTICATION_ERROR")
  })
})
