/** The resources that a service uses at one moment: memory, file descriptors, rows, and the database file. */
import type { ServiceProcess } from "@sheaf/app-api/testing"
import { readdirSync } from "node:fs"
import { DatabaseSync } from "node:sqlite"
import { liveBytes, residentMegabytes } from "../workshop/checker/Memory.ts"

export interface ResourceUsage {
  /** The memory that live objects use, measured after a garbage collection. */
  readonly liveMegabytes: number
  readonly residentMegabytes: number
  readonly descriptors: number
  readonly rows: ReadonlyMap<string, number>
  /** The size of the database file, including pages that are still in the write-ahead log. */
  readonly fileBytes: number
  /** Bytes of free pages in the file, which new rows can reuse. */
  readonly freeBytes: number
  /** How many bytes of the file each table uses, including its indexes. */
  readonly bytes: ReadonlyMap<string, number>
}

const counted = (rows: ReadonlyArray<Record<string, unknown>>): ReadonlyMap<string, number> =>
  new Map(rows.map(({ name, value }) => [String(name), Number(value)]))

const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`

/** Reads the figures from the database file, even while the service is running. */
const ofDatabase = (file: string): Omit<ResourceUsage, "descriptors" | "liveMegabytes" | "residentMegabytes"> => {
  const database = new DatabaseSync(file, { readOnly: true, timeout: 10_000 })
  try {
    const bytes = counted(
      database
        .prepare(
          `SELECT coalesce(tbl_name, stored.name) AS name, sum(stored.pgsize) AS value
             FROM dbstat AS stored LEFT JOIN sqlite_schema AS part ON part.name = stored.name
             WHERE stored.aggregate = true GROUP BY 1`
        )
        .all()
    )
    const tables = database.prepare("SELECT name FROM sqlite_schema WHERE type = 'table'").all()
    const rows = tables.map(({ name }) => {
      const found = database.prepare(`SELECT count(*) AS value FROM ${quoted(String(name))}`).get()
      return { name, value: found?.["value"] }
    })
    const pragma = (name: string): number => Number(database.prepare(`PRAGMA ${name}`).get()?.[name])
    return {
      rows: counted(rows),
      bytes,
      fileBytes: pragma("page_count") * pragma("page_size"),
      freeBytes: pragma("freelist_count") * pragma("page_size")
    }
  } finally {
    database.close()
  }
}

/** The service must have been started with an inspector. */
export const measure = async ({ output, pid }: ServiceProcess, database: string): Promise<ResourceUsage> => ({
  liveMegabytes: (await liveBytes(output())) / 1_000_000,
  residentMegabytes: residentMegabytes(pid),
  descriptors: readdirSync(`/proc/${pid}/fd`).length,
  ...ofDatabase(database)
})
