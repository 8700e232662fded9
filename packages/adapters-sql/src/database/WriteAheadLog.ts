/** The database's write-ahead log. It still contains bytes that have been erased from the tables. */
import { Context } from "effect"
import type { Effect } from "effect"
import type { SqlError } from "effect/sql"

export class WriteAheadLog extends Context.Service<
  WriteAheadLog,
  {
    /**
     * Erases from SQLite's WAL everything that was written before the previous call of this function. If another
     * process is reading the database, logs a warning and erases nothing. Does nothing on PostgreSQL, which recycles
     * its own WAL.
     */
    readonly erase: Effect.Effect<void, SqlError.SqlError>
  }
>()("@sheaf/adapters-sql/WriteAheadLog") {}
