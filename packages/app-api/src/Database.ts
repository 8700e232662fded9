/** The database: SQLite in the data folder, or the PostgreSQL database that the settings name. */
import { ChangeSignalsLocal, CountersLocal, SingleProcess, Sqlite } from "@sheaf/adapters-sql"
import type { Postgres } from "@sheaf/adapters-sql/postgres"
import type { Counters } from "@sheaf/ports"
import { Clock, Context, Effect, Layer, Option } from "effect"
import type { Redacted } from "effect"
import { SqlClient } from "effect/sql"
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

/** The state of the database, for `/ready`. */
export class DatabaseState extends Context.Service<DatabaseState, { readonly isUsable: Effect.Effect<boolean> }>()(
  "@sheaf/app-api/DatabaseState"
) {}

/** The largest difference between the clocks of the service and the database, in milliseconds (ADR 22). */
const largestOffset = 5_000

const isClockRight = (now: number, databaseNow: number): Effect.Effect<boolean> => {
  const offset = Math.round(now - databaseNow)
  if (Math.abs(offset) <= largestOffset) return Effect.succeed(true)
  const warning = Effect.logWarning("the clocks of this machine and of the database differ; set both by NTP")
  return Effect.as(Effect.annotateLogs(warning, { offsetMillis: offset }), false)
}

/** Asks PostgreSQL at most once per second. SQLite is part of the process, and uses its clock. */
export const state = ({ databaseUrl }: Settings) =>
  Layer.effect(
    DatabaseState,
    Effect.gen(function* () {
      if (Option.isNone(databaseUrl)) return { isUsable: Effect.succeed(true) }
      const sql = yield* SqlClient.SqlClient
      const time = sql<{ now: number }>`SELECT EXTRACT(EPOCH FROM clock_timestamp())::float8 * 1000 AS now`
      const check = Effect.gen(function* () {
        const [row] = yield* time
        return yield* isClockRight(yield* Clock.currentTimeMillis, row?.now ?? 0)
      })
      const isUsable = check.pipe(
        Effect.timeout("2 seconds"),
        Effect.orElseSucceed(() => false)
      )
      return { isUsable: yield* Effect.cachedWithTTL(isUsable, "1 second") }
    })
  )

/** Signals changes, also by other processes that use the same database. */
export const signals = ({ databaseUrl }: Settings) =>
  Option.match(databaseUrl, {
    onNone: () => ChangeSignalsLocal.layerWithOthers,
    onSome: (url) => Layer.unwrap(Effect.map(postgres, ({ PostgresSignals }) => PostgresSignals.layer(url)))
  })

/** Counts requests and starts. On PostgreSQL, the database counts the starts of all services. */
export const counters = ({
  databaseUrl,
  rates
}: Settings): Layer.Layer<Counters, Layer.Error<PostgresLayer>, Layer.Success<PostgresLayer>> =>
  Option.isNone(databaseUrl)
    ? CountersLocal.layer
    : Layer.unwrap(Effect.map(postgres, ({ PostgresCounters }) => PostgresCounters.layer([rates.starts.name])))

/** Lets the service notice the changes of a command. On SQLite, the service watches the file. */
export const announcing = ({ databaseUrl }: Settings) =>
  Layer.effectDiscard(
    Option.isNone(databaseUrl)
      ? Effect.void
      : Effect.flatMap(postgres, ({ PostgresSignals }) => PostgresSignals.announceAtEnd)
  )

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
