/** Converts between rows and schemas. For example, the column `created_at` becomes the member `createdAt`. */
import { Effect, Schema, String as Str } from "effect"

const isBytes = (value: object): value is Uint8Array => value instanceof Uint8Array

/**
 * A column of bytes. Effect compiles this schema but not `Schema.Uint8Array`, which would make decoding a status poll
 * four times slower.
 */
export const bytes = Schema.ObjectKeyword.pipe(Schema.refine(isBytes))

/**
 * Returns the SELECT list for a row's members. If `id` is given, the member with that name is read from the column
 * `id`.
 */
export const selectList = (row: Schema.Struct<Schema.Struct.Fields>, id?: string): string =>
  Object.keys(row.fields)
    .map((member) => `${member === id ? "id" : Str.camelToSnake(member)} AS "${member}"`)
    .join(", ")

const decodeIds = Schema.decodeUnknownSync(Schema.Array(Schema.Struct({ id: Schema.String })))

export const readIds = <E, R>(rows: Effect.Effect<unknown, E, R>): Effect.Effect<ReadonlyArray<string>, E, R> =>
  Effect.map(rows, (found) => decodeIds(found).map(({ id }) => id))
