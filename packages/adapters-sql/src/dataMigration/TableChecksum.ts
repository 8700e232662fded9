/** The checksum of a table, which is the same in both databases. The order of the rows does not matter. */
import { createHash } from "node:crypto"
import type { Hash } from "node:crypto"

/** A value of a row, as one of the databases returns it. */
export type CellValue = bigint | boolean | null | number | string | Uint8Array

export type TableRow = ReadonlyArray<CellValue>

const addBytes = (hash: Hash, kind: string, bytes: Uint8Array): void => {
  // The length separates values that would otherwise run together.
  hash.update(`${kind}${bytes.byteLength}:`).update(bytes)
}

/** SQLite stores booleans as 0 and 1. Both databases return large integers as bigints. */
const addValue = (hash: Hash, value: CellValue): void => {
  if (value === null) hash.update("null:")
  else if (typeof value === "string") addBytes(hash, "text", Buffer.from(value, "utf8"))
  else if (value instanceof Uint8Array) addBytes(hash, "bytes", value)
  else hash.update(`number${typeof value === "boolean" ? Number(value) : value}:`)
}

const digestOf = (row: TableRow): bigint => {
  const hash = createHash("sha256")
  for (const value of row) addValue(hash, value)
  return BigInt(`0x${hash.digest("hex")}`)
}

/** The number of rows, and a checksum in hexadecimal. */
export interface TableDigest {
  readonly rows: number
  readonly checksum: string
}

/** Adds the SHA-256 of each row, modulo 2^256. */
export class TableChecksum {
  #rows = 0
  #sum = 0n

  add(row: TableRow): void {
    this.#rows += 1
    this.#sum = BigInt.asUintN(256, this.#sum + digestOf(row))
  }

  get sum(): TableDigest {
    return { rows: this.#rows, checksum: this.#sum.toString(16).padStart(64, "0") }
  }
}
