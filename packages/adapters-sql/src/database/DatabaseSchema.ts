/**
 * The tables and sealed columns that the service has in its database. The package's root collects them from the
 * declarations in each folder.
 */
import { Context, Effect } from "effect"
import type { SqlClient, SqlError } from "effect/sql"
import type { KeyRotationColumn } from "../sealing/KeyRotationColumn.ts"
import { newestMigrationOf } from "./Releases.ts"
import type { Release } from "./Releases.ts"

export class DatabaseSchema extends Context.Service<
  DatabaseSchema,
  {
    readonly release: Release
    readonly sealedColumns: ReadonlyArray<KeyRotationColumn>
    /** Runs at each start, after the migrations, on PostgreSQL only. */
    readonly afterMigrations: Effect.Effect<unknown, SqlError.SqlError, SqlClient.SqlClient>
  }
>()("@sheaf/adapters-sql/DatabaseSchema") {}

export const newestMigration = Effect.map(DatabaseSchema, ({ release }) => newestMigrationOf(release))
