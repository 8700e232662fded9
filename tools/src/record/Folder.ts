/** Records a folder of `fixtures/data`: a service's data folder and the files next to it. */
import { bulkLimits, start } from "@sheaf/app-api/testing"
import type { RecordedData, ServiceProcess } from "@sheaf/app-api/testing"
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { DatabaseSync } from "node:sqlite"

const hour = 3_600

/** Long timeouts, so that a slow machine can open the folder and still finish waiting collections. */
const config = {
  timeouts: {
    contactFormSeconds: hour,
    collectionInputSeconds: hour,
    twoFactorCodeSeconds: hour,
    twoFactorChoiceSeconds: hour,
    electronicIdSeconds: hour,
    consentAuthorizationSeconds: hour,
    collectionSeconds: 24 * hour
  }
}

/** A fixed address, because tokens and return addresses must not depend on the port. */
const env = { SHEAF_PUBLIC_URL: "https://sheaf.example" }

export interface Recording {
  readonly dataDir: string
  /** A folder for temporary files. */
  readonly scratch: string
  readonly service: ServiceProcess
}

/** The part of a manifest that `fill` provides. */
export type Contents = Omit<RecordedData.Manifest, "config" | "end" | "endedAt" | "env" | "release">

export interface Recorded {
  readonly contents: Contents
  readonly answers: ReadonlyArray<RecordedData.RecordedAnswer>
  /** Checks the database after the service has ended. Throws if the recording is unusable. */
  readonly check?: (database: DatabaseSync) => void
}

/** Moves the write-ahead log into the database file, so that the database is a single file. */
const checkpoint = (dataDir: string, check: Recorded["check"]): void => {
  const database = new DatabaseSync(join(dataDir, "sheaf.db"))
  try {
    check?.(database)
    database.exec("PRAGMA wal_checkpoint(TRUNCATE)")
  } finally {
    database.close()
  }
}

const lines = (values: ReadonlyArray<unknown>): string =>
  `[\n${values.map((value) => JSON.stringify(value)).join(",\n")}\n]\n`

/** Records a fresh data folder into `target`. */
export const record = async (
  target: string,
  release: string,
  end: RecordedData.Manifest["end"],
  fill: (recording: Recording) => Promise<Recorded>
): Promise<void> => {
  const scratch = mkdtempSync(join(tmpdir(), "sheaf-record-"))
  const dataDir = join(scratch, "data")
  const configFile = join(scratch, "config.json")
  writeFileSync(configFile, JSON.stringify({ ...config, limits: bulkLimits }))
  const service = await start({ dataDir, env: { ...env, SHEAF_CONFIG: configFile, MTLS_PORT: "0" } })
  try {
    const { answers, check, contents } = await fill({ dataDir, scratch, service })
    const endedAt = Date.now()
    await (end === "stopped" ? service.stop() : service.kill())
    checkpoint(dataDir, check)
    rmSync(target, { recursive: true, force: true })
    mkdirSync(target, { recursive: true })
    cpSync(dataDir, join(target, "data"), { recursive: true, filter: (path) => !/\/lock(?:-journal)?$/.test(path) })
    const manifest: RecordedData.Manifest = { release, end, endedAt, env, config, ...contents }
    writeFileSync(join(target, "manifest.json"), `${JSON.stringify(manifest, null, 2)}\n`)
    writeFileSync(join(target, "answers.json"), lines(answers))
  } finally {
    await service.kill()
    rmSync(scratch, { recursive: true })
  }
}
