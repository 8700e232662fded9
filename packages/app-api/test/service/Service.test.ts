/** The service as its clients and operators have it: a process, real HTTP, a real database. */
import { afterAll, assert, beforeAll, describe, it } from "vitest"
import { execFile } from "node:child_process"
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { promisify } from "node:util"
import { start } from "../../src/testing/ServiceProcess.ts"
import type { ServiceProcess } from "../../src/testing/ServiceProcess.ts"
import { Client, hasEnded, password, plainStart } from "../Client.ts"
import { until } from "../Until.ts"

let dataDir: string
let service: ServiceProcess
let client: Client

beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), "sheaf-service-"))
  service = await start({ dataDir })
  client = new Client(service.base)
})

afterAll(async () => {
  await service.stop()
  rmSync(dataDir, { recursive: true })
})

describe("the process", () => {
  it("keeps nothing personal in clear: not in its files, not in what it writes", async () => {
    const number = "198112189876"
    const secrets = [password.username, password.password, "Personal Reference", "Owner Of Accounts", number]
    const id = await client.begin({
      company: "se-nordhem",
      loginMethod: "SWEDISH_MOBILE_EID_SAME_DEVICE_MOCK",
      parameters: [
        { type: "SWEDISH_EID", personalNumber: number },
        { type: "ACCOUNT_OWNER_NAME", name: "Owner Of Accounts" },
        { type: "SESSION_METADATA", attributes: { EXTERNAL_REFERENCE: "Personal Reference" } }
      ]
    })
    await client.poll(id, hasEnded)
    const data = await (await client.get(`/collections/${id}/wealth/data`)).text()
    const name = /"insuredPersonName":"([^"]+)"/.exec(data)?.[1] ?? assert.fail("no name was collected")
    const entries = readdirSync(dataDir, { recursive: true, withFileTypes: true })
    const files = entries
      .filter((entry) => entry.isFile())
      .map(({ name: file, parentPath }) => readFileSync(join(parentPath, file)))
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

  it("stops when it is told to, with code 0, and answers afterwards as if nothing had been", async () => {
    const other = mkdtempSync(join(tmpdir(), "sheaf-stop-"))
    const first = await start({ dataDir: other })
    const id = await new Client(first.base).begin(plainStart)
    assert.strictEqual(await first.stop(), 0)
    const second = await start({ dataDir: other })
    assert.strictEqual((await new Client(second.base).poll(id, hasEnded)).status, "COMPLETED")
    await second.stop()
    rmSync(other, { recursive: true })
  })

  it("says 503 at /ready while it drains, goes on answering, and then ends with code 0", async () => {
    const folder = mkdtempSync(join(tmpdir(), "sheaf-drain-"))
    const configFile = join(folder, "config.json")
    writeFileSync(configFile, JSON.stringify({ limits: { drainSeconds: 2 } }))
    const draining = await start({ dataDir: join(folder, "data"), env: { SHEAF_CONFIG: configFile } })
    const statusOf = async (path: string) => (await fetch(draining.base + path)).status
    assert.strictEqual(await statusOf("/ready"), 200)
    const stopped = draining.stop()
    await until(
      () => statusOf("/ready"),
      (status) => status === 503
    )
    assert.strictEqual(await statusOf("/health"), 200)
    await new Client(draining.base).begin(plainStart)
    assert.strictEqual(await stopped, 0)
    rmSync(folder, { recursive: true })
  })

  it("greets with a first call that works as it is printed", async () => {
    const line = /^ {2}(curl .*)$/m.exec(service.output())?.[1] ?? assert.fail("no call was printed")
    assert.match(line, /'http[^']*\?[^']*'/, "to some shells, a question mark outside of quotes is a pattern")
    const run = promisify(execFile)
    const { stdout } = await run("sh", ["-c", `${line} --silent --output /dev/null --write-out '%{http_code}'`])
    assert.strictEqual(stdout, "200")
  })
})
