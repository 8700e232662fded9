/** The service as its clients and operators have it: a process, real HTTP, a real database. */
import { afterAll, assert, beforeAll, describe, it } from "vitest"
import { execFile } from "node:child_process"
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { start } from "../src/testing/ServiceProcess.ts"
import type { ServiceProcess } from "../src/testing/ServiceProcess.ts"

let dataDir: string
let service: ServiceProcess

beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), "sheaf-service-"))
  service = await start({ dataDir })
})

afterAll(async () => {
  await service.stop()
  rmSync(dataDir, { recursive: true })
})

const credentials = { "authorization-token": "sheaf-demo", "service-version": "2026-04-01" }

const get = (path: string) => fetch(service.base + path, { headers: credentials })

const post = (path: string, body: unknown) =>
  fetch(service.base + path, {
    method: "POST",
    headers: { ...credentials, "content-type": "application/json" },
    body: JSON.stringify(body)
  })

interface Status {
  readonly id: string
  readonly status: string
  readonly pollingInterval?: number
  readonly extraInformation?: { readonly TWO_FACTOR_AUTHENTICATION_INSTRUCTION?: unknown }
}

const json = async <A>(response: Response): Promise<A> => (await response.json()) as A // the test asserts what it uses

/** Polls until `wanted` holds; the test's own time limit ends what never comes. */
const poll = async (id: string, wanted: (status: Status) => boolean): Promise<Status> => {
  for (;;) {
    const status = await json<Status>(await get(`/collections/${id}/status`))
    if (wanted(status)) return status
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
}

const ended = ({ pollingInterval }: Status) => pollingInterval === undefined

const password = { username: "maja.with.a.name", password: "a-password-nobody-may-see" }

const begin = async (body: unknown): Promise<string> => {
  const response = await post("/collections", body)
  assert.strictEqual(response.status, 201, await response.clone().text())
  const { id } = await json<Status>(response)
  assert.strictEqual(response.headers.get("location"), `/collections/${id}/status`)
  return id
}

describe("a collection over HTTP", () => {
  it("runs from the start to its data and documents", async () => {
    const id = await begin({
      company: "se-nordhem",
      loginMethod: "USERNAME_AND_PASSWORD",
      parameters: [{ type: "USERNAME_PASSWORD", ...password }]
    })
    const early = await get(`/collections/${id}/wealth/data`)
    assert.strictEqual(early.status, 409)
    assert.strictEqual((await json<{ code: string }>(early)).code, "COLLECTION_NOT_COMPLETED")
    assert.strictEqual((await poll(id, ended)).status, "COMPLETED")
    for (const product of ["insurance", "wealth"]) {
      const records = await json<ReadonlyArray<{ documents?: ReadonlyArray<{ documentId: string }> }>>(
        await get(`/collections/${id}/${product}/data`)
      )
      assert.isAtLeast(records.length, 2)
      const documentId = records.flatMap(({ documents }) => documents ?? [])[0]?.documentId
      const document = await get(`/collections/${id}/${product}/document/${String(documentId)}`)
      assert.strictEqual(document.headers.get("content-type"), "application/pdf")
      assert.match(document.headers.get("content-disposition") ?? "", /^attachment/)
      const bytes = Buffer.from(await document.arrayBuffer())
      assert.strictEqual(bytes.subarray(0, 5).toString(), "%PDF-")
    }
  })

  it("waits for the two-factor code, and goes on with it", async () => {
    interface Scenario {
      readonly scenario: string
      readonly company: string
      readonly parameters: ReadonlyArray<{ readonly type: string }>
      readonly supplements?: ReadonlyArray<unknown>
    }
    const scenarios = await json<ReadonlyArray<Scenario>>(await get("/sandbox/scenarios"))
    const twoFactor = scenarios.find(({ scenario }) => scenario === "two-factor") ?? assert.fail("no such scenario")
    const id = await begin({
      company: twoFactor.company,
      loginMethod: "USERNAME_AND_PASSWORD",
      parameters: twoFactor.parameters.filter(({ type }) => type === "USERNAME_PASSWORD")
    })
    await poll(id, ({ status }) => status === "TWO_FACTOR_PENDING")
    const supplied = await post(`/collections/${id}/supplement-info`, twoFactor.supplements?.[0])
    assert.strictEqual(supplied.status, 202)
    assert.notProperty(await json<Status>(supplied), "extraInformation")
    const again = await post(`/collections/${id}/supplement-info`, twoFactor.supplements?.[0])
    assert.strictEqual(again.status, 409)
    assert.strictEqual((await poll(id, ended)).status, "COMPLETED")
  })
})

describe("the process", () => {
  it("keeps nothing personal in clear: not in its files, not in what it writes", async () => {
    const number = "198112189876"
    const secrets = [password.username, password.password, "Personal Reference", "Owner Of Accounts", number]
    const id = await begin({
      company: "se-nordhem",
      loginMethod: "SWEDISH_MOBILE_EID_SAME_DEVICE_MOCK",
      parameters: [
        { type: "SWEDISH_EID", personalNumber: number },
        { type: "ACCOUNT_OWNER_NAME", name: "Owner Of Accounts" },
        { type: "SESSION_METADATA", attributes: { EXTERNAL_REFERENCE: "Personal Reference" } }
      ]
    })
    await poll(id, ended)
    const data = await (await get(`/collections/${id}/wealth/data`)).text()
    const name = /"insuredPersonName":"([^"]+)"/.exec(data)?.[1] ?? assert.fail("no name was collected")
    const files = readdirSync(dataDir).map((entry) => readFileSync(join(dataDir, entry)))
    for (const secret of [...secrets, name]) {
      assert.isFalse(
        files.some((content) => content.includes(secret)),
        `${secret} is in a file`
      )
      assert.notInclude(service.output(), secret)
    }
  })

  it("keeps its files to itself", () => {
    for (const entry of readdirSync(dataDir)) {
      assert.strictEqual(statSync(join(dataDir, entry)).mode & 0o077, 0, `${entry} can be read by others`)
    }
  })

  it("lets no second process at its data", async () => {
    await start({ dataDir }).then(
      async (second) => {
        await second.stop()
        assert.fail("a second process started")
      },
      (error: Error) => assert.match(error.message, /data folder/)
    )
  })

  it("stops when it is told to, with code 0, and answers afterwards as if nothing had been", async () => {
    const other = mkdtempSync(join(tmpdir(), "sheaf-stop-"))
    const first = await start({ dataDir: other })
    const started = await fetch(`${first.base}/collections`, {
      method: "POST",
      headers: { ...credentials, "content-type": "application/json" },
      body: JSON.stringify({
        company: "se-nordhem",
        loginMethod: "USERNAME_AND_PASSWORD",
        parameters: [{ type: "USERNAME_PASSWORD", ...password }]
      })
    })
    const { id } = await json<Status>(started)
    assert.strictEqual(await first.stop(), 0)
    const second = await start({ dataDir: other })
    for (;;) {
      const status = await json<Status>(
        await fetch(`${second.base}/collections/${id}/status`, { headers: credentials })
      )
      if (ended(status)) {
        assert.strictEqual(status.status, "COMPLETED")
        break
      }
    }
    await second.stop()
    rmSync(other, { recursive: true })
  })

  it("says in one line what is wrong with its settings, and ends with code 1", async () => {
    const { code, stderr } = await new Promise<{ code: unknown; stderr: string }>((resolve) => {
      execFile(
        process.execPath,
        ["--conditions=@sheaf/source", join(import.meta.dirname, "../src/main.ts")],
        { env: { ...process.env, SHEAF_MODE: "production" } },
        (error, _, stderr) => resolve({ code: error?.code, stderr })
      )
    })
    assert.strictEqual(code, 1)
    assert.match(stderr, /^sheaf: SHEAF_MODE=production is not part of this release.*\n$/)
  })
})

describe("the keys of a database", () => {
  const key = (id: string, fill: number) => `${id}:${Buffer.alloc(32, fill).toString("base64")}`
  const pepper = (fill: number) => Buffer.alloc(32, fill).toString("base64")

  it("can be rotated, and are refused when they are others", async () => {
    const other = mkdtempSync(join(tmpdir(), "sheaf-keys-"))
    const startWith = (SHEAF_KEYS: string, SHEAF_PEPPER: string) =>
      start({ dataDir: other, env: { SHEAF_KEYS, SHEAF_PEPPER } })
    const refusal = (starting: Promise<ServiceProcess>) =>
      starting.then(
        () => assert.fail("it started"),
        (error: Error) => error.message
      )
    await (await startWith(key("old", 1), pepper(3))).stop()
    await (await startWith(`${key("new", 2)},${key("old", 1)}`, pepper(3))).stop()
    await (await startWith(key("new", 2), pepper(3))).stop()
    assert.match(await refusal(startWith(key("old", 1), pepper(3))), /sheaf: the database was sealed with keys/)
    assert.match(await refusal(startWith(key("new", 2), pepper(4))), /sheaf: the database was made with another/)
    rmSync(other, { recursive: true })
  })
})
