/**
 * Opens data folders from earlier releases with the current service. The service must upgrade them, return the same
 * responses as those releases, and finish everything that was waiting (fixtures/data/README.md). Later releases only
 * add folders, and these tests stay the same.
 */
import { Sqlite } from "@sheaf/adapters-sql"
import { Effect, Layer } from "effect"
import { afterAll, assert, beforeAll, describe, it } from "vitest"
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { DatabaseSync } from "node:sqlite"
import * as Installation from "./mutual-tls/Installation.ts"
import * as Folders from "./recorded/Folders.ts"
import * as Opening from "./recorded/Opening.ts"

const rowsOf = (database: string, query: string): ReadonlyArray<unknown> => {
  const opened = new DatabaseSync(database, { readOnly: true })
  try {
    return opened.prepare(query).all()
  } finally {
    opened.close()
  }
}

const migrations = "SELECT migration_id, name FROM sheaf_migration ORDER BY migration_id"

/** Returns the rows of a query against a database created by the current migrations. */
const ofNewDatabase = async (query: string): Promise<ReadonlyArray<unknown>> => {
  const folder = mkdtempSync(join(tmpdir(), "sheaf-new-"))
  const database = join(folder, "sheaf.db")
  try {
    await Effect.runPromise(Effect.scoped(Layer.build(Sqlite.layer(database))))
    return rowsOf(database, query)
  } finally {
    rmSync(folder, { recursive: true })
  }
}

it("the recorded folders include one from a stopped service and one from a killed service", () => {
  const ends = new Set(Folders.all.map(({ manifest: { end } }) => end))
  assert.deepStrictEqual([...ends].sort(), ["killed", "stopped"])
})

describe.each(Folders.all)("the folder $name", (folder) => {
  let opened: Folders.Opened

  beforeAll(async () => {
    opened = await Folders.Opened.open(folder)
  }, Installation.patience)
  afterAll(() => opened.close())

  it("is upgraded to the newest migration", async () => {
    assert.deepStrictEqual(rowsOf(join(opened.dataDir, "sheaf.db"), migrations), await ofNewDatabase(migrations))
  })

  Opening.continues(folder, () => opened)
})
