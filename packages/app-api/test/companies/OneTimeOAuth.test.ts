/** A collection under a one-time consent at a sandbox bank with OAuth, over HTTP (decisions 9, 21). */
import { until } from "@sheaf/adapters-http/testing"
import type { StatusObject } from "@sheaf/domain/Collection"
import { afterAll, assert, beforeAll, describe, it } from "vitest"
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import type { ListeningProcess } from "../../src/testing/index.ts"
import * as OAuthVisit from "../consents/OAuthVisit.ts"
import { begin, come, decide } from "../consents/OAuthVisit.ts"
import * as SandboxBank from "../consents/SandboxBank.ts"
import { TestService } from "../TestService.ts"

const folder = mkdtempSync(join(tmpdir(), "sheaf-one-time-"))
let bank: ListeningProcess.ListeningProcess | undefined
let service: TestService | undefined

const running = () => service ?? assert.fail("no service runs")

beforeAll(async () => {
  const { address, process } = await SandboxBank.start(join(folder, "bank"))
  bank = process
  const env = { PORT: "0", MTLS_PORT: "0", LOGIN_HOST_PORT: "0" }
  service = new TestService({
    folder: mkdtempSync(join(folder, "service-")),
    config: { banks: [OAuthVisit.bankAt(address)] },
    env
  })
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

const valueIn = (address: string, name: string) =>
  new URL(address).searchParams.get(name) ?? assert.fail(`${address} has no ${name}`)

describe("a collection under a one-time consent with OAuth", () => {
  it("completes once the person returns with a code, which counts once", { timeout: 60_000 }, async () => {
    const { id, page } = await begin(running().client)
    const address = await decide(page, "approve")
    const foreign = new URL(address)
    foreign.searchParams.set("state", `${id}.${"A".repeat(43)}`)
    assert.strictEqual((await come(foreign.href)).status, 404)
    const first = await come(address)
    assert.strictEqual(first.status, 200)
    assert.notInclude(await first.text(), valueIn(address, "code"))
    // A reload changes nothing.
    assert.strictEqual((await come(address)).status, 200)
    assert.strictEqual((await ended(id)).status, "COMPLETED")
    const output = running().process.output()
    for (const name of ["code", "state"]) assert.notInclude(output, valueIn(address, name))
  })

  it("is possible as long as the bank is available, which the list of companies shows", async () => {
    const [listed] = await running().client.read<ReadonlyArray<object>>("/companies/availability?company=se-klarvik")
    const expected = { companyDisplayName: "Klarvik", functional: true, status: "OPERATIONAL", loginMethods: ["EMAIL"] }
    assert.deepInclude(listed, { ...expected, products: ["PSD2_AIS"] })
  })

  it("ends if the person refuses on the bank's page", { timeout: 60_000 }, async () => {
    const { id, page } = await begin(running().client)
    assert.strictEqual((await come(await decide(page, "refuse"))).status, 200)
    assert.strictEqual((await ended(id)).status, "AUTHENTICATION_ERROR")
  })
})
