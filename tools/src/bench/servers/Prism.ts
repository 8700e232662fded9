/**
 * Stoplight Prism, which integrators could use instead of a real service. It validates each request against the
 * service's OpenAPI document and responds with an example.
 */
import { freePort } from "@sheaf/adapters-sql/testing"
import { spawn } from "node:child_process"
import { setTimeout as pause } from "node:timers/promises"
import * as Contestants from "./Contestants.ts"

/**
 * Sends a request to check whether Prism is ready. Prism announces readiness only in its log, and with its log on, it
 * would also log every request.
 */
const answers = (base: string): Promise<boolean> =>
  fetch(base).then(
    () => true,
    () => false
  )

/** Runs `use` with a mock server for the document at this address. */
export const withMock = async <A>(document: string, use: (base: string) => Promise<A>): Promise<A> => {
  const command = Contestants.requireOf("prism").resolve("@stoplight/prism-cli/dist/index.js")
  const port = await freePort()
  const base = `http://127.0.0.1:${port}`
  const args = [command, "mock", "--port", String(port), "--verboseLevel", "silent", document]
  const child = spawn(process.execPath, args, { stdio: ["ignore", "ignore", "inherit"] })
  try {
    while (!(await answers(base))) {
      if (child.exitCode !== null) throw new Error(`Prism ended with code ${child.exitCode}`)
      await pause(100)
    }
    return await use(base)
  } finally {
    child.kill()
  }
}
