/** Values in sealed columns: JSON, encrypted for the one row and column that they are in. */
import { Sealer, StoreError } from "@sheaf/ports"
import { Effect } from "effect"

/** Which column of which row; sealed bytes open nowhere else. */
export interface Cell {
  readonly clientId: string
  readonly row: string
  readonly column: string
}

/** Stands for the client where something is of none: the service's own. */
export const serviceTenant = "sheaf"

const place = ({ clientId, column, row }: Cell) => ({ tenant: clientId, record: `${row}/${column}` })

const utf8 = new TextEncoder()
const text = new TextDecoder()

export interface SealedColumns {
  readonly sealBytes: (cell: Cell, bytes: Uint8Array) => Effect.Effect<Uint8Array>
  readonly openBytes: (cell: Cell, sealed: Uint8Array) => Effect.Effect<Uint8Array, StoreError>
  readonly seal: (cell: Cell, value: unknown) => Effect.Effect<Uint8Array>
  /** As {@link seal}; what is absent stays absent, as the null of the column. */
  readonly sealOptional: (cell: Cell, value: unknown) => Effect.Effect<Uint8Array | null>
  /**
   * The value that was sealed into this cell. The type is the caller's claim, and sound: bytes that open for this cell
   * were written by {@link seal} for this cell, and nobody else has the key.
   */
  readonly open: <A>(cell: Cell, sealed: Uint8Array) => Effect.Effect<A, StoreError>
  readonly openOptional: <A>(cell: Cell, sealed: Uint8Array | null) => Effect.Effect<A | undefined, StoreError>
  /** What to look a text up by without storing it. */
  readonly blindIndex: (cell: Omit<Cell, "row">, value: string) => Uint8Array
}

export const make: Effect.Effect<SealedColumns, never, Sealer> = Effect.gen(function* () {
  const sealer = yield* Sealer
  const sealBytes: SealedColumns["sealBytes"] = (cell, bytes) => sealer.seal(place(cell), bytes)
  const openBytes: SealedColumns["openBytes"] = (cell, sealed) =>
    Effect.mapError(
      sealer.open(place(cell), sealed),
      (cause) => new StoreError({ operation: `open ${cell.column}`, reason: "UNREADABLE", cause })
    )
  const seal: SealedColumns["seal"] = (cell, value) => sealBytes(cell, utf8.encode(JSON.stringify(value)))
  const open: SealedColumns["open"] = <A>(cell: Cell, sealed: Uint8Array) =>
    Effect.flatMap(openBytes(cell, sealed), (bytes) =>
      Effect.try({
        try: () => JSON.parse(text.decode(bytes)) as A, // see the interface
        // The cause would repeat some of the text.
        catch: () => new StoreError({ operation: `open ${cell.column}`, reason: "UNREADABLE", cause: "not JSON" })
      })
    )
  return {
    sealBytes,
    openBytes,
    seal,
    open,
    sealOptional: (cell, value) => (value === undefined ? Effect.succeed(null) : seal(cell, value)),
    openOptional: <A>(cell: Cell, sealed: Uint8Array | null) =>
      sealed === null ? Effect.undefined : open<A>(cell, sealed),
    blindIndex: ({ clientId, column }, value) => sealer.blindIndex({ tenant: clientId, record: column }, value)
  }
})
