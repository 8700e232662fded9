/** The database's log of changes, which keeps the bytes of rows that were erased. */
import { Context } from "effect"
import type { Effect } from "effect"
import type { SqlError } from "effect/sql"

export class WriteAheadLog extends Context.Service<
  WriteAheadLog,
  {
    /**
     * Makes sure that SQLite's log has nothing from before the previous call. If another process reads the database, warns, and leaves the
     * log as it is. PostgreSQL recycles its own log.
     */
    readonly erase: Effect.Effect<void, SqlError.SqlError>
  }
>()("@sheaf/adapters-sql/WriteAheadLog") {}
