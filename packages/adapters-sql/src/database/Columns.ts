/** Conversions between rows and schemas. For example, the column `created_at` is the member `createdAt`. */
import { Effect, Schema, String as Str } from "effect"

/** Returns the columns to select for a row's members. `id` is the name of the member for the column `id`. */
export const selectList = (row: Schema.Struct<Schema.Struct.Fields>, id?: string): string =>
  Object.keys(row.fields)
    .map((member) => `${member === id ? "id" : Str.camelToSnake(member)} AS "${member}"`)
    .join(", ")

const decodeIds = Schema.decodeUnknownSync(Schema.Array(Schema.Struct({ id: Schema.String })))

/** Returns the ids from rows with the single column `id`. */
export const readIds = <E, R>(rows: Effect.Effect<unknown, E, R>): Effect.Effect<ReadonlyArray<string>, E, R> =>
  Effect.map(rows, (found) => decodeIds(found).map(({ id }) => id))
