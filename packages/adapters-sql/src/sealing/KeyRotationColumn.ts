/** Sealed columns, described for key rotation. Each folder describes its own tables' columns. */

import { serviceTenant } from "./ColumnSealer.ts"

/** A sealed column, with SQL for its values' encryption context. */
export interface KeyRotationColumn {
  readonly table: string
  readonly column: string
  /** The table, joined to the table that contains its client. The sealed table is called `t`. */
  readonly from: string
  /** The one or two columns that identify a row. */
  readonly keys: readonly [string] | readonly [string, string]
  /** Values of these columns that precede all rows. */
  readonly startAfter: readonly [string, string] | readonly [number, number]
  /** SQL for the client's id, the record's id, and the column's name in the encryption context. */
  readonly client: string
  readonly id: string
  readonly name: string
  /** How many rows to seal at a time. */
  readonly batchSize: number
}

const usual = 100

export const firstTextKeys = ["", ""] as const

/** Columns of a table that has the client's id. `names` are their names in the encryption context. */
export const clientColumns = (
  table: string,
  id: string,
  names: Readonly<Record<string, string>>
): ReadonlyArray<KeyRotationColumn> =>
  Object.entries(names).map(([column, name]) => ({
    table,
    column,
    from: `${table} t`,
    keys: [`t.${id}`],
    startAfter: firstTextKeys,
    client: "t.client_id",
    id: `t.${id}`,
    name: `'${name}'`,
    batchSize: usual
  }))

/** A column of a table whose rows belong to the service itself. */
export const serviceColumn = (table: string, column: string, id: string, name: string): KeyRotationColumn => ({
  table,
  column,
  from: `${table} t`,
  keys: [`t.${id}`],
  startAfter: firstTextKeys,
  client: `'${serviceTenant}'`,
  id: `t.${id}`,
  name: `'${name}'`,
  batchSize: usual
})
