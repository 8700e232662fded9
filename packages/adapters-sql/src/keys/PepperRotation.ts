/**
 * Rotates the pepper: rehashes the references that can be computed from sealed or plain values, and counts the rest,
 * which are replaced when a client makes a request, or disappear with time (spec 14.3; ADR 28). Services that use both
 * peppers may keep running. A stopped rotation continues the next time.
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

/** The rotation cannot start. The message is a single line. */
export class PepperRotationError extends Schema.TaggedError<PepperRotationError>()("PepperRotationError", {
  message: Schema.String
}) {}

/** True if there is an older pepper to rotate from. */
export const { hasOlderPeppers } = CurrentPepper

/** The progress in one column. */
export interface RehashingProgress {
  readonly column: string
  readonly done: number
}

/** References that are still under an older pepper. */
export interface PendingReferences {
  /** The ids of API keys that clients have not used since the rotation began. */
  readonly keyIds: ReadonlyArray<string>
  /** Other references, which disappear with time. */
  readonly expiring: ReadonlyArray<{ readonly what: string; readonly count: number }>
}

const atOnce = 100

const ReferenceRow = Schema.Struct({
  id: Schema.String,
  clientId: Schema.String,
  sealed: Schema.Uint8Array,
  index: Schema.Uint8Array
})
type ReferenceRow = typeof ReferenceRow.Type
const decodeReferences = Schema.decodeUnknownSync(Schema.Array(ReferenceRow))
const decodeBound = Schema.decodeUnknownSync(
  Schema.Array(
    Schema.Struct({
      clientId: Schema.String,
      facts: Schema.String,
      binding: Schema.Uint8Array,
      keyId: Schema.NullOr(Schema.String)
    })
  )
)
const unauthenticated = ConsentStatus.unauthenticatedStatuses.map((status) => `'${status}'`).join(", ")

const decodeCount = Schema.decodeUnknownSync(Schema.Tuple([Schema.Struct({ count: Schema.NumberFromString })]))

type RehashingReport<R> = (progress: RehashingProgress) => Effect.Effect<void, never, R>

/** Runs statements as one unit. */
const run = (changes: ReadonlyArray<Statement>) =>
  Effect.flatMap(UnitsOfWork, (units) =>
    units
      .run(function* () {
        for (const change of changes) yield* change.unread
      })
      .pipe(withFullDurability)
  )

/** Rehashes the references in one column. `textOf` opens a sealed value and returns its reference. */
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
  /** Returns the statement that rehashes a row's reference, if the reference is not current. */
  const rehashed = Effect.fnUntraced(function* (row: ReferenceRow) {
    // If a value cannot be opened, nobody needs to find it by its reference.
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

/** Returns a table's rows that are bound under an older pepper. */
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

/** Signs the audit log's stored checkpoints with the current key. */
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
 * Rehashes references under the current pepper, and returns the references that are still under an older one. If there
 * are none, records the rotation's end: from then on, starts require only the current pepper. `idempotencyMillis` is
 * the retention of idempotency keys. Fails with {@link PepperRotationError} if no service uses the new pepper yet.
 */
export const rotate = <R>(idempotencyMillis: number, report: RehashingReport<R>) =>
  Effect.gen(function* () {
    // There is only one pepper, and the key check has accepted it.
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
