/** Opens the database: SQLite in the data folder, or the PostgreSQL database from the settings. */
import {
  ChangeSignalsLocal,
  CountersLocal,
  DatabaseClock,
  FileHealth,
  NodeMembership,
  DataFolderLock,
  Sqlite,
  Tables,
  WriteAheadLog
} from "@sheaf/adapters-sql"
import type { DataMigration, Postgres } from "@sheaf/adapters-sql/postgres"
import type { Counters, Sealer } from "@sheaf/ports"
import { Clock, Context, Effect, Exit, Layer, Option, Schedule, Scope } from "effect"
import type { Redacted } from "effect"
import { SqlClient } from "effect/sql"
import type { DataFolder } from "../config/DataFolder.ts"
import type { Settings } from "../config/Settings.ts"

/** Loaded on demand, because the driver would slow down every start. */
const postgres = Effect.promise(() => import("@sheaf/adapters-sql/postgres"))

const postgresAt = (url: Redacted.Redacted) => Layer.unwrap(Effect.map(postgres, ({ Postgres }) => Postgres.layer(url)))

type PostgresLayer = ReturnType<typeof Postgres.layer>

export const layer = (
  { databaseUrl }: Settings,
  { database }: Pick<DataFolder, "database">
): Layer.Layer<Layer.Success<PostgresLayer>, Layer.Error<PostgresLayer>> =>
  Option.match(databaseUrl, { onNone: () => Sqlite.layer(database), onSome: postgresAt })

/** Database tasks that run every minute, as often as expired rows are erased. */
export const maintenanceTasks = { "erasing the database's log": Effect.flatMap(WriteAheadLog, ({ erase }) => erase) }

export class DatabaseState extends Context.Service<DatabaseState, { readonly isUsable: Effect.Effect<boolean> }>()(
  "@sheaf/app-api/DatabaseState"
) {}

/** The maximum difference between the service's clock and the database's, in milliseconds (ADR 22). */
const maxOffset = 5_000

/** If the machine's clock is wrong, switches to the database's time and returns false. */
const correctClock = (databaseNow: number): Effect.Effect<boolean> =>
  Effect.flatMap(Clock.Clock, (clock) => {
    const isCorrectable = clock instanceof DatabaseClock.DatabaseClock
    const offset = Math.round((isCorrectable ? clock.machineMillis : clock.currentTimeMillisUnsafe()) - databaseNow)
    const isRight = Math.abs(offset) <= maxOffset
    if (isCorrectable) clock.correct(isRight ? 0 : offset)
    if (isRight) return Effect.succeed(true)
    const warning = Effect.logWarning("the clocks of this machine and of the database differ; set both by NTP")
    return Effect.as(Effect.annotateLogs(warning, { offsetMillis: offset }), false)
  })

/**
 * Checks PostgreSQL at most once per second, and once before the node takes on work. SQLite runs inside this process
 * and uses the process's clock, so only SQLite's file and disk can fail.
 */
export const layerState = ({ databaseUrl }: Settings) =>
  Layer.effect(
    DatabaseState,
    Effect.gen(function* () {
      if (Option.isNone(databaseUrl)) {
        const { announce, isUsable } = yield* FileHealth
        yield* announce
        return { isUsable }
      }
      const sql = yield* SqlClient.SqlClient
      const { Postgres } = yield* postgres
      const supportsThisRelease = Effect.provideService(Postgres.supportsThisRelease, SqlClient.SqlClient, sql)
      const state = sql<{ now: number; readonly: boolean }>`SELECT
        EXTRACT(EPOCH FROM clock_timestamp())::float8 * 1000 AS now,
        current_setting('transaction_read_only') = 'on' AS readonly`
      const check = Effect.gen(function* () {
        const [row] = yield* state
        // After a failover, the URL may lead to a standby.
        if (row === undefined || row.readonly) return false
        if (!(yield* supportsThisRelease)) {
          yield* Effect.logError("a newer release no longer supports this release; stop this node")
          return false
        }
        return yield* correctClock(row.now)
      })
      const isUsable = check.pipe(
        Effect.timeout("2 seconds"),
        Effect.orElseSucceed(() => false)
      )
      const cached = yield* Effect.cachedWithTTL(isUsable, "1 second")
      yield* cached
      // Detects a wrong clock even if nobody calls `/ready`.
      yield* Effect.forkScoped(Effect.repeat(cached, Schedule.spaced("10 seconds")))
      return { isUsable: cached }
    })
  )

