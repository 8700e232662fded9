/**
 * Locks for work that only one process at a time may do on a PostgreSQL database. SQLite needs none, because it has a
 * single writer.
 */
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { createHash } from "node:crypto"

export const advisoryLockKeyOf = (name: Uint8Array | string): string =>
  String(createHash("sha256").update(name).digest().readBigInt64BE())

export const dataMigrationLock = advisoryLockKeyOf("migrate-to-postgres")

/** Runs an effect in a transaction. Other processes that use the same name wait until it ends. */
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
