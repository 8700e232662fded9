/** Lists the live nodes of a database, from the table `node`. */
import { Effect, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { whereNodeAlive } from "../database/NodeTables.ts"

const Row = Schema.Struct({
  id: Schema.String,
  name: Schema.String,
  startedAt: Schema.Finite,
  seenAt: Schema.Finite,
  load: Schema.Finite,
  release: Schema.Finite
})
const decodeRows = Schema.decodeUnknownSync(Schema.Array(Row))

/**
 * Times are in milliseconds since 1970. `name` contains the host and process id, `load` is the event loop's use of a
 * CPU core in percent, and `release` is the newest migration that the node knows.
 */
export type LiveNode = typeof Row.Type

/** The oldest node comes first. */
export const list = Effect.flatMap(SqlClient.SqlClient, (sql) =>
  Effect.map(
    sql`SELECT id, name, load, release, (extract(epoch FROM started_at) * 1000)::float8 AS "startedAt",
      (extract(epoch FROM seen_at) * 1000)::float8 AS "seenAt"
      FROM node WHERE ${whereNodeAlive(sql)} ORDER BY started_at, id`,
    decodeRows
  )
)
