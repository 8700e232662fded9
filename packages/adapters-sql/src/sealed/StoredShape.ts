/**
 * The form in which a value lies in a sealed column: JSON behind one byte with the number of its form ("Stored shapes" in
 * docs/architecture.md). A change of form gets the next number, and every older number stays readable.
 */
import { Result, Schema } from "effect"

/** Decodes the JSON of one number into today's value. */
type Read<A> = (json: unknown) => Result.Result<A, unknown>

/** The forms of one column: the newest is written, all are read. */
export interface StoredShape<A> {
  /** The number of the newest form, counted from 1. */
  readonly number: number
  /** The JSON text of a value in the newest form. */
  readonly stringify: (value: A) => string
  /** A reader for each number, in the order of the numbers. */
  readonly readers: ReadonlyArray<Read<A>>
}

/** The first form of a column. `schema` describes the value itself, which is written as plain JSON. */
export const first = <A>(schema: Schema.Codec<A>): StoredShape<A> => ({
  number: 1,
  stringify: JSON.stringify,
  readers: [Schema.decodeUnknownResult(schema)]
})

/** The next form of a column. `upgrade` turns a value of the form before into one of the new form. */
export const next = <A, B>(
  previous: StoredShape<A>,
  schema: Schema.Codec<B>,
  upgrade: (value: A) => B
): StoredShape<B> => ({
  number: previous.number + 1,
  stringify: JSON.stringify,
  readers: [
    ...previous.readers.map(
      (read): Read<B> =>
        (json) =>
          Result.map(read(json), upgrade)
    ),
    Schema.decodeUnknownResult(schema)
  ]
})

/** The smallest byte that JSON text can begin with; numbers are smaller, so that bytes without a number show. */
const firstOfJson = 0x20

const utf8 = new TextEncoder()
const text = new TextDecoder()

/** The bytes of a value, in the newest form. */
export const write = <A>({ number, stringify }: StoredShape<A>, value: A): Uint8Array =>
  utf8.encode(String.fromCharCode(number) + stringify(value))

const parse = (json: string): Result.Result<unknown, unknown> =>
  Result.try({ try: (): unknown => JSON.parse(json), catch: () => "not JSON" })

/**
 * The value in `bytes`, of whatever number they are. Bytes that were written before there were numbers count as number 1.
 * Fails with a text that holds nothing of the value.
 */
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
