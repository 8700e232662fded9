/** What nobody asks for and must be done: recovery after a crash, and giving up what cannot go on. */
import { CollectionStatus } from "@sheaf/domain/CollectionStatus"
import type { CollectionOutline, CollectionStore, HistoryEntry, ProcessStore } from "@sheaf/ports"
import { Clock, Effect, Schema } from "effect"
import { SqlClient } from "effect/sql"
import * as ProcessRows from "../processes/ProcessRows.ts"
import { ids } from "../sqlite/Ids.ts"
import { asStoreError } from "../sqlite/SqlFailure.ts"

type Upkeep = ProcessStore<CollectionOutline, HistoryEntry> & Pick<CollectionStore["Service"], "unconsumed" | "running">

const decodeNextSteps = Schema.decodeUnknownSync(
  Schema.Array(Schema.Struct({ id: Schema.String, step: Schema.Finite }))
)

const Outline = Schema.Struct({
  collectionId: Schema.String,
  step: Schema.Finite,
  revision: Schema.Finite,
  status: CollectionStatus,
  dueAt: Schema.Finite,
  deadline: Schema.Finite
})

export const make = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const rows = yield* ProcessRows.make({
    name: "collection",
    ended: "ended_at",
    outline: Outline,
    expiry: "expire records"
  })

  const upkeep: Upkeep = {
    ...rows,
    unconsumed: sql`SELECT id, step FROM collection
      WHERE input IS NOT NULL AND pending IS NULL`.pipe(
      asStoreError("find unconsumed answers"),
      Effect.map(decodeNextSteps)
    ),
    running: (clientId, userId) =>
      sql`SELECT id FROM collection
        WHERE client_id = ${clientId} AND user_id = ${userId} AND ended_at IS NULL`.pipe(
        asStoreError("find running collections"),
        Effect.map(ids)
      ),
    abandon: ({ collectionId, revision, step }, end) =>
      Effect.gen(function* () {
        const row = {
          status: end.status,
          revision: end.revision,
          status_changed_at: end.at,
          ended_at: end.at,
          shown: null,
          placed_order: null,
          session: null,
          pending: null,
          pending_until: null,
          input: null
        }
        const ended = yield* sql`UPDATE collection SET ${sql.update(row)}
          WHERE id = ${collectionId} AND step = ${step} AND revision = ${revision} AND ended_at IS NULL RETURNING id`
        if (ended.length === 0) return false
        yield* sql`INSERT INTO collection_history ${sql.insert({ collection_id: collectionId, ...end })}`
        return true
      }).pipe(sql.withTransaction, asStoreError("abandon collection")),
    journalForgotten: (collectionIds) =>
      Effect.flatMap(
        Clock.currentTimeMillis,
        (now) => sql`UPDATE collection SET journal_forgotten_at = ${now} WHERE ${sql.in("id", collectionIds)}`
      ).pipe(Effect.asVoid, asStoreError("mark journals"))
  }
  return upkeep
})
