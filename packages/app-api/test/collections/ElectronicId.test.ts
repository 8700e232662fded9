/** Electronic ID from end to end: the service, a provider over real HTTP, and what a client sees (spec 3.2; decisions 6). */
import { SimulatedProvider } from "@sheaf/adapters-http/testing"
import { ElectronicIdSandbox } from "@sheaf/adapters-sandbox"
import { ElectronicId } from "@sheaf/ports"
import { Effect, Exit, Scope } from "effect"
import { afterAll, assert, beforeAll, describe, it } from "vitest"
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { start } from "../../src/testing/ServiceProcess.ts"
import type { ServiceProcess } from "../../src/testing/ServiceProcess.ts"
import { Client, hasEnded } from "../Client.ts"
import type { Status } from "../Client.ts"
import { until } from "../Until.ts"

const scope = Scope.makeUnsafe()
let folder: string
let provider: SimulatedProvider.SimulatedProvider
let service: ServiceProcess
let client: Client

/** A provider in front of the sandbox's people: who they are, and what they do, is decided by their numbers. */
const providerOfThePeople = Effect.gen(function* () {
  return yield* SimulatedProvider.make(yield* ElectronicId)
}).pipe(Effect.provide(ElectronicIdSandbox.layer), Scope.provide(scope))

const startService = () => start({ dataDir: join(folder, "data"), env: { SHEAF_CONFIG: join(folder, "config.json") } })

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "sheaf-electronic-id-"))
  provider = await Effect.runPromise(providerOfThePeople)
  const electronicId = { url: provider.url, allowPrivateAddresses: true, endUserIp: "192.0.2.1" }
  const timeouts = { electronicIdSeconds: 20 }
  writeFileSync(join(folder, "config.json"), JSON.stringify({ electronicId, timeouts }))
  service = await startService()
  client = new Client(service.base)
})

afterAll(async () => {
  await service.stop()
  await Effect.runPromise(Scope.close(scope, Exit.void))
  rmSync(folder, { recursive: true })
})

interface Listed {
  readonly scenario: string
  readonly company: string
  readonly parameters: ReadonlyArray<{ readonly type: string; readonly personalNumber?: string }>
}

const personOf = async (scenario: string): Promise<string> => {
  const listed = (await (await client.get("/sandbox/scenarios")).json()) as ReadonlyArray<Listed> // as the contract has it
  const found = listed.find((entry) => entry.scenario === scenario) ?? assert.fail(`no scenario ${scenario}`)
  return found.parameters.find(({ type }) => type === "SWEDISH_EID")?.personalNumber ?? assert.fail(scenario)
}

const begin = (personalNumber: string, loginMethod = "SWEDISH_MOBILE_EID_ANY_DEVICE_TEST"): Promise<string> =>
  client.begin({
    company: "se-nordhem",
    loginMethod,
    parameters: [{ type: "SWEDISH_EID", personalNumber }]
  })

const ordersOf = (personalNumber: string) =>
  provider.received.filter(({ body, path }) => path.endsWith("/auth") && body.includes(personalNumber))

const information = ({ extraInformation }: Status): Readonly<Record<string, unknown>> => ({ ...extraInformation })

describe("a login by electronic ID, at a provider over HTTP", () => {
  it.concurrent("shows what opens the order, a code that moves, and then the data", async () => {
    const personalNumber = "199112182394"
    const id = await begin(personalNumber)
    const opened = await client.poll(
      id,
      (status) => information(status)["SWEDISH_MOBILE_EID_ANIMATED_QR_DATA"] !== undefined
    )
    assert.strictEqual(opened.status, "WAITING_FOR_USER_ACTION")
    assert.strictEqual(opened.pollingInterval, 1000)
    assert.match(String(information(opened)["SWEDISH_MOBILE_EID_AUTOSTART_TOKEN"]), /^[0-9a-f-]{36}$/)
    assert.match(
      String(information(opened)["SWEDISH_MOBILE_EID_ANIMATED_QR_DATA"]),
      /^eid\.[0-9a-f-]{36}\.[0-9]+\.[0-9a-f]{64}$/
    )
    assert.strictEqual((await client.poll(id, hasEnded)).status, "COMPLETED")
    assert.lengthOf(ordersOf(personalNumber), 1)
  })

  it.concurrent.each([
    ["electronic-id-mismatch", "AUTHENTICATION_MISMATCH"],
    ["electronic-id-cancelled", "AUTHENTICATION_CANCELLED"]
  ])("ends as the person makes it end: %s", async (scenario, status) => {
    const id = await begin(await personOf(scenario))
    assert.strictEqual((await client.poll(id, hasEnded)).status, status)
  })

  it.concurrent("of a person who has one open already ends both", async () => {
    const personalNumber = await personOf("electronic-id-unsigned")
    const first = await begin(personalNumber)
    await client.poll(first, ({ status }) => status === "WAITING_FOR_USER_ACTION")
    const second = await begin(personalNumber)
    for (const id of [second, first]) {
      assert.strictEqual((await client.poll(id, hasEnded)).status, "AUTHENTICATION_CONFLICT")
    }
  })

  it.concurrent("that nobody answers is over when its time is, and its order is cancelled at the provider", async () => {
    const id = await begin(await personOf("electronic-id-unanswered"))
    await client.poll(id, ({ status }) => status === "WAITING_FOR_USER_ACTION")
    const before = provider.received.filter(({ path }) => path.endsWith("/cancel")).length
    assert.strictEqual((await client.post(`/sandbox/collections/${id}/expire`, {})).status, 202)
    assert.strictEqual((await client.poll(id, hasEnded)).status, "AUTHENTICATION_TIMEOUT")
    await until(
      () => provider.received.filter(({ path }) => path.endsWith("/cancel")).length,
      (count) => count > before
    )
  })
})

describe("a login that is under way", () => {
  it("goes on when the service dies while the person signs, with the same order", async () => {
    const personalNumber = "199203152385"
    const id = await begin(personalNumber)
    await client.poll(id, ({ status }) => status === "WAITING_FOR_USER_ACTION")
    await service.kill()
    service = await startService()
    client = new Client(service.base)
    assert.strictEqual((await client.poll(id, hasEnded)).status, "COMPLETED")
    assert.lengthOf(ordersOf(personalNumber), 1)
  })

  it("leaves no personal number in clear, in files or in what is written", () => {
    const filesIn = (path: string): ReadonlyArray<string> =>
      statSync(path).isDirectory() ? readdirSync(path).flatMap((entry) => filesIn(join(path, entry))) : [path]
    const contents = filesIn(join(folder, "data")).map((file) => readFileSync(file))
    for (const number of ["199112182394", "199203152385"]) {
      assert.isFalse(contents.some((content) => content.includes(number)))
      assert.notInclude(service.output(), number)
    }
  })
})