/** The signals include changes by other processes on the same database. */
export const layerSignals = ({ databaseUrl }: Settings) =>
  Option.match(databaseUrl, {
    onNone: () => ChangeSignalsLocal.layerAcrossProcesses,
    onSome: (url) => Layer.unwrap(Effect.map(postgres, ({ PostgresSignals }) => PostgresSignals.layer(url)))
  })

/**
 * Counts requests. On PostgreSQL, the database counts requests of the rate `starts` for all nodes. Each node counts all
 * other requests itself, and the nodes reconcile their counts.
 */
export const layerCounters = ({
  databaseUrl,
  rates
}: Settings): Layer.Layer<Counters, Layer.Error<PostgresLayer>, Layer.Success<PostgresLayer> | Sealer> =>
  Option.isNone(databaseUrl)
    ? CountersLocal.layer
    : Layer.unwrap(Effect.map(postgres, ({ PostgresCounters }) => PostgresCounters.layer([rates.starts.name])))

/** Tells the service about a command's changes. On SQLite, the service watches the file instead. */
export const layerChangeSignals = ({ databaseUrl }: Settings) =>
  Layer.effectDiscard(
    Option.isNone(databaseUrl)
      ? Effect.void
      : Effect.flatMap(postgres, ({ PostgresSignals }) => PostgresSignals.notifyOnClose)
  )

export class DataFolderRelease extends Context.Service<DataFolderRelease, Effect.Effect<void>>()(
  "@sheaf/app-api/Database/DataFolderRelease"
) {}

/**
 * Locks the data folder. With SQLite, only one service can use the folder. With PostgreSQL, several nodes can share the
 * folder and take turns creating its files.
 */
export const layerDataFolderLock = ({ databaseUrl }: Settings, { lock }: Pick<DataFolder, "lock">) =>
  Layer.effect(
    DataFolderRelease,
    Effect.gen(function* () {
      const scope = yield* Scope.fork(yield* Effect.scope)
      yield* Layer.buildWithScope(DataFolderLock.layer(lock), scope)
      return Option.isSome(databaseUrl) ? Scope.close(scope, Exit.void) : Effect.void
    })
  )

/**
 * With SQLite, this node has all shards. With PostgreSQL, it gets shards once it has joined through {@link
 * layerNodeMembership}.
 */
export const layerShards = ({ databaseUrl }: Settings) =>
  Option.match(databaseUrl, {
    onNone: () => Layer.empty,
    onSome: (url) => Layer.unwrap(Effect.map(postgres, ({ NodeShards }) => NodeShards.layer(url)))
  })

export const layerNodeMembership = Layer.effectDiscard(Effect.flatMap(NodeMembership, ({ join }) => join))

export const listNodes = Effect.flatMap(postgres, ({ LiveNodes }) => LiveNodes.list)

/** The caller must hold the lock of the data folder. */
export const migrateToPostgres = (
  { database }: Pick<DataFolder, "database">,
  url: Redacted.Redacted,
  report: DataMigration.ProgressReporter
): Effect.Effect<DataMigration.MigrationResult, Effect.Error<ReturnType<typeof DataMigration.run>>> =>
  Effect.flatMap(postgres, ({ DataMigration }) =>
    Effect.provide(DataMigration.run(database, url, report), Tables.layer)
  )
