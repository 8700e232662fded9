/**
 * Compares the startup time of the service (until its first response) and of two commands with that of bare Node.js
 * (`node -e 0`). All of them run the bundle, as `npm start` does. npm itself is not measured, because its time does not
 * depend on Sheaf.
 */
import { sheafProgram } from "@sheaf/app-api/testing"
import { execFile } from "node:child_process"
import { fileURLToPath } from "node:url"
import { promisify } from "node:util"
import * as Installation from "../../workshop/stage/Installation.ts"
import type { Contestant, Measurement } from "../suite/Measurement.ts"

const cwd = fileURLToPath(new URL("../../../..", import.meta.url))

const program = (name: string, tool: string, ...words: ReadonlyArray<string>): Contestant => ({
  name,
  measure: async () => {
    const began = performance.now()
    await promisify(execFile)(tool, words, { cwd })
    return { ms: performance.now() - began }
  }
})

const limit = (of: string, most: number) => ({ of, to: "bare Node.js", unit: "ms", bound: ["<=", most] }) as const

export const measurement: Measurement = {
  name: "start",
  summary: "starts of the service and of commands, against bare Node.js",
  rounds: { smoke: 1, full: 7, long: 21 },
  prepare: async (cleanup) => {
    const installation = await Installation.create(cleanup)
    return [
      program("bare Node.js", process.execPath, "-e", "0"),
      {
        name: "service",
        measure: async () => {
          const { service, startMillis } = await installation.start()
          await service.stop()
          return { ms: startMillis }
        }
      },
      program("sheaf --help", ...sheafProgram("--help")),
      {
        name: "sheaf keys create",
        measure: async () => {
          // Creates a client for each key, because a client can have only two keys.
          const { out: client } = await installation.sheaf("clients", "create", "--name", "Start")
          const began = performance.now()
          const { code, err } = await installation.sheaf("keys", "create", "--client", client)
          if (code !== 0) throw new Error(err)
          return { ms: performance.now() - began }
        }
      },
      program("npm run sheaf -- --help", "npm", "run", "--silent", "sheaf", "--", "--help")
    ]
  },
  limits: [limit("service", 12), limit("sheaf --help", 6), limit("sheaf keys create", 10)]
}
