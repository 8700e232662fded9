/** Sealed columns as key rotation sees them. Each folder declares the columns of its own tables. */

import { serviceTenant } from "./ColumnSealer.ts"

/** A sealed column, with the SQL for the context to which its values are bound. */
export interface KeyRotationColumn {
  readonly table: string
  readonly column: string
  /** The table, and the table that knows its client. The sealed table is `t`. */
  readonly from: string
  /** One or two columns that identify a row. */
  readonly keys: readonly [string] | readonly [string, string]
  /** A value of these columns before all rows. */
  readonly startAfter: readonly [string, string] | readonly [number, number]
  /** The SQL for the client's id, for the record's id, and for the column's name in the encryption. */
  readonly client: string
  readonly id: string
  readonly name: string
  /** The number of rows to seal at a time. */
  readonly batchSize: number
}

const usual = 100

export const firstTextKeys = ["", ""] as const

/** Columns of a table that has the client's id. `names` are the columns' names in the encryption. */
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

/** A column of a table whose rows belong to the service. */
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
