/** The database's write-ahead log, which still contains bytes that were erased from the tables. */
import { Context } from "effect"
import type { Effect } from "effect"
import type { SqlError } from "effect/sql"

export class WriteAheadLog extends Context.Service<
  WriteAheadLog,
  {
    /**
     * Removes from SQLite's log everything that was written before the previous call. If another process is reading the
     * database, only warns. PostgreSQL recycles its own log.
     */
    readonly erase: Effect.Effect<void, SqlError.SqlError>
  }
>()("@sheaf/adapters-sql/WriteAheadLog") {}
