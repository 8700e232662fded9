/** Describes sealed columns for key rotation. Each folder describes the columns of its own tables. */

import { serviceTenant } from "./ColumnSealer.ts"

export interface KeyRotationColumn {
  readonly table: string
  readonly column: string
  /**
   * The SQL after `FROM`: the sealed table, aliased as `t`, joined to the table that says which client a row belongs
   * to.
   */
  readonly from: string
  readonly keys: readonly [string] | readonly [string, string]
  readonly startAfter: readonly [string, string] | readonly [number, number]
  readonly client: string
  readonly id: string
  readonly name: string
  readonly batchSize: number
}

const usual = 100

export const firstTextKeys = ["", ""] as const

/**
 * Describes sealed columns of a table that has a client id. `names` are the columns' names in the encryption context.
 */
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
