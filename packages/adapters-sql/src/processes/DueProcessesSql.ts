/** The due processes of all tables, in one statement. */
import { DueProcesses } from "@sheaf/ports"
import type { DueQuery, ProcessKind } from "@sheaf/ports"
import { Effect, Layer, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { asStoreError } from "../database/SqlFailure.ts"
import * as RowShard from "./RowShard.ts"

/** The condition that a process has not ended, by kind, which is also the table's name. */
const unended: Readonly<Record<ProcessKind, string>> = {
  collection: "ended_at IS NULL",
  connect_session: "due_at IS NOT NULL",
  consent: "closed_at IS NULL",
  recurring_task: "TRUE"
}

const kinds = [
  "collection",
  "connect_session",
  "consent",
  "recurring_task"
] as const satisfies ReadonlyArray<ProcessKind>

const decodeDue = Schema.decodeUnknownSync(
  Schema.Array(Schema.Struct({ kind: Schema.Literals(kinds), id: Schema.String, dueAt: Schema.Finite }))
)

export const layer = Layer.effect(
  DueProcesses,
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const shard = yield* RowShard.make

    const dueOf = (kind: ProcessKind, { after, before, limit }: DueQuery) => sql`SELECT * FROM (
        SELECT '${sql.literal(kind)}' AS kind, id, due_at AS "dueAt" FROM ${sql.literal(kind)}
        WHERE ${sql.literal(unended[kind])} AND due_at < ${before} AND ${sql.literal(shard.isOwn())}
        ${after === undefined ? sql`` : sql`AND (due_at, id) > (${after.dueAt}, ${after.id})`}
        ORDER BY due_at, id LIMIT ${limit}) AS ${sql.literal(`due_${kind}`)}`

    return DueProcesses.of({
      find: (query) => {
        const [first, ...others] = kinds.map((kind) => dueOf(kind, query))
        const all = others.reduce((before, each) => sql`${before} UNION ALL ${each}`, first ?? sql``)
        return sql`${all} ORDER BY 3, 2 LIMIT ${query.limit}`.pipe(
          Effect.map(decodeDue),
          asStoreError("find due processes")
        )
      }
    })
  })
)
