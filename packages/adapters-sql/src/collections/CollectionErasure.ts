/** Erases collections, on demand and at the end of their retention (spec 5, 10). */
import type { CollectionStore } from "@sheaf/ports"
import { Clock, Effect } from "effect"
import { SqlClient } from "effect/sql"
import * as CollectionOutbox from "./CollectionOutbox.ts"
import { usableStatuses } from "../consents/UsableConsents.ts"
import { runStatement } from "../database/Dialect.ts"
import { withFullDurability } from "../database/Durability.ts"
import { readIds } from "../database/Columns.ts"
import { repeatInBatches, batchSize } from "../database/Batches.ts"
import type { Outbox } from "../events/Outbox.ts"
import type { ColumnSealer } from "../sealing/ColumnSealer.ts"
import { mapToStoreError } from "../database/SqlErrors.ts"
import { withInterceptor } from "../database/Interception.ts"

/** Cleanups at companies, such as canceling an order, that are still pending after their collections have ended. */
const cleanups = Effect.map(SqlClient.SqlClient, (sql) => {
  /** Returns true if cleanups at companies remain. They must finish before the user can be erased. */
  const remain = (clientId: string, userId: string) =>
    sql`SELECT id FROM collection
      WHERE client_id = ${clientId} AND user_id = ${userId} AND ended_at IS NOT NULL AND leftovers IS NOT NULL
      LIMIT 1`.pipe(Effect.map((rows) => rows.length > 0))

  const eraseOnce = (endedBefore: number) =>
    sql`UPDATE collection SET leftovers = NULL WHERE id IN (SELECT id FROM collection
      WHERE ended_at IS NOT NULL AND leftovers IS NOT NULL AND ended_at < ${endedBefore} LIMIT ${batchSize})
      RETURNING id`.pipe(Effect.map((rows) => rows.length))

  return {
    remain,
    erase: (endedBefore: number) => repeatInBatches(eraseOnce(endedBefore)).pipe(mapToStoreError("erase leftovers"))
  }
})

/** Finds collections whose consent is not valid at `at`. Also finds them if the consent's row has been erased. */
const withoutConsent = (sql: SqlClient.SqlClient, at: number) =>
  Effect.gen(function* () {
    const oneTime = yield* sql`SELECT id FROM collection
        WHERE consent_until <= ${at} AND ended_at IS NOT NULL AND data_expired_at IS NULL LIMIT ${batchSize}`.pipe(
      readIds
    )
    const stored = yield* sql`SELECT id FROM collection
        WHERE consent_id IS NOT NULL AND ended_at IS NOT NULL AND data_expired_at IS NULL
        AND NOT EXISTS (SELECT 1 FROM consent s WHERE s.id = collection.consent_id
          AND ${sql.in("s.status", usableStatuses)} AND s.expires_at > ${at}) LIMIT ${batchSize}`.pipe(readIds)
    return [...oneTime, ...stored]
  })

/** Deletes the data of these collections. Returns the events for the collections whose data had not expired before. */
const dataDeletion = (sql: SqlClient.SqlClient, sealed: ColumnSealer) =>
  Effect.fnUntraced(function* (collectionIds: ReadonlyArray<string>, at: number) {
    yield* sql`DELETE FROM collection_data WHERE ${sql.in("collection_id", collectionIds)}`
    yield* sql`DELETE FROM collection_document WHERE ${sql.in("collection_id", collectionIds)}`
    const expired = yield* sql`UPDATE collection SET data_expired_at = ${at}, consent_id = NULL, consent_until = NULL,
        renewal = NULL
      WHERE ${sql.in("id", collectionIds)} AND data_expired_at IS NULL
      RETURNING ${sql.literal(CollectionOutbox.expiredColumns)}`
    return yield* Effect.forEach(expired, (row) => CollectionOutbox.dataExpiredEvent(sealed, row, at))
  })

export const make = Effect.fnUntraced(function* (sealed: ColumnSealer, outbox: Outbox) {
  const sql = yield* SqlClient.SqlClient
  const open = yield* cleanups

  const deleteData = dataDeletion(sql, sealed)

  const expireData = (collectionIds: ReadonlyArray<string>, at: number) =>
    Effect.flatMap(deleteData(collectionIds, at), (events) => outbox.add(events.flat()))

  const eraseDataOnce = (endedBefore: number) =>
    Effect.gen(function* () {
      const due = yield* sql`SELECT id FROM collection
          WHERE ended_at IS NOT NULL AND data_expired_at IS NULL AND ended_at < ${endedBefore} LIMIT ${batchSize}`.pipe(
        readIds
      )
      if (due.length > 0) yield* expireData(due, yield* Clock.currentTimeMillis)
      return due.length
    }).pipe(sql.withTransaction)

  const eraseWithConsentOnce = (at: number) =>
    Effect.gen(function* () {
      const due = yield* withoutConsent(sql, at)
      if (due.length === 0) return 0
      yield* expireData(due, at)
      yield* sql`UPDATE collection SET proof = NULL WHERE ${sql.in("id", due)}`
      return due.length
    }).pipe(sql.withTransaction)

  /** Finds a user's unerased collections by their history, because only unerased collections have one. */
  const eraseOfUserOnce = (clientId: string, userId: string, at: number) =>
    Effect.gen(function* () {
      const left = yield* sql`SELECT id FROM collection
          WHERE client_id = ${clientId} AND user_id = ${userId} AND ended_at IS NOT NULL
          AND EXISTS (SELECT 1 FROM collection_history h WHERE h.collection_id = collection.id) LIMIT ${batchSize}`.pipe(
        readIds
      )
      if (left.length === 0) return 0
      yield* deleteData(left, at)
      for (const each of outbox.erasureOf(clientId, userId)) yield* runStatement(sql, each)
      yield* sql`DELETE FROM collection_history WHERE ${sql.in("collection_id", left)}`
      yield* sql`UPDATE collection SET reference = NULL, reference_index = NULL, answered_questions = NULL, answered_etags = NULL,
          visit = NULL, proof = NULL
        WHERE ${sql.in("id", left)}`
      return left.length
    }).pipe(sql.withTransaction, withFullDurability)

  return {
    eraseDataOf: (clientId, collectionId, at) =>
      Effect.gen(function* () {
        const ended = yield* sql`SELECT id FROM collection
            WHERE id = ${collectionId} AND client_id = ${clientId} AND ended_at IS NOT NULL`.pipe(readIds)
        if (ended.length === 0) return false
        yield* expireData(ended, at)
        yield* sql`UPDATE collection SET proof = NULL WHERE id = ${collectionId}`
        return true
      }).pipe(withInterceptor(sql), sql.withTransaction, withFullDurability, mapToStoreError("erase data")),
    eraseOfUser: (clientId, userId, at) =>
      repeatInBatches(eraseOfUserOnce(clientId, userId, at)).pipe(
        Effect.andThen(Effect.map(open.remain(clientId, userId), (remain) => !remain)),
        mapToStoreError("erase collections")
      ),
    eraseCleanups: open.erase,
    eraseDataWithConsent: (at) =>
      repeatInBatches(eraseWithConsentOnce(at)).pipe(mapToStoreError("erase data of ended consents")),
    eraseData: (endedBefore) => repeatInBatches(eraseDataOnce(endedBefore)).pipe(mapToStoreError("expire data"))
  } satisfies Partial<CollectionStore["Service"]>
})
