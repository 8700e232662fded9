/** Computes a table's checksum, which is the same in SQLite and PostgreSQL and does not depend on the row order. */
import { createHash } from "node:crypto"
import type { Hash } from "node:crypto"

export type CellValue = bigint | boolean | null | number | string | Uint8Array

export type TableRow = ReadonlyArray<CellValue>

const addBytes = (hash: Hash, kind: string, bytes: Uint8Array): void => {
  // The length separates adjacent values.
  hash.update(`${kind}${bytes.byteLength}:`).update(bytes)
}

/** SQLite's booleans are 0 and 1. Both databases return large integers as bigints. */
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

/** The checksum is in hexadecimal. */
export interface TableDigest {
  readonly rows: number
  readonly checksum: string
}

/** The sum of the SHA-256 hashes of all rows, modulo 2^256. */
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
