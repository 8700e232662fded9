/** The cursor of a list: opaque, authentic, and good for one caller and one choice of filters only (decisions 11). */
import { InvalidCursor } from "@sheaf/ports"
import type { Position, Sealer } from "@sheaf/ports"
import { Effect, Schema } from "effect"

/** Where the last page ended, and what the newest entry of the first page was. */
export interface Cursor {
  readonly asOf: Position
  readonly after: Position
}

/** What list it is, of whom, and with which filters. */
export interface List {
  readonly tenant: string
  readonly list: ReadonlyArray<unknown>
}

const position = Schema.Struct({ createdAt: Schema.Finite, id: Schema.String })
const decode = Schema.decodeUnknownEffect(Schema.fromJsonString(Schema.Struct({ asOf: position, after: position })))

const longestCursor = 1024

const place = ({ list, tenant }: List) => ({ tenant, record: `cursor/${JSON.stringify(list)}` })

export const make = (sealer: Sealer["Service"], list: List, cursor: Cursor): Effect.Effect<string> =>
  sealer.sealText(place(list), JSON.stringify(cursor))

/** The cursor that a text is, or {@link InvalidCursor} when it was not made for this list. */
export const read = Effect.fnUntraced(
  function* (sealer: Sealer["Service"], list: List, text: string) {
    if (text.length > longestCursor) return yield* new InvalidCursor()
    return yield* decode(yield* sealer.openText(place(list), text))
  },
  Effect.mapError(() => new InvalidCursor())
)
