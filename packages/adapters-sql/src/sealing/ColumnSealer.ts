/**
 * Sealed columns. Each value is encrypted for its row and column, and cannot be opened elsewhere. A sealed value
 * consists of a byte with the number of its shape, and JSON (docs/stored-data.md). A changed shape gets the next
 * number, and older shapes stay readable.
 */
import { Sealer, StoreError } from "@sheaf/ports"
import { Effect, Result, Schema } from "effect"

/** Decodes JSON of one shape to the current type. */
type Read<A> = (json: unknown) => Result.Result<A, unknown>

/** A column's shapes. The newest is written, and all can be read. */
export interface StoredSchema<A> {
  /** The number of the newest shape, counted from 1. */
  readonly number: number
  /** A reader for each shape, in order. */
  readonly readers: ReadonlyArray<Read<A>>
}

/** Returns a column's first shape. `schema` describes the plain JSON. */
export const firstShape = <A>(schema: Schema.Codec<A>): StoredSchema<A> => ({
  number: 1,
  readers: [Schema.decodeUnknownResult(schema)]
})

/** Returns a column's next shape. `upgrade` converts values from the previous shape. */
export const nextShape = <A, B>(
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

const utf8Encoder = new TextEncoder()
const utf8Decoder = new TextDecoder()

/** Encodes a value in the newest shape. */
export const encodeShape = <A>({ number }: StoredSchema<A>, value: NoInfer<A>): Uint8Array =>
  utf8Encoder.encode(String.fromCharCode(number) + JSON.stringify(value))

const parseJson = (json: string): Result.Result<unknown, unknown> =>
  Result.try({ try: (): unknown => JSON.parse(json), catch: () => "not JSON" })

/**
 * Returns a value's JSON in the newest shape. Bytes in that shape are not decoded, because they were validated before
 * they were sealed.
 */
export const decodeShapeToJson = <A>(shape: StoredSchema<A>, bytes: Uint8Array): Result.Result<Uint8Array, string> =>
  bytes[0] === shape.number
    ? Result.succeed(bytes.subarray(1))
    : Result.map(decodeShape(shape, bytes), (value) => utf8Encoder.encode(JSON.stringify(value)))

/** Decodes a value of any shape. Errors never quote the value. */
export const decodeShape = <A>({ number, readers }: StoredSchema<A>, bytes: Uint8Array): Result.Result<A, string> => {
  const found = bytes[0] ?? 0
  const reader = readers[found - 1]
  if (reader === undefined) return Result.fail(`unknown shape ${found}; the newest known shape is ${number}`)
  return Result.mapError(
    Result.flatMap(parseJson(utf8Decoder.decode(bytes.subarray(1))), reader),
    () => `not of shape ${found}`
  )
}

/** A sealed column of JSON values. Its name is part of the encryption context. */
export interface SealedColumn<A> {
  readonly name: string
  readonly schema: StoredSchema<A>
}

/** Returns a column whose values have had only one shape so far. */
export const column = <A>(name: string, schema: Schema.Codec<A>): SealedColumn<A> => ({
  name,
  schema: firstShape(schema)
})

export interface SealedRowId {
  readonly clientId: string
  readonly id: string
}

/** The tenant of rows without a client, such as signing keys. */
export const serviceTenant = "sheaf"

const contextOf = ({ clientId, id }: SealedRowId, column: string) => ({ tenant: clientId, record: `${id}/${column}` })

export const make = Effect.gen(function* () {
  const sealer = yield* Sealer

  const unreadable = (column: string, cause: unknown) =>
    new StoreError({ operation: `open ${column}`, reason: "UNREADABLE", cause })

  /** Seals a file. Files have no shapes. */
  const sealBytes = (column: string, row: SealedRowId, bytes: Uint8Array) => sealer.seal(contextOf(row, column), bytes)

  const openBytes = (column: string, row: SealedRowId, sealed: Uint8Array) =>
    Effect.mapError(sealer.open(contextOf(row, column), sealed), (cause) => unreadable(column, cause))

  const seal = <A>({ name, schema: shape }: SealedColumn<A>, row: SealedRowId, value: NoInfer<A>) =>
    sealBytes(name, row, encodeShape(shape, value))

  const openAs = <A, B>(
    read: (shape: StoredSchema<A>, bytes: Uint8Array) => Result.Result<B, string>,
    { name, schema: shape }: SealedColumn<A>,
    row: SealedRowId,
    sealed: Uint8Array
  ) =>
    Effect.flatMap(openBytes(name, row, sealed), (bytes) =>
      Effect.fromResult(Result.mapError(read(shape, bytes), (cause) => unreadable(name, cause)))
    )

  /** Opens a value and decodes it. Fails with `UNREADABLE` if no key opens it or its shape is unknown. */
  const open = <A>(column: SealedColumn<A>, row: SealedRowId, sealed: Uint8Array) =>
    openAs(decodeShape, column, row, sealed)

  /** Opens a value as JSON in the newest shape. */
  const openJson = <A>(column: SealedColumn<A>, row: SealedRowId, sealed: Uint8Array) =>
    openAs(decodeShapeToJson, column, row, sealed)

  return {
    sealBytes,
    openBytes,
    seal,
    open,
    openJson,
    sealOptional: <A>(column: SealedColumn<A>, row: SealedRowId, value: NoInfer<A> | undefined) =>
      value === undefined ? Effect.succeed(null) : seal(column, row, value),
    openOptional: <A>(column: SealedColumn<A>, row: SealedRowId, sealed: Uint8Array | null) =>
      sealed === null ? Effect.undefined : open(column, row, sealed),
    /** Returns the keyed hashes by which a value can be found without being stored. */
    blindIndex: (column: string, clientId: string, value: string) =>
      sealer.blindIndex({ tenant: clientId, record: column }, value)
  }
})

export type ColumnSealer = Effect.Success<typeof make>

/** Returns the object, or undefined if it has no members. */
export const undefinedIfEmpty = <A extends object>(value: A): A | undefined =>
  Object.keys(value).length === 0 ? undefined : value
