/** Stored records as JSON, which passed their schema when they were stored. */
import { Predicate } from "effect"

export type StoredRecord = Readonly<Record<string, unknown>>

const isRecord = (value: unknown): value is StoredRecord => Predicate.isObject(value)

/** Returns the records in the stored JSON of a product. */
export const recordsIn = (json: Uint8Array): ReadonlyArray<StoredRecord> => {
  const stored: unknown = JSON.parse(new TextDecoder().decode(json))
  return Array.isArray(stored) ? stored.filter(isRecord) : []
}
