/** Stored records as JSON, which passed their schema when they were stored. */
import { Schema } from "effect"

export type StoredRecord = Readonly<Record<string, unknown>>

const decode = Schema.decodeUnknownSync(
  Schema.fromJsonString(Schema.Array(Schema.Record(Schema.String, Schema.Unknown)))
)

/** Returns the records in the stored JSON of a product. */
export const recordsIn = (json: Uint8Array): ReadonlyArray<StoredRecord> => decode(new TextDecoder().decode(json))
