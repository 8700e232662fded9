/**
 * The pepper that services hash references with. A rotation may rehash references only once services use the new
 * pepper: a service with only the old pepper could no longer find them (spec 14.3; ADR 28).
 */
import { Sealer } from "@sheaf/ports"
import { Effect, Layer, Option, Schema } from "effect"
import { withFullDurability } from "../database/Durability.ts"
import { mapToStoreError } from "../database/SqlErrors.ts"
import { insertClause, statement } from "../unitsOfWork/Statement.ts"
import { UnitsOfWork } from "../unitsOfWork/UnitsOfWork.ts"
import * as ColumnSealer from "../sealing/ColumnSealer.ts"

const name = "pepper"
const row: ColumnSealer.SealedRowId = { clientId: ColumnSealer.serviceTenant, id: name }

const Mark = Schema.Struct({
  /** The hash that identifies the pepper. */
  pepper: Schema.Uint8ArrayFromBase64,
  /** When all references were hashed under this pepper, in milliseconds since 1970. Absent before the rotation. */
  since: Schema.optionalKey(Schema.Finite)
})
type Mark = typeof Mark.Type

const encode = Schema.encodeSync(Schema.fromJsonString(Mark))
const decode = Schema.decodeUnknownSync(Schema.fromJsonString(Mark))
const decodeRow = Schema.decodeUnknownSync(Schema.Struct({ sealed: Schema.Uint8Array }))

const place = { tenant: ColumnSealer.serviceTenant, record: "pepper" }

/** The hashes that identify the peppers. */
const index = Effect.map(Sealer, (sealer) => sealer.blindIndex(place, ""))
const current = Effect.map(index, ({ written }) => written.bytes)

/** True if there are also older peppers. */
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

/** Returns the mark left by a service that has started with the current pepper. */
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

/** Marks the current pepper when a service starts. */
export const layer = Layer.effectDiscard(
  Effect.gen(function* () {
    if (Option.isNone(yield* find)) yield* write({ pepper: yield* current })
  })
)

/**
 * Returns when all references were hashed under the current pepper: `now` at the first call, and the same time in every
 * later call. Returns nothing if no service has started with this pepper.
 */
export const markRehashed = Effect.fnUntraced(function* (now: number) {
  const mark = yield* find
  if (Option.isNone(mark)) return Option.none()
  if (mark.value.since !== undefined) return Option.some(mark.value.since)
  yield* write({ ...mark.value, since: now })
  return Option.some(now)
})
