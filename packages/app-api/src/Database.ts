/** The database: SQLite in the data folder, or the PostgreSQL database that the settings name. */
import { ChangeSignalsLocal, SingleProcess, Sqlite } from "@sheaf/adapters-sql"
import type { Postgres } from "@sheaf/adapters-sql/postgres"
import { Effect, Layer, Option } from "effect"
import type { Redacted } from "effect"
import type { DataFolder } from "./DataFolder.ts"
import type { Settings } from "./config/Settings.ts"

/** Loads the driver only if it is needed, because it would slow down every start. */
const postgres = Effect.promise(() => import("@sheaf/adapters-sql/postgres"))

const postgresAt = (url: Redacted.Redacted) => Layer.unwrap(Effect.map(postgres, ({ Postgres }) => Postgres.layer(url)))

type PostgresLayer = ReturnType<typeof Postgres.layer>

/** Opens and migrates the database. */
export const layer = (
  { databaseUrl }: Settings,
  { database }: Pick<DataFolder, "database">
): Layer.Layer<Layer.Success<PostgresLayer>, Layer.Error<PostgresLayer>> =>
  Option.match(databaseUrl, { onNone: () => Sqlite.layer(database), onSome: postgresAt })

/** Signals changes, also by other processes that use the same database. */
export const signals = ({ databaseUrl }: Settings) =>
  Option.isNone(databaseUrl) ? ChangeSignalsLocal.layerWithOthers : ChangeSignalsLocal.layer

/** Allows only one service on the data folder, and on the PostgreSQL database. */
export const alone = (
  { databaseUrl }: Settings,
  { lock }: Pick<DataFolder, "lock">
): Layer.Layer<never, Postgres.DatabaseUnusable | SingleProcess.DataFolderInUse | SingleProcess.LockUnusable> =>
  Layer.merge(
    SingleProcess.layer(lock),
    Option.match(databaseUrl, {
      onNone: () => Layer.empty,
      onSome: (url) => Layer.unwrap(Effect.map(postgres, ({ SingleNode }) => SingleNode.layer(url)))
    })
  )
