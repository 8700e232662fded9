/**
 * Rotates the encryption keys (spec 14.3; ADR 28). Encrypts all stored values with the current key, in small batches
 * while services run. Each value shows which key it uses, so an interrupted rotation can continue.
 */
import { AuditLog, Sealer } from "@sheaf/ports"
import { Effect, Option, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { withFullDurability } from "../database/Durability.ts"
import { resealKeyCheck } from "./KeyCheck.ts"
import { mapToStoreError } from "../database/SqlErrors.ts"
import { recordIdsSecret } from "../collections/RecordIdsSql.ts"
import * as SealedValueCounts from "./SealedValueCounts.ts"
import { DatabaseSchema } from "../database/DatabaseSchema.ts"
import type { KeyRotationColumn } from "../sealing/KeyRotationColumn.ts"
import { bytes } from "../database/Columns.ts"

/** The rotation cannot start or cannot finish. The message is a single line. */
export class SealingKeyRotationError extends Schema.TaggedError<SealingKeyRotationError>()("SealingKeyRotationError", {
  message: Schema.String
}) {}

export interface ResealingProgress {
  readonly column: string
  readonly done: number
  readonly total: number
}

/** The pause after each batch, so that running services can use the database. */
const pauseAfterBatch = "5 millis"

/**
 * The maximum number of passes. During the first pass, services may still encrypt values with an older key. The second
 * pass finds these values.
 */
const passes = 3

const KeyPart = Schema.Union([Schema.String, Schema.Finite])

type RowKey = readonly [typeof KeyPart.Type, typeof KeyPart.Type]

const decodeValues = Schema.decodeUnknownSync(
  Schema.Array(
    Schema.Struct({
      first: KeyPart,
      second: KeyPart,
      clientId: Schema.String,
      id: Schema.String,
      name: Schema.String,
      sealed: bytes
    })
  )
)

const make = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const sealer = yield* Sealer
  const keys = yield* sealer.keys
  const { markOf } = yield* SealedValueCounts.make
  /**
   * Encrypts a batch of rows again, and returns the primary key of the last row. Skips rows that have changed in the
   * meantime.
   */
  const sealBatch = Effect.fnUntraced(function* (column: KeyRotationColumn, after: RowKey) {
    const { batchSize, client, from, id, keys: rowKeys, name, table } = column
    const value = `t.${column.column}`
    const [first, second = "''"] = rowKeys
    const isLater =
      rowKeys.length === 1
        ? sql`${sql.literal(first)} > ${after[0]}`
        : sql`(${sql.literal(first)}, ${sql.literal(second)}) > (${after[0]}, ${after[1]})`
    const columns = `${first} AS "first", ${second} AS "second", ${client} AS "clientId", ${id} AS id, ${name} AS name`
    const rows = decodeValues(
      yield* sql`SELECT ${sql.literal(`${columns}, ${value} AS sealed`)} FROM ${sql.literal(from)}
        WHERE ${sql.and([sql.literal(`${value} IS NOT NULL`), isLater, markOf(column.column, keys.current).isNot])}
        ORDER BY ${sql.literal(rowKeys.join(", "))} LIMIT ${sql.literal(String(batchSize))}`
    )
    const changes = yield* Effect.forEach(rows, (row) => {
      const place = { tenant: row.clientId, record: `${row.id}/${row.name}` }
      return sealer.open(place, row.sealed).pipe(
        Effect.flatMap((plain) => sealer.seal(place, plain)),
        Effect.map((sealed) => ({ row, sealed })),
        Effect.option
      )
    })
    yield* Effect.forEach(
      changes.flatMap(Option.toArray),
      ({ row, sealed }) => sql`UPDATE ${sql.literal(`${table} AS t`)}
        SET ${sql.literal(column.column)} = ${sealed}
        WHERE ${sql.literal(first)} = ${row.first} AND ${sql.literal(second)} = ${row.second}
          AND ${sql.literal(`substr(${value}, 1, ${SealedValueCounts.sealedHeaderBytes})`)} = ${row.sealed.subarray(0, SealedValueCounts.sealedHeaderBytes)}`,
      { discard: true }
    ).pipe(sql.withTransaction, withFullDurability)
    const last = rows.at(-1)
    return rows.length < batchSize || last === undefined
      ? { rows: rows.length, last: undefined }
      : { rows: rows.length, last: [last.first, last.second] as const }
  })

  const sealColumn = Effect.fnUntraced(function* <R>(
    column: KeyRotationColumn,
    total: number,
    report: (progress: ResealingProgress) => Effect.Effect<void, never, R>
  ) {
    let after: RowKey | undefined = column.startAfter
    let done = 0
    while (after !== undefined) {
      // An interruption takes effect only after this batch.
      const batch: { readonly rows: number; readonly last: RowKey | undefined } = yield* Effect.uninterruptible(
        sealBatch(column, after)
      )
      after = batch.last
      done += batch.rows
      yield* report({ column: SealedValueCounts.columnNameOf(column), done, total: Math.max(done, total) })
      yield* Effect.sleep(pauseAfterBatch)
    }
  })

  return { keys, sealColumn }
})

/**
 * Fails unless a service has started since the current key became the first in `SHEAF_KEYS`, because running services
 * without this key could not decrypt the new values. The secret for record ids shows whether one has started: every
 * service encrypts it with its first key at startup.
 */
const requireStart = Effect.gen(function* () {
  const keys = yield* (yield* Sealer).keys
  const secret = yield* recordIdsSecret
  if (Option.isNone(secret) || keys.keyIdOf(secret.value) === keys.current) return
  yield* new SealingKeyRotationError({
    message: `no service has started with the key ${keys.current} in front: restart all nodes with this SHEAF_KEYS first`
  })
})

/**
 * Encrypts all values with the current key, and returns the ids of keys that are no longer needed. An interrupted
 * rotation continues on the next run. Fails with {@link SealingKeyRotationError} if it cannot decrypt some values.
 */
export const rotate = <R>(report: (progress: ResealingProgress) => Effect.Effect<void, never, R>) =>
  Effect.gen(function* () {
    const { sealedColumns } = yield* DatabaseSchema
    const { keys, sealColumn } = yield* make
    yield* requireStart
    const outdated = Effect.map(SealedValueCounts.countAll, (values) =>
      values.filter(({ keyId }) => keyId !== keys.current)
    )
    let left = yield* outdated
    for (let pass = 0; pass < passes && left.length > 0; pass++) {
      for (const column of sealedColumns) {
        const total = left.reduce(
          (sum, { column: of, count }) => (of === SealedValueCounts.columnNameOf(column) ? sum + count : sum),
          0
        )
        if (total > 0) yield* sealColumn(column, total, report)
      }
      left = yield* outdated
    }
    if (left.length > 0) {
      const lost = left.filter(({ keyId }) => !keys.all.includes(keyId))
      const ids = [...new Set(lost.map(({ keyId }) => keyId))]
      return yield* new SealingKeyRotationError({
        message:
          lost.length > 0
            ? `SHEAF_KEYS does not contain the keys ${ids.join(", ")}, which sealed ${SealedValueCounts.formatCounts(lost)}: add the keys`
            : `cannot seal again ${SealedValueCounts.formatCounts(left)}: the values were changed by hand, or a node still seals with an older key`
      })
    }
    yield* (yield* AuditLog).within(
      { action: "SEALING_KEYS_ROTATED", subject: { keyId: keys.current } },
      resealKeyCheck
    )
    return keys.all.filter((keyId) => keyId !== keys.current)
  }).pipe(mapToStoreError("rotate the sealing keys"))
