/** The service that the suite talks to: the one at `SHEAF_BASE_URL`, with the key `SHEAF_API_KEY`, or a process of its own. */
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { assert } from "vitest"
import { start } from "../../src/testing/ServiceProcess.ts"

const demonstrationKey = "sheaf-demo"

export interface Service {
  readonly base: string
  readonly apiKey: string
  /** Fails when the process has written of an error, or is not the one that was started. */
  readonly assertSound: () => void
  readonly stop: () => Promise<void>
}

const elsewhere = (base: string): Service => ({
  base: base.replace(/\/$/, ""),
  apiKey: process.env["SHEAF_API_KEY"] ?? demonstrationKey,
  // What is written there is not ours to see.
  assertSound: () => {},
  stop: () => Promise.resolve()
})

const ownProcess = async (): Promise<Service> => {
  const dataDir = mkdtempSync(join(tmpdir(), "sheaf-conformance-"))
  const service = await start({ dataDir })
  return {
    base: service.base,
    apiKey: demonstrationKey,
    assertSound: () => {
      assert.notMatch(service.output(), /"level":"(ERROR|FATAL)"/i)
      assert.doesNotThrow(() => process.kill(service.pid, 0), "it is still the same process")
    },
    stop: async () => {
      await service.stop()
      rmSync(dataDir, { recursive: true })
    }
  }
}

export const open = (): Promise<Service> => {
  const base = process.env["SHEAF_BASE_URL"]
  return base === undefined ? ownProcess() : Promise.resolve(elsewhere(base))
}
