/** Rows of which only the id was asked for. */
import { Schema } from "effect"

const decode = Schema.decodeUnknownSync(Schema.Array(Schema.Struct({ id: Schema.String })))

export const ids = (rows: unknown): ReadonlyArray<string> => decode(rows).map(({ id }) => id)
