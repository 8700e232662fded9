/** Replaces the driver's codecs for some of PostgreSQL's types. */
import { PgTypes } from "@effect/sql-pg"
import { Result } from "effect"

type Codec<A> = Parameters<typeof PgTypes.register<A>>[1]

/** Reads safe integers, such as times in milliseconds, as numbers. Larger values become bigints. */
const int8: Codec<number | bigint> = {
  decode: (bytes) => {
    const value = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength).getBigInt64(0)
    const number = Number(value)
    return Result.succeed(Number.isSafeInteger(number) ? number : value)
  },
  encode: (value) => {
    const bytes = new Uint8Array(8)
    new DataView(bytes.buffer).setBigInt64(0, BigInt(value))
    return Result.succeed(bytes)
  }
}

/**
 * Keeps byte order marks, which the driver would drop from text that contains U+FFFD. Does not validate the bytes,
 * because PostgreSQL's text is always valid UTF-8.
 */
const text: Codec<string> = {
  decode: (bytes) => Result.succeed(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString("utf8")),
  encode: (value) => Result.succeed(Buffer.from(value, "utf8"))
}

export const typeRegistry = PgTypes.makeRegistry()
typeRegistry.register(PgTypes.OID.int8, int8)
typeRegistry.register(PgTypes.OID.text, text)
