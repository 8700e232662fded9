/** Rows as schemas see them: one member per column, `createdAt` for `created_at`. */
import { String as Str } from "effect"
import type { Schema } from "effect"

/** The columns to select for the members of a row. `id` names the member that the column `id` becomes. */
export const selected = (row: Schema.Struct<Schema.Struct.Fields>, id?: string): string =>
  Object.keys(row.fields)
    .map((member) => `${member === id ? "id" : Str.camelToSnake(member)} AS "${member}"`)
    .join(", ")
