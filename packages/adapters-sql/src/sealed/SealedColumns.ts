/** Sealed columns: each value is encrypted for the one row and column that holds it. */
import { Sealer, StoreError } from "@sheaf/ports"
import { Effect, Result } from "effect"
import * as StoredShape from "./StoredShape.ts"

/** A sealed column of JSON values. Its name is bound to its bytes: they open in no other column. */
export interface SealedColumn<A> {
  readonly name: string
  readonly shape: StoredShape.StoredShape<A>
}

/** A row with sealed columns. */
export interface SealedRow {
  readonly clientId: string
  /** The id of the row, unique in its table. */
  readonly id: string
}

/** The tenant of rows that belong to no client, such as the keys that sign tokens. */
export const serviceTenant = "sheaf"

const place = ({ clientId, id }: SealedRow, column: string) => ({ tenant: clientId, record: `${id}/${column}` })

export interface SealedColumns {
  /** Seals a file, which has no shape. */
  readonly sealBytes: (column: string, row: SealedRow, bytes: Uint8Array) => Effect.Effect<Uint8Array>
  readonly openBytes: (column: string, row: SealedRow, sealed: Uint8Array) => Effect.Effect<Uint8Array, StoreError>
  readonly seal: <A>(column: SealedColumn<A>, row: SealedRow, value: A) => Effect.Effect<Uint8Array>
  /** Like {@link seal}; an absent value becomes the column's null. */
  readonly sealOptional: <A>(
    column: SealedColumn<A>,
    row: SealedRow,
    value: A | undefined
  ) => Effect.Effect<Uint8Array | null>
  /** Opens a value and decodes its shape. Fails with `UNREADABLE` when no key opens it, or no known shape fits it. */
  readonly open: <A>(column: SealedColumn<A>, row: SealedRow, sealed: Uint8Array) => Effect.Effect<A, StoreError>
  readonly openOptional: <A>(
    column: SealedColumn<A>,
    row: SealedRow,
    sealed: Uint8Array | null
  ) => Effect.Effect<A | undefined, StoreError>
  /** A keyed hash of `value`, to look it up by without storing it. */
  readonly blindIndex: (column: string, clientId: string, value: string) => Uint8Array
}

export const make: Effect.Effect<SealedColumns, never, Sealer> = Effect.gen(function* () {
  const sealer = yield* Sealer
  const unreadable = (column: string, cause: unknown) =>
    new StoreError({ operation: `open ${column}`, reason: "UNREADABLE", cause })
  const sealBytes: SealedColumns["sealBytes"] = (column, row, bytes) => sealer.seal(place(row, column), bytes)
  const openBytes: SealedColumns["openBytes"] = (column, row, sealed) =>
    Effect.mapError(sealer.open(place(row, column), sealed), (cause) => unreadable(column, cause))
  const seal: SealedColumns["seal"] = ({ name, shape }, row, value) =>
    sealBytes(name, row, StoredShape.write(shape, value))
  const open: SealedColumns["open"] = ({ name, shape }, row, sealed) =>
    Effect.flatMap(openBytes(name, row, sealed), (bytes) =>
      Effect.fromResult(Result.mapError(StoredShape.read(shape, bytes), (cause) => unreadable(name, cause)))
    )
  return {
    sealBytes,
    openBytes,
    seal,
    open,
    sealOptional: (column, row, value) => (value === undefined ? Effect.succeed(null) : seal(column, row, value)),
    openOptional: (column, row, sealed) => (sealed === null ? Effect.undefined : open(column, row, sealed)),
    blindIndex: (column, clientId, value) => sealer.blindIndex({ tenant: clientId, record: column }, value)
  }
})
