/** PostgreSQL's 64-bit integers as numbers, because Sheaf stores times in milliseconds. */
import { PgTypes } from "@effect/sql-pg"
import { Result } from "effect"

/** Returns a number if the value is a safe integer. The engine's ids are larger, and stay bigints. */
const decode = (bytes: Uint8Array): Result.Result<number | bigint, PgTypes.CodecError> => {
  const value = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength).getBigInt64(0)
  const number = Number(value)
  return Result.succeed(Number.isSafeInteger(number) ? number : value)
}

const encode = (value: number | bigint): Result.Result<Uint8Array, PgTypes.CodecError> => {
  const bytes = new Uint8Array(8)
  new DataView(bytes.buffer).setBigInt64(0, BigInt(value))
  return Result.succeed(bytes)
}

/** The driver's types, with {@link decode} for `bigint`. */
export const types = PgTypes.makeRegistry()
types.register(PgTypes.OID.int8, { encode, decode })
