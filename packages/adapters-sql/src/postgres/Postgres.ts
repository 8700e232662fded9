/** A PostgreSQL database, which several processes can share. */
import { PgPool } from "@effect/sql-pg"
import { Context, Effect, Layer, Option } from "effect"
import type { Redacted } from "effect"
import { Reactivity } from "effect/reactivity"
import { SqlClient } from "effect/sql"
import { randomUUID } from "node:crypto"
import { DatabaseSchema, newestMigration } from "../database/DatabaseSchema.ts"
import * as DatabaseHealth from "../database/DatabaseHealth.ts"
import { DatabaseUnusableError } from "../database/DatabaseUnusableError.ts"
import { PointReads } from "../database/PointReads.ts"
import { isOutage } from "../database/SqlErrors.ts"
import { WriteAheadLog } from "../database/WriteAheadLog.ts"
import { UnitsOfWork } from "../unitsOfWork/UnitsOfWork.ts"
import { typeRegistry } from "./PostgresTypes.ts"
import * as PoolTimeouts from "./PoolTimeouts.ts"
import * as PoolMetrics from "./PoolMetrics.ts"
import * as PostgresClient from "./PostgresClient.ts"
import * as PostgresPointReads from "./PostgresPointReads.ts"
import * as PostgresUnitsOfWork from "./PostgresUnitsOfWork.ts"
import { migrateTo, oldestSupportedRelease } from "../database/Releases.ts"
import type { UnsupportedReleaseError } from "../database/Releases.ts"
import * as Preconditions from "./Preconditions.ts"

export { DatabaseUnusableError }

const writers = 10

/** Connections for shared transactions. With more connections, each transaction would contain fewer units. */
const sharing = 2

/**
 * How long a shared transaction waits for a lock, in milliseconds. If it waits longer, each of its units of work runs
 * in a transaction of its own.
 */
const sharedLockMillis = 100

/** Connections for reads by key. Many readers share each connection. */
const readers = 4

/** The maximum message size, in bytes. A document of up to 20 MiB is one row, and the driver reads whole rows. */
export const maxMessageSize = 64 * 1024 * 1024

const configOf = (url: Redacted.Redacted, node: string) =>
  ({
    url,
    types: typeRegistry,
    maxMessageSize,
    applicationName: "sheaf",
    connectTimeout: "3 seconds",
    keepAlive: "10 seconds",
    startupParameters: {
      "sheaf.node": node,
      idle_in_transaction_session_timeout: "4000",
      // A statement that runs this long is stuck and must release its connection.
      statement_timeout: "30000"
    }
  }) satisfies PgPool.Config

const make = Effect.fnUntraced(function* (url: Redacted.Redacted) {
  const config = configOf(url, randomUUID())
  yield* Preconditions.check(config)
  const pool = (name: string, options: PgPool.Config) =>
    PgPool.make({ ...config, multiplex: true, ...options }).pipe(
      Effect.flatMap(PoolTimeouts.make),
      Effect.flatMap((lender) => PoolMetrics.measurePool(name, lender))
    )
  const writing = yield* pool("writers", { maxConnections: writers, multiplexConcurrency: 1 })
  const shared = yield* pool("shared writers", {
    maxConnections: sharing,
    multiplexConcurrency: 1,
    startupParameters: { ...config.startupParameters, lock_timeout: String(sharedLockMillis) }
  })
  const reading = yield* pool("readers", { maxConnections: readers })
  const client = yield* PostgresClient.make(writing)
  const isInTransaction = Effect.map(Effect.serviceOption(client.transactionService), Option.isSome)
  return Context.make(SqlClient.SqlClient, client).pipe(
    Context.add(DatabaseHealth.FileHealth, { isUsable: Effect.succeed(true), announce: Effect.void }),
    Context.add(PointReads, PostgresPointReads.make(reading)),
    Context.add(WriteAheadLog, { erase: Effect.void }),
    Context.add(
      UnitsOfWork,
      DatabaseHealth.measureUnits("postgresql", PostgresUnitsOfWork.make({ alone: writing, shared }, isInTransaction))
    )
  )
})

/** Returns false once a newer release has removed a part of the tables that this release uses. */
export const supportsThisRelease = Effect.zipWith(
  oldestSupportedRelease,
  newestMigration,
  (oldest, own) => oldest <= own
)

const migrated = (url: Redacted.Redacted) =>
  Effect.catch(
    Effect.flatMap(DatabaseSchema, ({ afterMigrations, release }) =>
      Effect.andThen(migrateTo(release), afterMigrations)
    ),
    (error): Effect.Effect<never, DatabaseUnusableError | UnsupportedReleaseError> => {
      if (error._tag === "UnsupportedReleaseError") return Effect.fail(error)
      return error._tag === "SqlError" && isOutage(error)
        ? Preconditions.unreachableDatabaseError(url)(error)
        : Effect.die(error)
    }
  )

/** Opens the database at this URL and migrates it. Fails with `DatabaseUnusableError` if Sheaf cannot use it. */
export const layer = (url: Redacted.Redacted) =>
  Layer.effectDiscard(migrated(url)).pipe(
    Layer.provideMerge(Layer.effectContext(make(url)).pipe(Layer.provide(Reactivity.layer)))
  )
