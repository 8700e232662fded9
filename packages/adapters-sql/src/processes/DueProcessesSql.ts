/** Finds the due processes of all tables in one statement. */
import { DueProcesses } from "@sheaf/ports"
import type { DueQuery, ProcessKind } from "@sheaf/ports"
import { Effect, Layer, Schema, Struct } from "effect"
import { SqlClient } from "effect/sql"
import { mapToStoreError } from "../database/SqlErrors.ts"
import { whereUnfinished, rowShards } from "./ProcessRows.ts"

interface Kind {
  readonly unfinished: string
  readonly due: string
}

/**
 * The due time of an endpoint whose queue is not empty. It is the endpoint's creation time, which is always in the
 * past, so the endpoint is due.
 */
const always = "created_at"

/**
 * Computes the due time from the endpoint's queue. If it were stored in a column, every change to a collection would
 * have to update that column.
 */
const endpointDue = `CASE WHEN replay_batch IS NOT NULL OR EXISTS (SELECT 1 FROM event
    WHERE event.client_id = webhook_endpoint.client_id
      AND (event.batch, event.seq) > (webhook_endpoint.batch, webhook_endpoint.seq))
  THEN ${always} ELSE (SELECT MIN(due_at) FROM webhook_delivery WHERE endpoint_id = webhook_endpoint.id) END`

const kinds: Readonly<Record<ProcessKind, Kind>> = {
  collection: { unfinished: whereUnfinished.collection, due: "due_at" },
  connect_session: { unfinished: "due_at IS NOT NULL", due: "due_at" },
  consent: { unfinished: whereUnfinished.consent, due: "due_at" },
  monitor: { unfinished: "due_at IS NOT NULL", due: "due_at" },
  recurring_task: { unfinished: "TRUE", due: "due_at" },
  webhook_endpoint: { unfinished: "disabled_at IS NULL", due: endpointDue }
}

const names = Struct.keys(kinds)

const decodeDue = Schema.decodeUnknownSync(
  Schema.Array(Schema.Struct({ kind: Schema.Literals(names), id: Schema.String, dueAt: Schema.Finite }))
)

export const layer = Layer.effect(
  DueProcesses,
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const shard = yield* rowShards

    const dueOf = (name: ProcessKind, { after, before, isTakeover, limit }: DueQuery) => {
      const { due, unfinished: condition } = kinds[name]
      const time = sql.literal(name === "webhook_endpoint" && isTakeover ? always : due)
      return sql`SELECT * FROM (
        SELECT '${sql.literal(name)}' AS kind, id, ${time} AS "dueAt" FROM ${sql.literal(name)}
        WHERE ${sql.literal(condition)} AND ${time} < ${before} AND ${sql.literal(shard.isOwn())}
        ${after === undefined ? sql`` : sql`AND (${time}, id) > (${after.dueAt}, ${after.id})`}
        ORDER BY 3, 2 LIMIT ${limit}) AS ${sql.literal(`due_${name}`)}`
    }

    return DueProcesses.of({
      find: (query) => {
        const [first, ...others] = names.map((name) => dueOf(name, query))
        const all = others.reduce((before, each) => sql`${before} UNION ALL ${each}`, first ?? sql``)
        return sql`${all} ORDER BY 3, 2 LIMIT ${query.limit}`.pipe(
          Effect.map(decodeDue),
          mapToStoreError("find due processes")
        )
      }
    })
  })
)
