/** Stores recurring tasks in SQL. */
import { TaskStore } from "@sheaf/ports"
import { Effect, Layer, Option, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { mapToStoreError } from "../database/SqlErrors.ts"
import { rowShards } from "../processes/ProcessRows.ts"

const decode = Schema.decodeUnknownSync(Schema.Array(Schema.Struct({ name: Schema.String, dueAt: Schema.Finite })))

export const layer = Layer.effect(
  TaskStore,
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const { choose } = yield* rowShards
    return TaskStore.of({
      add: (name, now, latest) =>
        sql`INSERT INTO recurring_task (id, shard, due_at) VALUES (${name}, ${choose()}, ${now})
          ON CONFLICT (id) DO UPDATE SET due_at = ${latest} WHERE recurring_task.due_at > ${latest}`.pipe(
          Effect.asVoid,
          mapToStoreError("add task")
        ),
      find: (name) =>
        sql`SELECT id AS name, due_at AS "dueAt" FROM recurring_task WHERE id = ${name}`.pipe(
          Effect.map((rows) => Option.fromUndefinedOr(decode(rows)[0])),
          mapToStoreError("find task")
        ),
      advance: ({ dueAt: before, name }, dueAt) =>
        sql`UPDATE recurring_task SET due_at = ${dueAt} WHERE id = ${name} AND due_at = ${before} RETURNING id`.pipe(
          Effect.map((rows) => rows.length > 0),
          mapToStoreError("advance task")
        )
    })
  })
)
