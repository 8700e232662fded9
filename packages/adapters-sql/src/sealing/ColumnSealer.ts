/**
 * Sealed columns. Each value is encrypted for its own row and column and cannot be opened anywhere else. The first byte
 * of a value is its shape, which means the version number of its schema. The rest is JSON (docs/stored-data.md). When a
 * schema changes, the new shape gets the next number, and older shapes stay readable.
 */
import { Sealer, StoreError } from "@sheaf/ports"
import { Effect, Result, Schema } from "effect"

type Read<A> = (json: unknown) => Result.Result<A, unknown>

/** All shapes that a column has had. New values use the newest shape, but values of every shape can be read. */
export interface StoredSchema<A> {
  readonly number: number
  readonly readers: ReadonlyArray<Read<A>>
}

export const firstShape = <A>(schema: Schema.Codec<A>): StoredSchema<A> => ({
  number: 1,
  readers: [Schema.decodeUnknownResult(schema)]
})

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

export const encodeShape = <A>({ number }: StoredSchema<A>, value: NoInfer<A>): Uint8Array =>
  utf8Encoder.encode(String.fromCharCode(number) + JSON.stringify(value))

const parseJson = (json: string): Result.Result<unknown, unknown> =>
  Result.try({ try: (): unknown => JSON.parse(json), catch: () => "not JSON" })

/** Returns a value's JSON in the newest shape. Values already in that shape are not validated again. */
export const decodeShapeToJson = <A>(shape: StoredSchema<A>, bytes: Uint8Array): Result.Result<Uint8Array, string> =>
  bytes[0] === shape.number
    ? Result.succeed(bytes.subarray(1))
    : Result.map(decodeShape(shape, bytes), (value) => utf8Encoder.encode(JSON.stringify(value)))

export const decodeShape = <A>({ number, readers }: StoredSchema<A>, bytes: Uint8Array): Result.Result<A, string> => {
  const found = bytes[0] ?? 0
  const reader = readers[found - 1]
  if (reader === undefined) return Result.fail(`unknown shape ${found}; the newest known shape is ${number}`)
  return Result.mapError(
    Result.flatMap(parseJson(utf8Decoder.decode(bytes.subarray(1))), reader),
    () => `not of shape ${found}`
  )
}

/** A sealed column of JSON values. `name` is part of the encryption context. */
export interface SealedColumn<A> {
  readonly name: string
  readonly schema: StoredSchema<A>
}

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

  /** Fails with `UNREADABLE` if no key opens the value or its shape is unknown. */
  const open = <A>(column: SealedColumn<A>, row: SealedRowId, sealed: Uint8Array) =>
    openAs(decodeShape, column, row, sealed)

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
    blindIndex: (column: string, clientId: string, value: string) =>
      sealer.blindIndex({ tenant: clientId, record: column }, value)
  }
})

export type ColumnSealer = Effect.Success<typeof make>

export const undefinedIfEmpty = <A extends object>(value: A): A | undefined =>
  Object.keys(value).length === 0 ? undefined : value
