/** Recurring tasks in SQL. A task belongs to the node that added it first, until the node leaves. */
import { TaskStore } from "@sheaf/ports"
import { Effect, Layer, Option, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { asStoreError } from "../database/SqlFailure.ts"
import * as RowShard from "../processes/RowShard.ts"

const decode = Schema.decodeUnknownSync(Schema.Array(Schema.Struct({ name: Schema.String, dueAt: Schema.Finite })))

export const layer = Layer.effect(
  TaskStore,
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const { choose } = yield* RowShard.make
    return TaskStore.of({
      add: (names, dueAt) =>
        Effect.forEach(
          names,
          (name) => sql`INSERT INTO recurring_task (id, shard, due_at) VALUES (${name}, ${choose()}, ${dueAt})
            ON CONFLICT DO NOTHING`,
          { discard: true }
        ).pipe(asStoreError("add tasks")),
      find: (name) =>
        sql`SELECT id AS name, due_at AS "dueAt" FROM recurring_task WHERE id = ${name}`.pipe(
          Effect.map((rows) => Option.fromUndefinedOr(decode(rows)[0])),
          asStoreError("find task")
        ),
      advance: ({ dueAt: before, name }, dueAt) =>
        sql`UPDATE recurring_task SET due_at = ${dueAt} WHERE id = ${name} AND due_at = ${before} RETURNING id`.pipe(
          Effect.map((rows) => rows.length > 0),
          asStoreError("advance task")
        ),
      remove: (name) =>
        sql`DELETE FROM recurring_task WHERE id = ${name}`.pipe(Effect.asVoid, asStoreError("remove task"))
    })
  })
)
