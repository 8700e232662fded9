/**
 * The encoding of values in sealed columns: one byte with the number of the shape, then JSON ("Stored shapes" in
 * docs/architecture.md). Every change of a shape gets the next number, and all older numbers stay readable.
 */
import { Result, Schema } from "effect"

/** Decodes the JSON of one number into the current type. */
type Read<A> = (json: unknown) => Result.Result<A, unknown>

/** The shapes of one column. Sheaf writes the newest shape and reads all of them. */
export interface StoredShape<A> {
  /** The number of the newest shape, from 1. */
  readonly number: number
  /** The readers of all numbers, in order. */
  readonly readers: ReadonlyArray<Read<A>>
}

/** Returns the first shape of a column. `schema` describes the plain JSON. */
export const first = <A>(schema: Schema.Codec<A>): StoredShape<A> => ({
  number: 1,
  readers: [Schema.decodeUnknownResult(schema)]
})

/** Returns the next shape of a column. `upgrade` converts values of the previous shape. */
export const next = <A, B>(
  previous: StoredShape<A>,
  schema: Schema.Codec<B>,
  upgrade: (value: A) => B
): StoredShape<B> => ({
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

/** The smallest first byte of JSON text. Smaller bytes are numbers of shapes. */
const firstOfJson = 0x20

const utf8 = new TextEncoder()
const text = new TextDecoder()

/** Encodes a value in the newest shape. */
export const write = <A>({ number }: StoredShape<A>, value: NoInfer<A>): Uint8Array =>
  utf8.encode(String.fromCharCode(number) + JSON.stringify(value))

const parse = (json: string): Result.Result<unknown, unknown> =>
  Result.try({ try: (): unknown => JSON.parse(json), catch: () => "not JSON" })

/** Decodes a value of any number. Bytes without a number have number 1. Failure texts contain no part of the value. */
export const read = <A>({ number, readers }: StoredShape<A>, bytes: Uint8Array): Result.Result<A, string> => {
  const head = bytes[0] ?? 0
  const isNumbered = head < firstOfJson
  const found = isNumbered ? head : 1
  const reader = readers[found - 1]
  if (reader === undefined) return Result.fail(`shape ${found} is unknown; the newest known one is ${number}`)
  return Result.mapError(
    Result.flatMap(parse(text.decode(isNumbered ? bytes.subarray(1) : bytes)), reader),
    () => `not of shape ${found}`
  )
}
