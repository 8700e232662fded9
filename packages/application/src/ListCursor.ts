/** The cursor of a list: opaque, authentic, and good for this client and these filters only (decisions 11). */
import { InvalidCursor, Sealer } from "@sheaf/ports"
import type { Caller, ListRequest, Position } from "@sheaf/ports"
import { Effect, Schema } from "effect"

/** Where the last page ended, and what the newest entry of the first page was. */
export interface Cursor {
  readonly asOf: Position
  readonly after: Position
}

const Place = Schema.Struct({ createdAt: Schema.Finite, collectionId: Schema.String })
const CursorJson = Schema.fromJsonString(Schema.Struct({ asOf: Place, after: Place }))

const longestCursor = 1024

const place = (caller: Caller, { company, externalReference, latest = false, statusIn }: ListRequest) => ({
  tenant: caller.clientId,
  record: `cursor/${JSON.stringify([company ?? "", externalReference ?? "", latest, [...(statusIn ?? [])].sort()])}`
})

export const make = Effect.fnUntraced(function* (caller: Caller, request: ListRequest, cursor: Cursor) {
  const sealer = yield* Sealer
  return yield* sealer.sealText(place(caller, request), JSON.stringify(cursor))
})

export const read = Effect.fnUntraced(
  function* (caller: Caller, request: ListRequest, cursor: string) {
    const sealer = yield* Sealer
    if (cursor.length > longestCursor) return yield* new InvalidCursor()
    return yield* Schema.decodeEffect(CursorJson)(yield* sealer.openText(place(caller, request), cursor))
  },
  Effect.mapError(() => new InvalidCursor())
)
