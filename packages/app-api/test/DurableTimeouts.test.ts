/** A timeout holds whatever happens to the process that armed it (spec 3.3): it was promised to the client. */
import { assert, describe, it } from "vitest"
import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { DatabaseSync } from "node:sqlite"
import { start } from "../src/testing/ServiceProcess.ts"
import type { ServiceProcess } from "../src/testing/ServiceProcess.ts"
import { Client, hasEnded } from "./Client.ts"
import { until } from "./Until.ts"

/** What the database holds of the only collection: when its question falls due, and when it ended, if it has. */
const stored = (dataDir: string): { readonly dueAt: number; readonly endedAt: number | undefined } => {
  const database = new DatabaseSync(join(dataDir, "sheaf.db"), { readOnly: true })
  try {
    const row = database.prepare("SELECT pending_until, ended_at FROM collection").get()
    const endedAt = row?.["ended_at"]
    return { dueAt: Number(row?.["pending_until"]), endedAt: typeof endedAt === "number" ? endedAt : undefined }
  } finally {
    database.close()
  }
}

/** A service that gives people so many seconds for a two-factor code, in a data folder of its own. */
const withTimeout = async (
  seconds: number,
  use: (restart: () => Promise<ServiceProcess>, dataDir: string) => Promise<void>
) => {
  const folder = mkdtempSync(join(tmpdir(), "sheaf-timeouts-"))
  const dataDir = join(folder, "data")
  const configFile = join(folder, "config.json")
  writeFileSync(configFile, JSON.stringify({ timeouts: { twoFactorCodeSeconds: seconds } }))
  let service: ServiceProcess | undefined
  try {
    await use(async () => (service = await start({ dataDir, env: { SHEAF_CONFIG: configFile } })), dataDir)
  } finally {
    await service?.kill()
    rmSync(folder, { recursive: true })
  }
}

/** Starts a collection that asks for a code, and ends the process by force while it waits for the answer. */
const askAndKill = async (service: ServiceProcess, dataDir: string) => {
  const { id } = await new Client(service.base).beginTwoFactor()
  await service.kill()
  const { dueAt, endedAt } = stored(dataDir)
  assert.isUndefined(endedAt, "the process died while the question was open")
  return { id, dueAt }
}

const expectTimeout = async (client: Client, id: string, dueAt: number, dataDir: string) => {
  const { extraInformation, status } = await client.poll(id, hasEnded)
  assert.strictEqual(status, "AUTHENTICATION_TIMEOUT")
  assert.isString(extraInformation?.FAILURE_REASON?.code)
  assert.isAtLeast(stored(dataDir).endedAt ?? 0, dueAt, "not before it fell due")
}

describe("the time for a two-factor code", () => {
  it("is over after a restart, when it ran out while no process was there", () =>
    withTimeout(1, async (restart, dataDir) => {
      const { dueAt, id } = await askAndKill(await restart(), dataDir)
      await until(Date.now, (now) => now > dueAt)
      await expectTimeout(new Client((await restart()).base), id, dueAt, dataDir)
    }))

  it("goes on after a restart, when it had not run out yet", () =>
    withTimeout(4, async (restart, dataDir) => {
      const { dueAt, id } = await askAndKill(await restart(), dataDir)
      const client = new Client((await restart()).base)
      assert.strictEqual((await client.status(id)).status, "TWO_FACTOR_PENDING")
      assert.isBelow(Date.now(), dueAt, "the service was there again before it fell due")
      await expectTimeout(client, id, dueAt, dataDir)
    }))
})
