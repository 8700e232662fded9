/**
 * Rotates the pepper (spec 14.3; ADR 28). Rehashes every reference, such as an external id, that it can compute from a
 * stored value, and counts the other references. Those are replaced when a client next uses them, or are deleted when
 * they expire. Services can keep running if they have both peppers. An interrupted rotation continues on the next run.
 */
import * as ConsentStatus from "@sheaf/domain/ConsentStatus"
import { AuditCrypto, AuditLog } from "@sheaf/ports"
import { Clock, Effect, Option, Schema } from "effect"
import { SqlClient } from "effect/sql"
import * as Shapes from "../collections/CollectionColumns.ts"
import { withFullDurability } from "../database/Durability.ts"
import { rehashKeyCheck } from "./KeyCheck.ts"
import { mapToStoreError } from "../database/SqlErrors.ts"
import { literal, statement, setClause } from "../unitsOfWork/Statement.ts"
import type { Statement } from "../unitsOfWork/Statement.ts"
import { UnitsOfWork } from "../unitsOfWork/UnitsOfWork.ts"
import { externalIdColumn } from "../users/ExternalIdColumn.ts"
import * as CurrentPepper from "./CurrentPepper.ts"
import { factsSql, layer as bindingLayer, RowBinding } from "../sealing/RowBinding.ts"
import type { BoundTable } from "../sealing/RowBinding.ts"
import * as ColumnSealer from "../sealing/ColumnSealer.ts"
import { bytes } from "../database/Columns.ts"

/** The rotation cannot start. The message is a single line. */
export class PepperRotationError extends Schema.TaggedError<PepperRotationError>()("PepperRotationError", {
  message: Schema.String
}) {}

export const { hasOlderPeppers } = CurrentPepper

export interface RehashingProgress {
  readonly column: string
  readonly done: number
}

/** References that still use an older pepper. */
export interface PendingReferences {
  /** The ids of API keys that have not been used since the rotation began. */
  readonly keyIds: ReadonlyArray<string>
  /** How many references of each other kind still use an older pepper. Sheaf deletes them when they expire. */
  readonly expiring: ReadonlyArray<{ readonly what: string; readonly count: number }>
}

const atOnce = 100

const ReferenceRow = Schema.Struct({
  id: Schema.String,
  clientId: Schema.String,
  sealed: bytes,
  index: bytes
})
type ReferenceRow = typeof ReferenceRow.Type
const decodeReferences = Schema.decodeUnknownSync(Schema.Array(ReferenceRow))
const decodeBound = Schema.decodeUnknownSync(
  Schema.Array(
    Schema.Struct({
      clientId: Schema.String,
      facts: Schema.String,
      binding: bytes,
      keyId: Schema.NullOr(Schema.String)
    })
  )
)
const unauthenticated = ConsentStatus.unauthenticatedStatuses.map((status) => `'${status}'`).join(", ")

const decodeCount = Schema.decodeUnknownSync(Schema.Tuple([Schema.Struct({ count: Schema.NumberFromString })]))

type RehashingReport<R> = (progress: RehashingProgress) => Effect.Effect<void, never, R>

const run = (changes: ReadonlyArray<Statement>) =>
  Effect.flatMap(UnitsOfWork, (units) =>
    units
      .run(function* () {
        for (const change of changes) yield* change.unread
      })
      .pipe(withFullDurability)
  )

/** Rehashes the references in one column. `textOf` decrypts a row's value and returns the text to hash. */
const rehash = Effect.fnUntraced(function* <E, R>(
  table: string,
  columns: { readonly sealed: string; readonly index: string; readonly name: string },
  textOf: (row: ColumnSealer.SealedRowId, sealed: Uint8Array) => Effect.Effect<string | undefined, E>,
  report: RehashingReport<R>
) {
  const sql = yield* SqlClient.SqlClient
  const sealed = yield* ColumnSealer.make
  const [from, value, index] = [table, columns.sealed, columns.index].map((part) => sql.literal(part))
  if (from === undefined || value === undefined || index === undefined) return
  const rehashed = Effect.fnUntraced(function* (row: ReferenceRow) {
    // Skips a value that cannot be decrypted. A new hash would only help to find a row whose value nobody can read.
    const text = Option.getOrUndefined(yield* Effect.option(textOf({ clientId: row.clientId, id: row.id }, row.sealed)))
    if (text === undefined) return []
    const index = sealed.blindIndex(columns.name, row.clientId, text)
    if (index.isCurrent(row.index)) return []
    return [
      statement`UPDATE ${literal(table)} SET ${setClause({ [columns.index]: index.written })}
          WHERE id = ${row.id} AND ${literal(columns.index)} = ${row.index}`
    ]
  })

  let [after, done]: [string | undefined, number] = ["", 0]
  while (after !== undefined) {
    const rows = decodeReferences(
      yield* sql`SELECT id, client_id AS "clientId", ${value} AS sealed, ${index} AS "index" FROM ${from}
          WHERE id > ${after} AND ${value} IS NOT NULL AND ${index} IS NOT NULL ORDER BY id LIMIT ${atOnce}`
    )
    const changes = (yield* Effect.forEach(rows, rehashed)).flat()
    if (changes.length > 0) yield* run(changes)
    done += rows.length
    if (rows.length > 0) yield* report({ column: `${table}.${columns.index}`, done })
    after = rows.length < atOnce ? undefined : rows.at(-1)?.id
  }
})

