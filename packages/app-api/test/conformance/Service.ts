/** The service that the suite talks to: the one at `SHEAF_BASE_URL`, with the key `SHEAF_API_KEY`, or a process of its own. */
import { demonstrationKey } from "@sheaf/adapters-http/testing"
import { assert } from "vitest"
import { TestService } from "../TestService.ts"

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
  const service = new TestService()
  await service.start()
  const { base, output, pid } = service.process
  return {
    base,
    apiKey: demonstrationKey,
    assertSound: () => {
      assert.notMatch(output(), /"level":"(ERROR|FATAL)"/i)
      assert.doesNotThrow(() => process.kill(pid, 0), "it is still the same process")
    },
    stop: () => service.end()
  }
}

export const open = (): Promise<Service> => {
  const base = process.env["SHEAF_BASE_URL"]
  return base === undefined ? ownProcess() : Promise.resolve(elsewhere(base))
}
