/** The service as a process, over real HTTP and with a real database. */
import { until } from "@sheaf/adapters-http/testing"
import { assert, describe, it } from "vitest"
import { execFile } from "node:child_process"
import { readdirSync, statSync } from "node:fs"
import { join } from "node:path"
import { promisify } from "node:util"
import { plainStart } from "../Starts.ts"
import * as TestService from "../TestService.ts"

const service = TestService.forAll()
const { dataDir } = service

describe("the process", () => {
  it("creates its files for their owner only", () => {
    for (const entry of readdirSync(dataDir)) {
      assert.strictEqual(statSync(join(dataDir, entry)).mode & 0o077, 0, `${entry} can be read by others`)
    }
  })

  it("does not open Node's inspector on SIGUSR1", async () => {
    process.kill(service.process.pid, "SIGUSR1")
    for (const path of ["/health", "/ready"]) {
      assert.strictEqual((await fetch(service.process.base + path)).status, 200)
    }
    assert.notInclude(service.process.output(), "Debugger listening")
  })

  it("returns 503 at /ready while it drains, keeps serving, and exits with code 0", async () => {
    const draining = new TestService.TestService({ config: { limits: { drainSeconds: 2 } } })
    await draining.start()
    const statusOf = async (path: string) => (await fetch(draining.process.base + path)).status
    assert.strictEqual(await statusOf("/ready"), 200)
    const stopped = draining.process.stop()
    await until(
      () => statusOf("/ready"),
      (status) => status === 503
    )
    assert.strictEqual(await statusOf("/health"), 200)
    await draining.client.begin(plainStart)
    assert.strictEqual(await stopped, 0)
    await draining.end()
  })

  it("prints a first call that works as printed", async () => {
    const line = /^ {2}(curl .*)$/m.exec(service.process.output())?.[1] ?? assert.fail("no call was printed")
    assert.match(line, /'http[^']*\?[^']*'/, "some shells expand an unquoted question mark")
    const run = promisify(execFile)
    const { stdout } = await run("sh", ["-c", `${line} --silent --output /dev/null --write-out '%{http_code}'`])
    assert.strictEqual(stdout, "200")
  })
})
