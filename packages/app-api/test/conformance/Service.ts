/** The service under test: either the one at `SHEAF_BASE_URL`, with the key `SHEAF_API_KEY`, or a new process. */
import { demoApiKey } from "@sheaf/sandbox-site/testing"
import { assert } from "vitest"
import { TestService } from "../TestService.ts"

export interface Service {
  readonly base: string
  readonly apiKey: string
  /** Fails if the process has logged an error or has exited. */
  readonly assertSound: () => void
  readonly stop: () => Promise<void>
}

const elsewhere = (base: string): Service => ({
  base: base.replace(/\/$/, ""),
  apiKey: process.env["SHEAF_API_KEY"] ?? demoApiKey,
  // An external service's log is not accessible.
  assertSound: () => {},
  stop: () => Promise.resolve()
})

export const start = async (env: Readonly<Record<string, string>> = {}): Promise<Service> => {
  const service = new TestService({ env })
  await service.start()
  const { base, output, pid } = service.process
  return {
    base,
    apiKey: demoApiKey,
    assertSound: () => {
      assert.notMatch(output(), /"level":"(ERROR|FATAL)"/i)
      assert.doesNotThrow(() => process.kill(pid, 0), "it is still the same process")
    },
    stop: () => service.end()
  }
}

export const open = (): Promise<Service> => {
  const base = process.env["SHEAF_BASE_URL"]
  return base === undefined ? start() : Promise.resolve(elsewhere(base))
}
