/**
 * The encoding of values in sealed columns: one byte with the shape's number, then JSON ("Stored shapes" in
 * docs/architecture.md). Every change to a shape gets the next number, and all older numbers stay readable.
 */
import { Result, Schema } from "effect"

/** Decodes JSON in one numbered shape to the current type. */
type Read<A> = (json: unknown) => Result.Result<A, unknown>

/** The shapes of one column. Sheaf writes the newest shape and reads all of them. */
export interface StoredSchema<A> {
  /** The newest shape's number. Numbers start at 1. */
  readonly number: number
  /** The readers for all shape numbers, in order. */
  readonly readers: ReadonlyArray<Read<A>>
}

/** Returns a column's first shape. `schema` describes the plain JSON. */
export const first = <A>(schema: Schema.Codec<A>): StoredSchema<A> => ({
  number: 1,
  readers: [Schema.decodeUnknownResult(schema)]
})

/** Returns a column's next shape. `upgrade` converts values from the previous shape. */
export const next = <A, B>(
  previous: StoredSchema<A>,
  schema: Schema.Codec<B>,
  upgrade: (value: A) => B
): StoredSchema<B> => ({
  number: previous.number + 1,
  readers: [
    ...previous.readers.map(
      (read): Read<B> =>
        (json) =>
          Result.map(read(json), upgrade)
    ),
    Schema.decodeUnknownResult(schema)
  ]
})

const utf8 = new TextEncoder()
const text = new TextDecoder()

/** Encodes a value in the newest shape. */
export const encode = <A>({ number }: StoredSchema<A>, value: NoInfer<A>): Uint8Array =>
  utf8.encode(String.fromCharCode(number) + JSON.stringify(value))

const parse = (json: string): Result.Result<unknown, unknown> =>
  Result.try({ try: (): unknown => JSON.parse(json), catch: () => "not JSON" })

/**
 * Returns the JSON of a value in the newest shape. Bytes in that shape are not decoded, because they were checked
 * before they were sealed.
 */
export const decodeToJson = <A>(shape: StoredSchema<A>, bytes: Uint8Array): Result.Result<Uint8Array, string> =>
  bytes[0] === shape.number
    ? Result.succeed(bytes.subarray(1))
    : Result.map(decode(shape, bytes), (value) => utf8.encode(JSON.stringify(value)))

/** Decodes a value in any numbered shape. Failures never quote the value. */
export const decode = <A>({ number, readers }: StoredSchema<A>, bytes: Uint8Array): Result.Result<A, string> => {
  const found = bytes[0] ?? 0
  const reader = readers[found - 1]
  if (reader === undefined) return Result.fail(`unknown shape ${found}; the newest known shape is ${number}`)
  return Result.mapError(Result.flatMap(parse(text.decode(bytes.subarray(1))), reader), () => `not of shape ${found}`)
}
