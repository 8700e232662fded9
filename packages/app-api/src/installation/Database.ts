/** The database: SQLite in the data folder, or the PostgreSQL database that the settings name. */
import {
  ChangeSignalsLocal,
  CountersLocal,
  DatabaseClock,
  FileHealth,
  NodeMembership,
  SingleProcess,
  Sqlite,
  Tables,
  WriteAheadLog
} from "@sheaf/adapters-sql"
import type { Move, Postgres } from "@sheaf/adapters-sql/postgres"
import type { Counters, Sealer } from "@sheaf/ports"
import { Clock, Context, Effect, Exit, Layer, Option, Schedule, Scope } from "effect"
import type { Redacted } from "effect"
import { SqlClient } from "effect/sql"
import type { DataFolder } from "../config/DataFolder.ts"
import type { Settings } from "../config/Settings.ts"

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

/** What the database needs every minute, when tables erase expired rows as well. */
export const upkeep = { "erasing the database's log": Effect.flatMap(WriteAheadLog, ({ erase }) => erase) }

/** The state of the database, for `/ready`. */
export class DatabaseState extends Context.Service<DatabaseState, { readonly isUsable: Effect.Effect<boolean> }>()(
  "@sheaf/app-api/DatabaseState"
) {}

/** The largest difference between the clocks of the service and the database, in milliseconds (ADR 22). */
const largestOffset = 5_000

/** If the machine's clock is wrong, uses the database's time, and returns false. */
const correctClock = (databaseNow: number): Effect.Effect<boolean> =>
  Effect.flatMap(Clock.Clock, (clock) => {
    const isCorrectable = clock instanceof DatabaseClock.DatabaseClock
    const offset = Math.round((isCorrectable ? clock.machineMillis : clock.currentTimeMillisUnsafe()) - databaseNow)
    const isRight = Math.abs(offset) <= largestOffset
    if (isCorrectable) clock.correct(isRight ? 0 : offset)
    if (isRight) return Effect.succeed(true)
    const warning = Effect.logWarning("the clocks of this machine and of the database differ; set both by NTP")
    return Effect.as(Effect.annotateLogs(warning, { offsetMillis: offset }), false)
  })

/**
 * Asks PostgreSQL at most once per second, and once before the node takes work. SQLite is part of the process, and uses
 * its clock, so only its file and disk can fail.
 */
export const state = ({ databaseUrl }: Settings) =>
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
        // After a failover, the address can lead to a standby.
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
      // Notices a wrong clock even if nobody calls `/ready`.
      yield* Effect.forkScoped(Effect.repeat(cached, Schedule.spaced("10 seconds")))
      return { isUsable: cached }
    })
  )

/** Signals changes, also by other processes that use the same database. */
export const signals = ({ databaseUrl }: Settings) =>
  Option.match(databaseUrl, {
    onNone: () => ChangeSignalsLocal.layerWithOthers,
    onSome: (url) => Layer.unwrap(Effect.map(postgres, ({ PostgresSignals }) => PostgresSignals.layer(url)))
  })

/**
 * Counts requests and starts. On PostgreSQL, the database counts the starts of all nodes, and the nodes reconcile the
 * other rates.
 */
export const counters = ({
  databaseUrl,
  rates
}: Settings): Layer.Layer<Counters, Layer.Error<PostgresLayer>, Layer.Success<PostgresLayer> | Sealer> =>
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

/** Releases the data folder after the start, if other nodes can use it too. */
export class Started extends Context.Service<Started, Effect.Effect<void>>()("@sheaf/app-api/Database/Started") {}

/**
 * Locks the data folder. On SQLite, only one service can use it. On PostgreSQL, several nodes can, but they create its
 * files one after another.
 */
export const alone = ({ databaseUrl }: Settings, { lock }: Pick<DataFolder, "lock">) =>
  Layer.effect(
    Started,
    Effect.gen(function* () {
      const scope = yield* Scope.fork(yield* Effect.scope)
      yield* Layer.buildWithScope(SingleProcess.layer(lock), scope)
      return Option.isSome(databaseUrl) ? Scope.close(scope, Exit.void) : Effect.void
    })
  )

/** The shards of this node: on SQLite all of them, on PostgreSQL those that it has after {@link joined}. */
export const shards = ({ databaseUrl }: Settings) =>
  Option.match(databaseUrl, {
    onNone: () => Layer.empty,
    onSome: (url) => Layer.unwrap(Effect.map(postgres, ({ NodeShards }) => NodeShards.layer(url)))
  })

/** Joins the nodes on a PostgreSQL database. */
export const joined = Layer.effectDiscard(Effect.flatMap(NodeMembership, ({ join }) => join))

/** Lists the live nodes on a PostgreSQL database. */
export const nodes = Effect.flatMap(postgres, ({ Membership }) => Membership.list)

/** Moves the SQLite database of a data folder to a PostgreSQL database. The caller holds the folder's lock. */
export const move = (
  { database }: Pick<DataFolder, "database">,
  url: Redacted.Redacted,
  report: Move.MoveReport
): Effect.Effect<Move.Moved, Effect.Error<ReturnType<typeof Move.run>>> =>
  Effect.flatMap(postgres, ({ Move }) => Effect.provide(Move.run(database, url, report), Tables.layer))
