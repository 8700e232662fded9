/**
 * Stores idempotency keys in SQL. The primary key ensures that only one of several concurrent requests succeeds, even
 * across processes.
 */
import { IdempotencyKeyTaken, IdempotencyKeyStore } from "@sheaf/ports"
import type { IdempotencyRecord, NewIdempotencyRecord, IdempotentResult } from "@sheaf/ports"
import { Clock, Effect, Layer, Option, Schema } from "effect"
import { withFullDurability } from "../database/Durability.ts"
import { PointReads } from "../database/PointReads.ts"
import { repeatInBatches, batchSize } from "../database/Batches.ts"
import { mapToStoreError } from "../database/SqlErrors.ts"
import { UnitInterceptor, isAcceptedResult } from "../unitsOfWork/UnitInterceptor.ts"
import { inList, insertClause, statement } from "../unitsOfWork/Statement.ts"
import type { Statement } from "../unitsOfWork/Statement.ts"
import { UnitsOfWork } from "../unitsOfWork/UnitsOfWork.ts"
import type { UnitOfWork } from "../unitsOfWork/UnitsOfWork.ts"
import { bytes } from "../database/Columns.ts"

const KeyRow = Schema.Struct({
  request: bytes,
  made: Schema.String,
  is_new: Schema.Finite,
  kept_until: Schema.Finite
})

const decode = Schema.decodeUnknownSync(KeyRow)

/**
 * Inserts a key, or replaces one whose retention has ended. Returns false if the key is taken. During a pepper
 * rotation, each key has one row per pepper, so that nodes with a different pepper also see that it is taken.
 */
function* insert(record: NewIdempotencyRecord, made: IdempotentResult): Generator<Statement, boolean> {
  const row = {
    client_id: record.clientId,
    user_id: record.userId ?? null,
    request: record.request.written,
    made: made.id,
    is_new: made.isNew ? 1 : 0,
    kept_until: record.until
  }
  const [first = row, ...more] = record.id.inOrder.map((id) => ({ id, ...row }))
  const rows = yield* statement<{
    readonly id: Uint8Array
  }>`INSERT INTO request_key ${insertClause(first, ...more)} ON CONFLICT (id) DO UPDATE
    SET request = excluded.request, made = excluded.made, is_new = excluded.is_new, kept_until = excluded.kept_until
    WHERE request_key.kept_until <= ${record.at} RETURNING id`
  if (rows.length === record.id.all.length) return true
  if (rows.length > 0) yield* statement`DELETE FROM request_key WHERE id IN ${inList(rows.map(({ id }) => id))}`.unread
  return false
}

export const layer = Layer.effect(
  IdempotencyKeyStore,
  Effect.gen(function* () {
    const points = yield* PointReads
    const units = yield* UnitsOfWork

    const byId = points.prepare(
      "find request key",
      "SELECT request, made, is_new, kept_until FROM request_key WHERE id = ?",
      (row) => Effect.succeed(decode(row))
    )

    const within = <A, E, R>(
      record: NewIdempotencyRecord,
      made: IdempotentResult,
      write: Effect.Effect<A, E, R>
    ): Effect.Effect<A, E | IdempotencyKeyTaken, R> =>
      Effect.suspend(() => {
        let isTaken = false
        const intercept: UnitInterceptor = <B>(unit: UnitOfWork<B>) =>
          function* (): Generator<Statement, B, never> {
            isTaken = !(yield* insert(record, made))
            // Rolls back the unit of work.
            if (isTaken) throw new IdempotencyKeyTaken()
            const result = yield* unit()
            if (!isAcceptedResult(result))
              yield* statement`DELETE FROM request_key WHERE id IN ${inList(record.id.all)}`
            return result
          }
        return Effect.catchCause(
          Effect.provideService(write, UnitInterceptor, intercept),
          (cause): Effect.Effect<never, E | IdempotencyKeyTaken> =>
            isTaken ? Effect.fail(new IdempotencyKeyTaken()) : Effect.failCause(cause)
        )
      })

    const eraseExpiredOnce = (now: number) =>
      units.run(function* () {
        const erased = yield* statement`DELETE FROM request_key WHERE id IN
          (SELECT id FROM request_key WHERE kept_until <= ${now} LIMIT ${batchSize}) RETURNING id`
        return erased.length
      })

    return IdempotencyKeyStore.of({
      find: Effect.fnUntraced(function* (id) {
        const found = Option.firstSomeOf(yield* Effect.forEach(id.all, (hash) => byId(hash)))
        const now = yield* Clock.currentTimeMillis
        return found.pipe(
          Option.filter(({ kept_until }) => kept_until > now),
          Option.map(({ is_new, made, request }): IdempotencyRecord => ({
            request,
            result: { id: made, isNew: is_new === 1 }
          }))
        )
      }),
      within,
      keep: (record, made) =>
        units.run(() => insert(record, made)).pipe(withFullDurability, mapToStoreError("keep request key")),
      eraseOfUser: (clientId, userId) =>
        units
          .run(function* () {
            const owned = statement`client_id = ${clientId} AND user_id = ${userId}`
            yield* statement`DELETE FROM request_key WHERE client_id = ${clientId} AND (user_id = ${userId}
              OR made = ${userId}
              OR made IN (SELECT id FROM collection WHERE ${owned})
              OR made IN (SELECT id FROM consent WHERE ${owned})
              OR made IN (SELECT id FROM monitor WHERE ${owned}))`
          })
          .pipe(withFullDurability, mapToStoreError("erase request keys")),
      eraseExpired: (now) => repeatInBatches(eraseExpiredOnce(now)).pipe(mapToStoreError("erase expired request keys"))
    })
  })
)
