/** Conversions between rows and their schemas, in which the column `created_at` is the member `createdAt`. */
import { Schema, String as Str } from "effect"

/** Returns the columns to select for the members of a row. `id` names the member for the column `id`. */
export const selected = (row: Schema.Struct<Schema.Struct.Fields>, id?: string): string =>
  Object.keys(row.fields)
    .map((member) => `${member === id ? "id" : Str.camelToSnake(member)} AS "${member}"`)
    .join(", ")

const decodeIds = Schema.decodeUnknownSync(Schema.Array(Schema.Struct({ id: Schema.String })))

/** Returns the ids of rows with the single column `id`. */
export const ids = (rows: unknown): ReadonlyArray<string> => decodeIds(rows).map(({ id }) => id)
