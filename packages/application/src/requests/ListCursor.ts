/** List cursors. They are opaque and authenticated, and valid only for the same caller and filters (spec 11). */
import { InvalidCursor } from "@sheaf/ports"
import type { Position, Sealer } from "@sheaf/ports"
import { Effect, Schema } from "effect"

/** A list's owner, kind and filters. */
export interface List {
  readonly tenant: string
  readonly list: ReadonlyArray<unknown>
}

const position = Schema.Struct({ createdAt: Schema.Finite, id: Schema.String })

/** A cursor's content: the newest entry on the first page, and the last entry on the previous page. */
const Cursor = Schema.Struct({ asOf: position, after: position })
type Cursor = typeof Cursor.Type

const longestCursor = 1024

const place = ({ list, tenant }: List) => ({ tenant, record: `cursor/${JSON.stringify(list)}` })

/** Returns functions that write cursors, and read them. Reading fails if the cursor belongs to another list. */
export const of = <A>(sealer: Sealer["Service"], content: Schema.Codec<A>) => {
  const decode = Schema.decodeUnknownEffect(Schema.fromJsonString(content))
  return {
    write: (list: List, cursor: A) => sealer.sealText(place(list), JSON.stringify(cursor)),
    read: Effect.fnUntraced(
      function* (list: List, text: string) {
        if (text.length > longestCursor) return yield* new InvalidCursor()
        return yield* decode(yield* sealer.openText(place(list), text))
      },
      Effect.mapError(() => new InvalidCursor())
    )
  }
}

interface Listing<Entry, Item> {
  /** Reads at most `limit` entries between two positions. */
  readonly find: (bounds: Partial<Cursor> & { readonly limit: number }) => Effect.Effect<ReadonlyArray<Entry>>
  readonly positionOf: (entry: Entry) => Position
  readonly itemOf: (entry: Entry) => Item
}

/** Reads a page of a list, and returns the cursor for the next page unless this page is the last. */
export const page = Effect.fnUntraced(function* <Entry, Item>(
  sealer: Sealer["Service"],
  list: List,
  { cursor: text, limit }: { readonly cursor?: string; readonly limit: number },
  { find, itemOf, positionOf }: Listing<Entry, Item>
) {
  const cursors = of(sealer, Cursor)
  const cursor = text === undefined ? undefined : yield* cursors.read(list, text)
  const found = yield* find({ ...cursor, limit: limit + 1 })
  const entries = found.slice(0, limit)
  const items = entries.map(itemOf)
  const [first] = entries
  const last = entries.at(-1)
  if (found.length <= limit || first === undefined || last === undefined) return { items }
  const next: Cursor = { asOf: cursor?.asOf ?? positionOf(first), after: positionOf(last) }
  return { items, next: yield* cursors.write(list, next) }
})
