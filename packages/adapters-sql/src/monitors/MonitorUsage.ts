/**
 * Counts monitor runs by client, company and UTC day (spec 18), for the daily limit and for statistics. The counts
 * contain no personal data.
 */
import { CompanyId } from "@sheaf/domain/Company"
import type { EndedRun, MonitorRunQuota, MonitorStore } from "@sheaf/ports"
import { Effect, Schema } from "effect"
import { SqlClient } from "effect/sql"
import type { Concurrency } from "../database/Dialect.ts"
import { mapToStoreError } from "../database/SqlErrors.ts"
import { decodeCounts } from "../processes/ProcessRows.ts"
import { literal, statement } from "../unitsOfWork/Statement.ts"
import type { Statement } from "../unitsOfWork/Statement.ts"

interface Owner {
  readonly clientId: string
  readonly company: string
}

/**
 * Returns true if the client's monitors may start another run on this day. Takes a lock, so that only one unit of work
 * at a time makes this check for a client.
 */
export const hasRunLeft = function* (
  { lock }: Pick<Concurrency, "lock">,
  clientId: string,
  { day, limit }: MonitorRunQuota
): Generator<Statement, boolean> {
  yield* lock(`monitor runs of ${clientId}`)
  const [found] = yield* statement<{ readonly started: number }>`SELECT
    CAST(COALESCE(SUM(started), 0) AS INTEGER) AS started
    FROM monitor_usage WHERE client_id = ${clientId} AND day = ${day}`
  return found !== undefined && found.started < limit
}

export const countStart = ({ clientId, company }: Owner, day: string): Statement =>
  statement`INSERT INTO monitor_usage (day, client_id, company, started) VALUES (${day}, ${clientId}, ${company}, 1)
    ON CONFLICT (client_id, day, company) DO UPDATE SET started = monitor_usage.started + 1`.unread

export const countFinishedRun = ({ clientId, company }: Owner, { changes, day, outcome }: EndedRun): Statement => {
  // Each outcome is counted in the column with the outcome's name in lower case.
  const column = literal(outcome.toLowerCase())
  return statement`INSERT INTO monitor_usage (day, client_id, company, ${column}, changes)
    VALUES (${day}, ${clientId}, ${company}, 1, ${changes})
    ON CONFLICT (client_id, day, company) DO UPDATE
    SET ${column} = monitor_usage.${column} + 1, changes = monitor_usage.changes + excluded.changes`.unread
}

const decodeUsage = Schema.decodeUnknownSync(
  Schema.Array(
    Schema.Struct({
      clientId: Schema.String,
      company: CompanyId,
      day: Schema.String,
      started: Schema.Finite,
      unchanged: Schema.Finite,
      changed: Schema.Finite,
      failed: Schema.Finite,
      changes: Schema.Finite
    })
  )
)

const decodeLive = Schema.decodeUnknownSync(
  Schema.Array(Schema.Struct({ clientId: Schema.String, live: Schema.Finite }))
)

export const make = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  return {
    census: (now) =>
      sql`SELECT status, CASE WHEN due_at <= ${now} THEN 1 ELSE 0 END AS "isDue", COUNT(*) AS count,
        MIN(created_at) AS "oldestAt", MIN(due_at) AS "dueAt"
        FROM monitor WHERE due_at IS NOT NULL GROUP BY 1, 2`.pipe(
        Effect.map(decodeCounts),
        mapToStoreError("count monitors")
      ),
    counts: (clientId) =>
      sql`SELECT client_id AS "clientId", COUNT(*) AS live FROM monitor
        WHERE ${sql.and([sql`due_at IS NOT NULL`, ...(clientId === undefined ? [] : [sql`client_id = ${clientId}`])])}
        GROUP BY client_id`.pipe(
        Effect.map((rows) => new Map(decodeLive(rows).map(({ clientId: id, live }) => [id, live]))),
        mapToStoreError("count monitors")
      ),
    usage: ({ clientId, since }) =>
      sql`SELECT client_id AS "clientId", company, day, started, unchanged, changed, failed, changes FROM monitor_usage
        WHERE ${sql.and([sql`day >= ${since}`, ...(clientId === undefined ? [] : [sql`client_id = ${clientId}`])])}
        ORDER BY day, client_id, company`.pipe(Effect.map(decodeUsage), mapToStoreError("read monitor usage")),
    eraseUsage: (before) =>
      sql`DELETE FROM monitor_usage WHERE day < ${before}`.pipe(Effect.asVoid, mapToStoreError("erase monitor usage"))
  } satisfies Partial<MonitorStore["Service"]>
})
