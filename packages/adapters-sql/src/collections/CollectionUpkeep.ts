/** What nobody asks for and must be done: recovery after a crash, and giving up what cannot go on. */
import type { CollectionStore } from "@sheaf/ports"
import { Clock, Effect, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { ids } from "../sqlite/Ids.ts"
import { asStoreError } from "../sqlite/SqlFailure.ts"

type Upkeep = Pick<
  CollectionStore["Service"],
  "unstarted" | "unconsumed" | "overdue" | "running" | "abandon" | "journaled" | "journalForgotten"
>

const decodeNextSteps = Schema.decodeUnknownSync(
  Schema.Array(Schema.Struct({ collectionId: Schema.String, step: Schema.Finite }))
)

const decodeOverdue = Schema.decodeUnknownSync(
  Schema.Array(Schema.Struct({ collectionId: Schema.String, deadline: Schema.Finite }))
)

export const make = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient

  const upkeep: Upkeep = {
    unstarted: sql`SELECT id FROM collection WHERE step = 0 AND ended_at IS NULL`.pipe(
      asStoreError("find unstarted collections"),
      Effect.map(ids)
    ),
    unconsumed: sql`SELECT id AS "collectionId", step FROM collection
      WHERE input IS NOT NULL AND pending IS NULL`.pipe(
      asStoreError("find unconsumed answers"),
      Effect.map(decodeNextSteps)
    ),
    overdue: (before) =>
      sql`SELECT id AS "collectionId", deadline FROM collection WHERE ended_at IS NULL AND due_at < ${before}`.pipe(
        asStoreError("find overdue collections"),
        Effect.map(decodeOverdue)
      ),
    running: (clientId, userId) =>
      sql`SELECT id FROM collection
        WHERE client_id = ${clientId} AND user_id = ${userId} AND ended_at IS NULL`.pipe(
        asStoreError("find running collections"),
        Effect.map(ids)
      ),
    abandon: (collectionId, at) =>
      Effect.gen(function* () {
        const [ended] = yield* sql<{ revision: number }>`UPDATE collection
          SET status = 'FAILED', revision = revision + 1, status_changed_at = ${at}, ended_at = ${at}, shown = NULL,
            placed_order = NULL, session = NULL, pending = NULL, pending_until = NULL, input = NULL
          WHERE id = ${collectionId} AND ended_at IS NULL RETURNING revision`
        if (ended === undefined) return
        const entry = { collection_id: collectionId, revision: ended.revision, status: "FAILED", at }
        yield* sql`INSERT INTO collection_history ${sql.insert(entry)}`
      }).pipe(sql.withTransaction, asStoreError("abandon collection")),
    journaled: (endedBefore, limit) =>
      sql`SELECT id FROM collection
          WHERE ended_at IS NOT NULL AND journal_forgotten_at IS NULL AND ended_at < ${endedBefore}
          ORDER BY ended_at LIMIT ${limit}`.pipe(asStoreError("find journals"), Effect.map(ids)),
    journalForgotten: (collectionIds) =>
      Effect.flatMap(
        Clock.currentTimeMillis,
        (now) => sql`UPDATE collection SET journal_forgotten_at = ${now} WHERE ${sql.in("id", collectionIds)}`
      ).pipe(Effect.asVoid, asStoreError("mark journals"))
  }
  return upkeep
})
