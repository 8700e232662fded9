/** Sealed columns. Each value is encrypted for its row and column and cannot be opened anywhere else. */
import { Sealer, StoreError } from "@sheaf/ports"
import { Effect, Result } from "effect"
import type { Schema } from "effect"
import * as StoredSchema from "./StoredSchema.ts"

/** A sealed column of JSON values. The column's name is part of the encryption. */
export interface SealedColumn<A> {
  readonly name: string
  readonly schema: StoredSchema.StoredSchema<A>
}

/** Returns a column whose values have had only one shape so far. */
export const column = <A>(name: string, schema: Schema.Codec<A>): SealedColumn<A> => ({
  name,
  schema: StoredSchema.first(schema)
})

export interface SealedRowId {
  readonly clientId: string
  readonly id: string
}

/** The tenant for rows without a client, such as signing keys. */
export const serviceTenant = "sheaf"

const contextOf = ({ clientId, id }: SealedRowId, column: string) => ({ tenant: clientId, record: `${id}/${column}` })

export const make = Effect.gen(function* () {
  const sealer = yield* Sealer

  const unreadable = (column: string, cause: unknown) =>
    new StoreError({ operation: `open ${column}`, reason: "UNREADABLE", cause })

  /** Seals a file. Files have no shape. */
  const sealBytes = (column: string, row: SealedRowId, bytes: Uint8Array) => sealer.seal(contextOf(row, column), bytes)

  const openBytes = (column: string, row: SealedRowId, sealed: Uint8Array) =>
    Effect.mapError(sealer.open(contextOf(row, column), sealed), (cause) => unreadable(column, cause))

  const seal = <A>({ name, schema: shape }: SealedColumn<A>, row: SealedRowId, value: NoInfer<A>) =>
    sealBytes(name, row, StoredSchema.encode(shape, value))

  const openAs = <A, B>(
    read: (shape: StoredSchema.StoredSchema<A>, bytes: Uint8Array) => Result.Result<B, string>,
    { name, schema: shape }: SealedColumn<A>,
    row: SealedRowId,
    sealed: Uint8Array
  ) =>
    Effect.flatMap(openBytes(name, row, sealed), (bytes) =>
      Effect.fromResult(Result.mapError(read(shape, bytes), (cause) => unreadable(name, cause)))
    )

  /**
   * Opens a value and decodes its shape. Fails with `UNREADABLE` if no key can open the value or no known shape fits.
   */
  const open = <A>(column: SealedColumn<A>, row: SealedRowId, sealed: Uint8Array) =>
    openAs(StoredSchema.decode, column, row, sealed)

  /** Opens a value as JSON in the newest shape. */
  const openJson = <A>(column: SealedColumn<A>, row: SealedRowId, sealed: Uint8Array) =>
    openAs(StoredSchema.decodeToJson, column, row, sealed)

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
    /** Returns the keyed hashes of a value, for lookups without storing the value. */
    blindIndex: (column: string, clientId: string, value: string) =>
      sealer.blindIndex({ tenant: clientId, record: column }, value)
  }
})

export type ColumnSealer = Effect.Success<typeof make>

/** Returns the object, or undefined if it has no members. */
export const undefinedIfEmpty = <A extends object>(value: A): A | undefined =>
  Object.keys(value).length === 0 ? undefined : value