const olderRows = Effect.fnUntraced(function* (table: BoundTable, keyId: string, condition: string) {
  const sql = yield* SqlClient.SqlClient
  const binding = yield* RowBinding
  const [columns, from, which] = [`${factsSql[table]} AS facts, ${keyId} AS "keyId"`, table, condition].map((part) =>
    sql.literal(part)
  )
  if (columns === undefined || from === undefined || which === undefined) return []
  const rows = decodeBound(
    yield* sql`SELECT client_id AS "clientId", ${columns}, binding FROM ${from} WHERE binding IS NOT NULL AND ${which}`
  )
  return rows.filter((row) => binding.isBound(table, row) && !binding.isBoundWithCurrentPepper(table, row))
})

const rebind = Effect.fnUntraced(function* <R>(table: BoundTable, report: RehashingReport<R>) {
  const binding = yield* RowBinding
  const rows = yield* olderRows(table, "NULL", "TRUE")
  const changes = rows.map(
    (
      row
    ) => statement`UPDATE ${literal(table)} SET ${setClause({ binding: binding.bind(table, row.clientId, row.facts) })}
        WHERE client_id = ${row.clientId} AND ${literal(factsSql[table])} = ${row.facts}`
  )
  for (let at = 0; at < changes.length; at += atOnce) yield* run(changes.slice(at, at + atOnce))
  if (rows.length > 0) yield* report({ column: `${table}.binding`, done: rows.length })
})

/** Signs the audit log's stored checkpoints again, with the current key. */
const signAgain = Effect.gen(function* () {
  const { isSigned, sign } = yield* AuditCrypto
  const checkpoints = (yield* (yield* AuditLog).checkpoints).filter(isSigned)
  yield* run(
    checkpoints.map(({ signature: _, ...checkpoint }) => {
      const { chain, kind, seq } = checkpoint
      return statement`UPDATE audit_checkpoint SET signature = ${sign(checkpoint).signature}
          WHERE chain = ${chain} AND kind = ${kind} AND seq = ${seq}`
    })
  )
})

const count = Effect.fnUntraced(function* (what: string, from: string, before: number) {
  const sql = yield* SqlClient.SqlClient
  const [{ count }] = decodeCount(
    yield* sql`SELECT CAST(count(*) AS TEXT) AS count FROM ${sql.literal(from)} < ${before}`
  )
  return { what, count }
})

const leftovers = Effect.fnUntraced(function* (since: number, idempotencyMillis: number) {
  const now = yield* Clock.currentTimeMillis
  const live = `key_id IS NOT NULL AND revoked_at IS NULL AND (expires_at IS NULL OR expires_at > ${now})`
  const keys = yield* olderRows("api_key", "key_id", live)
  const counted = yield* Effect.all([
    count("idempotency keys", "request_key WHERE kept_until", since + idempotencyMillis),
    count("running collections", "collection WHERE ended_at IS NULL AND created_at", since),
    count(
      "consents in progress",
      `consent WHERE (return_index IS NOT NULL OR closed_at IS NULL AND status IN (${unauthenticated})) AND created_at`,
      since
    ),
    count(
      "Connect sessions",
      "connect_session WHERE (ended_at IS NULL OR discard_at IS NOT NULL) AND created_at",
      since
    ),
    count("monitors", "monitor WHERE due_at IS NOT NULL AND hashed_since", since),
    count("documents", "collection_document d JOIN collection c ON c.id = d.collection_id WHERE c.created_at", since),
    count("erased external ids", "app_user WHERE erased_index IS NOT NULL AND erased_at", since)
  ])
  const left: PendingReferences = {
    keyIds: keys.flatMap(({ keyId }) => keyId ?? []),
    expiring: counted.filter(({ count }) => count > 0)
  }
  return left
})

/**
 * Rehashes references with the current pepper, and returns those that still use an older one. If none are left, records
 * the end of the rotation, after which services need only the current pepper to start. `idempotencyMillis` is the
 * retention of idempotency keys. Fails with {@link PepperRotationError} if no service uses the new pepper yet.
 */
export const rotate = <R>(idempotencyMillis: number, report: RehashingReport<R>) =>
  Effect.gen(function* () {
    // With only one pepper, which the key check has accepted, there is nothing to rotate.
    if (!(yield* CurrentPepper.hasOlderPeppers)) return { keyIds: [], expiring: [] } satisfies PendingReferences
    const since = yield* CurrentPepper.markRehashed(yield* Clock.currentTimeMillis)
    if (Option.isNone(since)) {
      return yield* new PepperRotationError({
        message:
          "no service has started with this pepper first: restart all nodes with this SHEAF_PEPPER, and try again"
      })
    }
    const sealed = yield* ColumnSealer.make
    yield* rehash(
      "app_user",
      { sealed: "external_id", index: "external_id_index", name: externalIdColumn.name },
      (row, bytes) => sealed.open(externalIdColumn, row, bytes),
      report
    )
    yield* rehash(
      "collection",
      { sealed: "reference", index: "reference_index", name: Shapes.reference.name },
      (row, bytes) =>
        Effect.map(sealed.open(Shapes.reference, row, bytes), ({ attributes }) => attributes?.["EXTERNAL_REFERENCE"]),
      report
    )
    yield* rebind("certificate", report)
    yield* rebind("client_return_url", report)
    yield* rebind("client_origin", report)
    yield* signAgain
    const left = yield* leftovers(since.value, idempotencyMillis)
    if (left.keyIds.length === 0 && left.expiring.length === 0) {
      yield* (yield* AuditLog).within({ action: "PEPPER_ROTATED", subject: {} }, rehashKeyCheck)
    }
    return left
  }).pipe(Effect.provide(bindingLayer), mapToStoreError("rotate the pepper"))
