/** `sheaf migrate-to-postgres`: moves a stopped service from SQLite to PostgreSQL (ADR 22). */
import { DataFolderLock } from "@sheaf/adapters-sql"
import type { DataMigration } from "@sheaf/adapters-sql/postgres"
import { Clock, Effect, FileSystem, Option } from "effect"
import type { Path } from "effect"
import { Command } from "effect/cli"
import * as Database from "../../installation/Database.ts"
import * as DataFolder from "../../config/DataFolder.ts"
import { failWith } from "../../errors/OperatorError.ts"
import * as Settings from "../../config/Settings.ts"
import * as CommandServices from "../CommandServices.ts"

const reportInterval = 5_000

const numbers = new Intl.NumberFormat("en-US")

const reporter = (): DataMigration.ProgressReporter => {
  let next = 0
  return ({ of, rows, table }) =>
    Effect.flatMap(Clock.currentTimeMillis, (now) => {
      if (now < next) return Effect.void
      next = now + reportInterval
      return CommandServices.printNote(`${table}: ${numbers.format(rows)} of ${numbers.format(of)} rows`)
    })
}

const move: Effect.Effect<void, DataFolder.DataFolderError, FileSystem.FileSystem | Path.Path> = Effect.gen(
  function* () {
    const settings = yield* Settings.load(process.env)
    if (Option.isNone(settings.databaseUrl)) {
      return yield* failWith("DATABASE_URL is not set: set it to the PostgreSQL database that receives the data")
    }
    const url = settings.databaseUrl.value
    const folder = yield* DataFolder.of(settings)
    if (!(yield* (yield* FileSystem.FileSystem).exists(folder.database))) {
      return yield* failWith(`SHEAF_DATA_DIR: ${settings.dataDir} has no database; check the path`)
    }
    const start = yield* Clock.currentTimeMillis
    const { earlier, tables } = yield* Database.migrateToPostgres(folder, url, reporter()).pipe(
      Effect.provide(DataFolderLock.layer(folder.lock)),
      Effect.catchTag(["DataFolderInUseError", "DataMigrationError"], ({ message }) => failWith(message))
    )
    const seconds = ((yield* Clock.currentTimeMillis) - start) / 1000
    for (const { checksum, name, rows } of tables) yield* CommandServices.printRow(name, String(rows), checksum)
    const total = numbers.format(tables.reduce((sum, { rows }) => sum + rows, 0))
    yield* CommandServices.printNote(
      earlier === undefined
        ? `Copied and compared ${total} rows in ${seconds.toFixed(1)} seconds. Start Sheaf with this DATABASE_URL.`
        : `The database has contained these ${total} rows since ${CommandServices.formatTime(earlier)}. Nothing was copied.`
    )
  }
)

export const makeCommand = (name: string) => Command.make(name, {}, () => move)
