/** Stored records as JSON, which passed their schema when they were stored. */
import * as TransactionSelection from "@sheaf/domain/TransactionSelection"
import { Predicate } from "effect"

export type StoredRecord = Readonly<Record<string, unknown>>

const isRecord = (value: unknown): value is StoredRecord => Predicate.isObject(value)

const parse = (json: string): ReadonlyArray<StoredRecord> => {
  const stored: unknown = JSON.parse(json)
  return Array.isArray(stored) ? stored.filter(isRecord) : []
}

/** Returns the records in the stored JSON of a product. */
export const recordsIn = (json: Uint8Array): ReadonlyArray<StoredRecord> => parse(new TextDecoder().decode(json))

/**
 * Returns the JSON of the records that `show` makes of the stored ones. `show` sees the bytes of UTF-8 as Latin-1, so it must
 * only copy texts and compare them with ASCII. All of JSON's own signs are ASCII, so the bytes of texts return unchanged, and
 * decoding and encoding them would take as long as the rest.
 */
export const convert = (
  json: Uint8Array,
  show: (records: ReadonlyArray<StoredRecord>) => ReadonlyArray<StoredRecord>
): Uint8Array => {
  const bytes = Buffer.from(json.buffer, json.byteOffset, json.byteLength)
  return Buffer.from(JSON.stringify(show(parse(bytes.toString("latin1")))), "latin1")
}
/** Returns stored JSON with only the transactions from a day (`YYYY-MM-DD`) on. */
export const withTransactionsSince = (json: Uint8Array, from: string): Uint8Array =>
  new TextEncoder().encode(JSON.stringify(TransactionSelection.since(recordsIn(json), from)))
