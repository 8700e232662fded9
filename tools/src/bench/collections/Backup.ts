/**
 * Backups while collections run, and a restoration of the last one (spec 14.4; ADR 29). Fails if a collection is lost, or if
 * something comes back that was erased or revoked after the backup.
 */
import { Client } from "@sheaf/adapters-http/testing"
import { sheaf, start } from "@sheaf/app-api/testing"
import { execFile } from "node:child_process"
import { mkdtempSync, rmSync, statSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { DatabaseSync } from "node:sqlite"
import { promisify } from "node:util"
import * as Collections from "./Collections.ts"
import type { Effort } from "../Part.ts"
import { medianOf } from "../Report.ts"
import type { Figure } from "../Report.ts"
import { clientId, clientOf, withInstallation } from "../../workshop/stage/Installation.ts"
import type { Installation } from "../../workshop/stage/Installation.ts"
import * as Keys from "../../workshop/stage/Keys.ts"

interface Size {
  readonly backups: number
  /** The number of collections before the first backup. */
  readonly collections: number
  /** The number of collections that are started at a time. */
  readonly atOnce: number
}

const sizes: Readonly<Record<Effort, Size>> = {
  smoke: { backups: 1, collections: 50, atOnce: 50 },
  full: { backups: 5, collections: 5_000, atOnce: 500 },
  long: { backups: 9, collections: 20_000, atOnce: 500 }
}

const execute = promisify(execFile)

/** Runs a command in a process of its own, next to the service, and returns its output. */
const command = async (dataDir: string, ...words: ReadonlyArray<string>): Promise<string> => {
  const [tool, ...all] = sheaf(...words)
  const env = { PATH: process.env["PATH"], SHEAF_DATA_DIR: dataDir, ...Keys.env }
  const { stdout } = await execute(tool, all, { env, maxBuffer: Number.POSITIVE_INFINITY })
  return stdout
}

/** Counts the rows that a condition selects from the collections in a database file. */
const count = (file: string, condition: string): number => {
  const database = new DatabaseSync(file, { readOnly: true })
  const row = database.prepare(`SELECT count(*) AS count FROM collection WHERE ${condition}`).get()
  database.close()
  return Number(row?.["count"])
}

const newUser = async (client: Client) => {
  const answer = await client.post("/users", { externalId: "person-1" })
  return answer.expect(201).read<{ readonly userId: string }>()
}

const expect = (isMet: boolean, what: string): void => {
  if (!isMet) throw new Error(`after the restoration: ${what}`)
}

/** Restores a backup into a new folder, and checks it with the running service. Returns the duration in seconds. */
const checkRestored = async (
  folder: string,
  files: { readonly backup: string; readonly audit: string },
  { apiKey, erasedId, revokedKey }: Readonly<Record<"apiKey" | "erasedId" | "revokedKey", string>>
): Promise<number> => {
  const dataDir = join(folder, "restored")
  const began = performance.now()
  const printed = await command(dataDir, "restore", files.backup, "--audit", files.audit)
  const seconds = (performance.now() - began) / 1000
  for (const change of ["USER_ERASED", "KEY_REVOKED"]) expect(printed.includes(change), `${change} was not repeated`)
  const service = await start({ dataDir, env: Keys.env })
  try {
    const client = clientOf({ apiKey }, { service })
    const statusOf = async (key: string, path: string): Promise<number> =>
      (
        await new Client({ base: service.base, headers: { "authorization-token": key }, contract: "unchecked" }).send(
          path
        )
      ).status
    expect((await statusOf(apiKey, `/users/${erasedId}`)) === 404, "the erased user is back")
    expect((await statusOf(revokedKey, "/collections")) === 401, "the revoked key works")
    await Collections.complete(client, 50)
    await Collections.expectCompleted(client)
  } finally {
    await service.stop()
  }
  const total = count(files.backup, "TRUE")
  const restored = count(join(dataDir, "sheaf.db"), "ended_at IS NOT NULL")
  expect(restored === total + 50, `${restored} collections have ended, not ${total + 50}`)
  return seconds
}

const measure = async (
  installation: Installation,
  folder: string,
  { atOnce, backups, collections }: Size
): Promise<ReadonlyArray<Figure>> => {
  const { apiKey, dataDir, database } = installation
  const started = await installation.start()
  const client = clientOf(installation, started)
  const { userId: erasedId } = await newUser(client)
  const revokedKey = (await command(dataDir, "keys", "create", "--client", clientId)).trim()
  const usual: Array<number> = []
  for (let done = 0; done < collections; done += atOnce) {
    const began = performance.now()
    await Collections.complete(client, atOnce)
    usual.push((atOnce * 1000) / (performance.now() - began))
  }

  let isLoaded = true
  const load = (async () => {
    while (isLoaded) await Collections.complete(client, atOnce)
  })()
  const [rates, seconds, running]: [Array<number>, Array<number>, Array<number>] = [[], [], []]
  const backup = (index: number): string => join(folder, `${index}.backup`)
  for (let index = 0; index < backups; index++) {
    const began = Date.now()
    await command(dataDir, "backup", backup(index))
    const ended = Date.now()
    rates.push((count(database, `ended_at BETWEEN ${began} AND ${ended}`) * 1000) / (ended - began))
    seconds.push((ended - began) / 1000)
    running.push(count(backup(index), "ended_at IS NULL"))
  }
  const last = backup(backups - 1)
  await client.delete(`/users/${erasedId}`)
  await command(dataDir, "keys", "revoke", "--key", revokedKey.split("_")[2] ?? "")
  const audit = join(folder, "audit.jsonl")
  writeFileSync(audit, await command(dataDir, "audit", "export"))
  isLoaded = false
  await load
  await Collections.expectCompleted(client)
  await started.service.kill()

  const restoration = await checkRestored(folder, { backup: last, audit }, { apiKey, erasedId, revokedKey })
  const megabytes = (statSync(last).size / 1_000_000).toFixed(1)
  return [
    medianOf("collections without a backup, start to COMPLETED", usual, "per second"),
    medianOf("collections during a backup, start to COMPLETED", rates, "per second", { target: [">=", 200] }),
    medianOf("backup", seconds, "s", { note: `with the start of the command; ${megabytes} MB in the end` }),
    medianOf("running collections in a backup", running, "collections"),
    medianOf("restoration", [restoration], "s", { note: "with the audit export" })
  ]
}

export const run = (effort: Effort): Promise<ReadonlyArray<Figure>> =>
  withInstallation(async (installation) => {
    const folder = mkdtempSync(join(tmpdir(), "sheaf-bench-backup-"))
    try {
      return await measure(installation, folder, sizes[effort])
    } finally {
      rmSync(folder, { recursive: true })
    }
  })
