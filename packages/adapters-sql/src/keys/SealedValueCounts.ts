/** Counts the encrypted values in each column by key, to show the operator which keys are in use. */
import { Sealer } from "@sheaf/ports"
import { Effect, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { DatabaseSchema } from "../database/DatabaseSchema.ts"
import type { KeyRotationColumn } from "../sealing/KeyRotationColumn.ts"
import { bytes } from "../database/Columns.ts"

/** The number of values in a column that are sealed with the same key. */
export interface SealedValueCount {
  /** Table and column, such as `collection.session`. */
  readonly column: string
  readonly keyId: string
  readonly count: number
}

/** The number of leading bytes that identify an encrypted value. They contain the key's id and a random nonce. */
export const sealedHeaderBytes = 96

const decodeHeads = Schema.decodeUnknownSync(Schema.Array(Schema.Struct({ head: bytes })))
const decodeCounts = Schema.decodeUnknownSync(Schema.Tuple([Schema.Struct({ count: Schema.NumberFromString })]))
export const columnNameOf = ({ column, table }: KeyRotationColumn): string => `${table}.${column}`

/** Formats counts, for example `3 in collection.session`. */
export const formatCounts = (values: ReadonlyArray<SealedValueCount>): string =>
  values.map(({ column, count }) => `${count} in ${column}`).join(", ")

export const make = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const keys = yield* (yield* Sealer).keys

  /** Returns two SQL conditions: one for values that use this key, and one for values that use another key. */
  const markOf = (column: string, keyId: string) => {
    const mark = keys.markOf(keyId)
    const place = sql.literal(`substr(t.${column}, ${keys.position}, ${mark.length})`)
    return { is: sql`${place} = ${mark}`, isNot: sql`${place} <> ${mark}` }
  }

  /**
   * Counts a column's values by key. Starts with the service's keys, and adds every other key that it finds in the
   * column, including keys that the service does not have.
   */
  const countByKey = Effect.fnUntraced(function* (column: KeyRotationColumn) {
    const table = sql.literal(`${column.table} t`)
    const present = sql.literal(`t.${column.column} IS NOT NULL`)
    const ids = [...keys.all]
    for (;;) {
      const others = ids.map((keyId) => markOf(column.column, keyId).isNot)
      const [other] = decodeHeads(
        yield* sql`SELECT ${sql.literal(`substr(t.${column.column}, 1, ${sealedHeaderBytes})`)} AS head FROM ${table}
          WHERE ${sql.and([present, ...others])} LIMIT 1`
      )
      if (other === undefined) break
      ids.push(keys.keyIdOf(other.head))
    }
    const counted = yield* Effect.forEach(
      ids,
      Effect.fnUntraced(function* (keyId) {
        const [{ count }] = decodeCounts(
          yield* sql`SELECT CAST(count(*) AS TEXT) AS count FROM ${table}
            WHERE ${sql.and([present, markOf(column.column, keyId).is])}`
        )
        return { column: columnNameOf(column), keyId, count } satisfies SealedValueCount
      })
    )
    return counted.filter(({ count }) => count > 0)
  })

  return { countByKey, markOf }
})

export const countAll = Effect.gen(function* () {
  const { sealedColumns } = yield* DatabaseSchema
  const { countByKey } = yield* make
  return (yield* Effect.forEach(sealedColumns, countByKey)).flat()
})
