/** Tests the service as a process, over real HTTP and with a real database. */
import { freePort } from "@sheaf/adapters-sql/testing"
import { assert, describe, it } from "vitest"
import { execFile } from "node:child_process"
import { readdirSync, statSync } from "node:fs"
import { DatabaseSync } from "node:sqlite"
import { join } from "node:path"
import { promisify } from "node:util"
import * as CommandLine from "../CommandLine.ts"
import { plainStart } from "../Starts.ts"
import * as TestService from "../TestService.ts"
import { requestUntil } from "../RequestLoop.ts"

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

  it("answers every request that it accepts, from its first moment until it says that it stops", async () => {
    const [port, metricsPort] = [await freePort(), await freePort()]
    const env = { PORT: String(port), METRICS_PORT: String(metricsPort), MTLS_PORT: "0", LOGIN_HOST_PORT: "0" }
    const watched = new TestService.TestService({ config: { limits: { drainSeconds: 2 } }, env })
    const base = `http://127.0.0.1:${port}`
    let isStopping = false
    let hasStopped = false
    const isOver = (outcome: number | string) => hasStopped || (isStopping && outcome === 503)
    const asked = [
      requestUntil(`${base}/ready`, isOver),
      requestUntil(`${base}/health`, () => isStopping),
      requestUntil(`http://127.0.0.1:${metricsPort}/metrics`, () => isStopping)
    ]
    try {
      await watched.start()
      // The service waits for the database while another process writes.
      const other = new DatabaseSync(join(watched.dataDir, "sheaf.db"), { timeout: 5_000 })
      other.exec("BEGIN IMMEDIATE")
      const begun = watched.client.begin(plainStart)
      setImmediate(() => other.close())
      await begun
      const { code, err } = await CommandLine.run(watched, ["tokens", "rotate"])
      assert.strictEqual(code, 0, err)
      isStopping = true
      await watched.stop()
    } finally {
      isStopping = hasStopped = true
      await watched.end()
    }
    for (const outcomes of await Promise.all(asked)) {
      for (const outcome of Object.keys(outcomes)) assert.include(["200", "503", "ECONNREFUSED"], outcome)
      assert.isAbove(outcomes["200"] ?? 0, 0)
    }
  })

  it("prints a first call that works as printed", async () => {
    const line = /^ {2}(curl .*)$/m.exec(service.process.output())?.[1] ?? assert.fail("no call was printed")
    assert.match(line, /'http[^']*\?[^']*'/, "some shells expand an unquoted question mark")
    const run = promisify(execFile)
    const { stdout } = await run("sh", ["-c", `${line} --silent --output /dev/null --write-out '%{http_code}'`])
    assert.strictEqual(stdout, "200")
  })
})
