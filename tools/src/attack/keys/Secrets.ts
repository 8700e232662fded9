/** Keys that other users of the machine can read, and an attached debugger (decisions 16). */
import assert from "node:assert/strict"
import { chmodSync, mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { setTimeout as pause } from "node:timers/promises"
import { start } from "@sheaf/app-api/testing"
import type { Attack } from "../Attack.ts"

const withFolder = async <A>(use: (dataDir: string) => Promise<A>): Promise<A> => {
  const folder = mkdtempSync(join(tmpdir(), "sheaf-attack-"))
  try {
    return await use(join(folder, "data"))
  } finally {
    rmSync(folder, { recursive: true })
  }
}

/** Starts a service that must refuse to start, and returns its error message. */
const refusal = async (dataDir: string, env: Readonly<Record<string, string>> = {}): Promise<string> => {
  const service = await start({ dataDir, env }).catch((error: unknown) => error)
  if (service instanceof Error) return service.message
  assert.fail("the service starts")
}

export const readableKeys: Attack = {
  name: "readable-keys",
  summary: "lets others read the keys and change the data folder, and sets keys of zeros",
  promise: "The service does not start, and names the file and the command that fixes it.",
  run: () =>
    withFolder(async (dataDir) => {
      const first = await start({ dataDir })
      await first.stop()
      for (const [path, mode, mended] of [
        ["keys", 0o644, 0o600],
        ["pepper", 0o640, 0o600],
        ["", 0o777, 0o700]
      ] as const) {
        const file = join(dataDir, path)
        chmodSync(file, mode)
        const said = await refusal(dataDir)
        const command = `chmod ${mended.toString(8)} ${file.replace(/\/$/, "")}`
        assert.ok(said.includes(command), `the service does not name ${command}: ${said}`)
        chmodSync(file, mended)
      }
      const zeros = Buffer.alloc(32).toString("base64")
      const random = Buffer.alloc(32, 7).toString("base64")
      for (const env of [
        { SHEAF_KEYS: `one:${zeros}`, SHEAF_PEPPER: random },
        { SHEAF_KEYS: `one:${random}`, SHEAF_PEPPER: zeros }
      ]) {
        assert.match(await refusal(`${dataDir}-zeros`, env), /SHEAF_(?:KEYS|PEPPER).*zeros/)
      }
      return "five starts were refused, each with its remedy"
    })
}

export const inspector: Attack = {
  name: "inspector",
  summary: "sends SIGUSR1 to the service",
  promise: "The inspector of Node.js stays closed, and the service keeps running.",
  run: ({ withTarget }) =>
    withTarget({}, async ({ honest, service }) => {
      for (let round = 0; round < 3; round++) process.kill(service.pid, "SIGUSR1")
      await pause(500)
      ;(await honest.send("/health")).expect(200)
      assert.ok(!service.output().includes("Debugger listening"), "the inspector is open")
      return "the inspector stayed shut"
    })
}
