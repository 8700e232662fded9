/** What nobody asks for and must be done: recovery after a crash, and erasure when the time has come. */
import type { CollectionStore } from "@sheaf/ports"
import { Clock, Effect, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { asStoreError } from "./SqlFailure.ts"

type Upkeep = Pick<
  CollectionStore["Service"],
  "unstarted" | "unconsumed" | "overdue" | "abandon" | "journaled" | "journalForgotten" | "expireData" | "expireRecords"
>

const decodeIds = Schema.decodeUnknownSync(Schema.Array(Schema.Struct({ id: Schema.String })))
const decodeNextSteps = Schema.decodeUnknownSync(
  Schema.Array(Schema.Struct({ collectionId: Schema.String, step: Schema.Finite }))
)

const decodeOverdue = Schema.decodeUnknownSync(
  Schema.Array(Schema.Struct({ collectionId: Schema.String, deadline: Schema.Finite }))
)

const ids = (rows: unknown): ReadonlyArray<string> => decodeIds(rows).map(({ id }) => id)

/** Erasing is done in slices, so that nothing else waits for long. */
const slice = 100

export const make = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient

  const expireDataOnce = (endedBefore: number) =>
    Effect.gen(function* () {
      const now = yield* Clock.currentTimeMillis
      const due = ids(
        yield* sql`SELECT id FROM collection
          WHERE ended_at IS NOT NULL AND data_expired_at IS NULL AND ended_at < ${endedBefore} LIMIT ${slice}`
      )
      if (due.length === 0) return 0
      yield* sql`DELETE FROM collection_data WHERE ${sql.in("collection_id", due)}`
      yield* sql`DELETE FROM collection_document WHERE ${sql.in("collection_id", due)}`
      yield* sql`UPDATE collection SET data_expired_at = ${now} WHERE ${sql.in("id", due)}`
      return due.length
    }).pipe(sql.withTransaction)

  const expireRecordsOnce = (endedBefore: number) =>
    Effect.gen(function* () {
      const due = ids(
        yield* sql`SELECT id FROM collection
          WHERE ended_at IS NOT NULL AND ended_at < ${endedBefore} AND journal_forgotten_at IS NOT NULL LIMIT ${slice}`
      )
      if (due.length > 0) yield* sql`DELETE FROM collection WHERE ${sql.in("id", due)}`
      return due.length
    }).pipe(sql.withTransaction)

  const untilDone = <E, R>(once: Effect.Effect<number, E, R>): Effect.Effect<number, E, R> =>
    Effect.flatMap(once, (count) =>
      count < slice ? Effect.succeed(count) : Effect.map(untilDone(once), (rest) => count + rest)
    )

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
      ).pipe(Effect.asVoid, asStoreError("mark journals")),
    expireData: (endedBefore) => untilDone(expireDataOnce(endedBefore)).pipe(asStoreError("expire data")),
    expireRecords: (endedBefore) => untilDone(expireRecordsOnce(endedBefore)).pipe(asStoreError("expire records"))
  }
  return upkeep
})
