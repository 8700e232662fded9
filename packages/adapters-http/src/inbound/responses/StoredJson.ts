/** Reads stored records, whose JSON was validated when it was stored. */
import * as TransactionSelection from "@sheaf/domain/TransactionSelection"
import { Predicate } from "effect"

export type StoredRecord = Readonly<Record<string, unknown>>

const isRecord = (value: unknown): value is StoredRecord => Predicate.isObject(value)

const parse = (json: string): ReadonlyArray<StoredRecord> => {
  const stored: unknown = JSON.parse(json)
  return Array.isArray(stored) ? stored.filter(isRecord) : []
}

export const recordsIn = (json: Uint8Array): ReadonlyArray<StoredRecord> => parse(new TextDecoder().decode(json))

/**
 * Converts stored records with `show`. To save time, decodes and encodes the bytes as Latin-1, which preserves every
 * byte and takes half as long as UTF-8. Therefore `show` must only copy strings or compare them with ASCII strings.
 */
export const convert = (
  json: Uint8Array,
  show: (records: ReadonlyArray<StoredRecord>) => ReadonlyArray<StoredRecord>
): Uint8Array => {
  const bytes = Buffer.from(json.buffer, json.byteOffset, json.byteLength)
  return Buffer.from(JSON.stringify(show(parse(bytes.toString("latin1")))), "latin1")
}
export const withTransactionsSince = (json: Uint8Array, from: string): Uint8Array =>
  new TextEncoder().encode(JSON.stringify(TransactionSelection.since(recordsIn(json), from)))
