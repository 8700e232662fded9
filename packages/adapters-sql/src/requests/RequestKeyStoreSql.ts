/** Request keys in SQL. The primary key decides between concurrent requests, even in several processes. */
import { KeyTaken, RequestKeyStore } from "@sheaf/ports"
import type { KeptRequest, KeyClaim, Made } from "@sheaf/ports"
import { Clock, Effect, Layer, Option, Schema } from "effect"
import { promised } from "../database/Durability.ts"
import { PointReads } from "../database/PointReads.ts"
import { inSlices, slice } from "../database/Slices.ts"
import { asStoreError } from "../database/SqlFailure.ts"
import { Around, hasAccepted } from "../units/Around.ts"
import { anyOf, inserted, statement } from "../units/Statement.ts"
import type { Statement } from "../units/Statement.ts"
import { Units } from "../units/Units.ts"
import type { Unit } from "../units/Units.ts"

const KeyRow = Schema.Struct({
  request: Schema.Uint8Array,
  made: Schema.String,
  is_new: Schema.Finite,
  kept_until: Schema.Finite
})

const decode = Schema.decodeUnknownSync(KeyRow)

/**
 * Inserts a key, or replaces a key whose retention has ended. Returns true unless the key is taken. During a rotation of the
 * pepper, a key has a row for each pepper, so that the primary key also decides between nodes that hash with different peppers.
 */
function* insert(claim: KeyClaim, made: Made): Generator<Statement, boolean> {
  const row = {
    client_id: claim.clientId,
    user_id: claim.userId ?? null,
    request: claim.request.written,
    made: made.id,
    is_new: made.isNew ? 1 : 0,
    kept_until: claim.until
  }
  const [first = row, ...more] = claim.id.inOrder.map((id) => ({ id, ...row }))
  const rows = yield* statement<{
    readonly id: Uint8Array
  }>`INSERT INTO request_key ${inserted(first, ...more)} ON CONFLICT (id) DO UPDATE
    SET request = excluded.request, made = excluded.made, is_new = excluded.is_new, kept_until = excluded.kept_until
    WHERE request_key.kept_until <= ${claim.at} RETURNING id`
  if (rows.length === claim.id.all.length) return true
  if (rows.length > 0) yield* statement`DELETE FROM request_key WHERE id IN ${anyOf(rows.map(({ id }) => id))}`.unread
  return false
}

export const layer = Layer.effect(
  RequestKeyStore,
  Effect.gen(function* () {
    const points = yield* PointReads
    const units = yield* Units

    const byId = points.prepare(
      "find request key",
      "SELECT request, made, is_new, kept_until FROM request_key WHERE id = ?",
      (row) => Effect.succeed(decode(row))
    )

    const within = <A, E, R>(
      claim: KeyClaim,
      made: Made,
      write: Effect.Effect<A, E, R>
    ): Effect.Effect<A, E | KeyTaken, R> =>
      Effect.suspend(() => {
        let isTaken = false
        const around: Around = <B>(unit: Unit<B>) =>
          function* (): Generator<Statement, B, never> {
            isTaken = !(yield* insert(claim, made))
            // Rolls back the unit.
            if (isTaken) throw new KeyTaken()
            const result = yield* unit()
            if (!hasAccepted(result)) yield* statement`DELETE FROM request_key WHERE id IN ${anyOf(claim.id.all)}`
            return result
          }
        return Effect.catchCause(
          Effect.provideService(write, Around, around),
          (cause): Effect.Effect<never, E | KeyTaken> =>
            isTaken ? Effect.fail(new KeyTaken()) : Effect.failCause(cause)
        )
      })

    const eraseExpiredOnce = (now: number) =>
      units.run(function* () {
        const erased = yield* statement`DELETE FROM request_key WHERE id IN
          (SELECT id FROM request_key WHERE kept_until <= ${now} LIMIT ${slice}) RETURNING id`
        return erased.length
      })

    return RequestKeyStore.of({
      find: Effect.fnUntraced(function* (id) {
        const found = Option.firstSomeOf(yield* Effect.forEach(id.all, (hash) => byId(hash)))
        const now = yield* Clock.currentTimeMillis
        return found.pipe(
          Option.filter(({ kept_until }) => kept_until > now),
          Option.map(({ is_new, made, request }): KeptRequest => ({ request, made: { id: made, isNew: is_new === 1 } }))
        )
      }),
      within,
      keep: (claim, made) => units.run(() => insert(claim, made)).pipe(promised, asStoreError("keep request key")),
      eraseOfUser: (clientId, userId) =>
        units
          .run(function* () {
            const owned = statement`client_id = ${clientId} AND user_id = ${userId}`
            yield* statement`DELETE FROM request_key WHERE client_id = ${clientId} AND (user_id = ${userId}
              OR made = ${userId}
              OR made IN (SELECT id FROM collection WHERE ${owned})
              OR made IN (SELECT id FROM consent WHERE ${owned}))`
          })
          .pipe(promised, asStoreError("erase request keys")),
      eraseExpired: (now) => inSlices(eraseExpiredOnce(now)).pipe(asStoreError("erase expired request keys"))
    })
  })
)
