/** What the service keeps in the database. The package's root collects it from the declarations in each folder. */
import { Context, Effect } from "effect"
import type { SqlClient, SqlError } from "effect/sql"
import type { KeyRotationColumn } from "../sealing/KeyRotationColumn.ts"
import { newestMigrationOf } from "./Releases.ts"
import type { Release } from "./Releases.ts"

export class DatabaseSchema extends Context.Service<
  DatabaseSchema,
  {
    readonly release: Release
    /** Every sealed column of every table. */
    readonly sealedColumns: ReadonlyArray<KeyRotationColumn>
    /** Runs on PostgreSQL at each start, after the migrations. */
    readonly afterMigrations: Effect.Effect<unknown, SqlError.SqlError, SqlClient.SqlClient>
  }
>()("@sheaf/adapters-sql/DatabaseSchema") {}

/** The number of the newest migration in this release. */
export const newestMigration = Effect.map(DatabaseSchema, ({ release }) => newestMigrationOf(release))
