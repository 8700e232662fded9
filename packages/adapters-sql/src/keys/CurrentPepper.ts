/**
 * Records the pepper with which services hash references, such as external ids. A rotation may rehash the references
 * only after services have started with the new pepper, because a service that has only the old pepper could no longer
 * find them (spec 14.3; ADR 28).
 */
import { Sealer } from "@sheaf/ports"
import { Effect, Layer, Option, Schema } from "effect"
import { withFullDurability } from "../database/Durability.ts"
import { mapToStoreError } from "../database/SqlErrors.ts"
import { insertClause, statement } from "../unitsOfWork/Statement.ts"
import { UnitsOfWork } from "../unitsOfWork/UnitsOfWork.ts"
import * as ColumnSealer from "../sealing/ColumnSealer.ts"
import { bytes } from "../database/Columns.ts"

const name = "pepper"
const row: ColumnSealer.SealedRowId = { clientId: ColumnSealer.serviceTenant, id: name }

const Mark = Schema.Struct({
  /** A hash that identifies the pepper. */
  pepper: Schema.Uint8ArrayFromBase64,
  /** The time at which the rotation to this pepper first ran, in milliseconds since 1970. Absent before that. */
  since: Schema.optionalKey(Schema.Finite)
})
type Mark = typeof Mark.Type

const encode = Schema.encodeSync(Schema.fromJsonString(Mark))
const decode = Schema.decodeUnknownSync(Schema.fromJsonString(Mark))
const decodeRow = Schema.decodeUnknownSync(Schema.Struct({ sealed: bytes }))

const place = { tenant: ColumnSealer.serviceTenant, record: "pepper" }

const index = Effect.map(Sealer, (sealer) => sealer.blindIndex(place, ""))
const current = Effect.map(index, ({ written }) => written.bytes)

export const hasOlderPeppers = Effect.map(index, ({ all }) => all.length > 1)

const write = Effect.fnUntraced(function* (mark: Mark) {
  const columns = yield* ColumnSealer.make
  const sealed = yield* columns.sealBytes("secret", row, new TextEncoder().encode(encode(mark)))
  const units = yield* UnitsOfWork
  yield* units
    .run(function* () {
      yield* statement`INSERT INTO service_secret ${insertClause({ name, sealed })}
        ON CONFLICT (name) DO UPDATE SET sealed = excluded.sealed`.unread
    })
    .pipe(withFullDurability, mapToStoreError("mark the pepper"))
})

/**
 * Returns the stored record if a service has already started with the current pepper. Returns nothing if there is no
 * record, or if the record names another pepper.
 */
const find = Effect.gen(function* () {
  const units = yield* UnitsOfWork
  const columns = yield* ColumnSealer.make
  const [found] = yield* units
    .run(function* () {
      return yield* statement`SELECT sealed FROM service_secret WHERE name = ${name}`
    })
    .pipe(mapToStoreError("read the pepper's mark"))
  if (found === undefined) return Option.none()
  const bytes = yield* columns.openBytes("secret", row, decodeRow(found).sealed)
  const mark = decode(new TextDecoder().decode(bytes))
  return (yield* index).isCurrent(mark.pepper) ? Option.some(mark) : Option.none()
})

export const layer = Layer.effectDiscard(
  Effect.gen(function* () {
    if (Option.isNone(yield* find)) yield* write({ pepper: yield* current })
  })
)

/**
 * Records when the rotation to the current pepper first ran. Returns `now` on the first call, and the recorded time on
 * later calls. Returns nothing if no service has started with this pepper.
 */
export const markRehashed = Effect.fnUntraced(function* (now: number) {
  const mark = yield* find
  if (Option.isNone(mark)) return Option.none()
  if (mark.value.since !== undefined) return Option.some(mark.value.since)
  yield* write({ ...mark.value, since: now })
  return Option.some(now)
})
