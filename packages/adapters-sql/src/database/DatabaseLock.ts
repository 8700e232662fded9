/** Work that only one process at a time does on a PostgreSQL database. SQLite has a single writer anyway. */
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { createHash } from "node:crypto"

/** Returns the advisory lock number for this name. */
export const advisoryLockKeyOf = (name: Uint8Array | string): string =>
  String(createHash("sha256").update(name).digest().readBigInt64BE())

/** The advisory lock for the command that fills the database. */
export const dataMigrationLock = advisoryLockKeyOf("migrate-to-postgres")

/** Runs an effect in a transaction that keeps out other processes with the same name. */
export const withLock =
  (name: string) =>
  <A, E, R>(effect: Effect.Effect<A, E, R>) =>
    Effect.flatMap(SqlClient.SqlClient, (sql) =>
      sql.onDialectOrElse({
        pg: () =>
          sql`SELECT pg_advisory_xact_lock(${advisoryLockKeyOf(name)}::bigint)`.pipe(
            Effect.andThen(effect),
            sql.withTransaction
          ),
        orElse: () => Effect.mapError(effect, (error) => error)
      })
    )
