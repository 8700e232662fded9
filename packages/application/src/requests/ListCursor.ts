/** List cursors. They are opaque and authenticated, and valid only for the same caller and filters (spec 11). */
import { InvalidCursor } from "@sheaf/ports"
import type { ListPosition, Sealer } from "@sheaf/ports"
import { Effect, Schema } from "effect"

/** A list's owner, kind and filters. */
export interface ListKey {
  readonly tenant: string
  readonly list: ReadonlyArray<unknown>
}

const position = Schema.Struct({ createdAt: Schema.Finite, id: Schema.String })

/** A cursor's content: the newest entry on the first page, and the last entry on the previous page. */
const Cursor = Schema.Struct({ asOf: position, after: position })
type Cursor = typeof Cursor.Type

const maxCursor = 1024

const place = ({ list, tenant }: ListKey) => ({ tenant, record: `cursor/${JSON.stringify(list)}` })

/** Returns functions that write cursors, and read them. Reading fails if the cursor belongs to another list. */
export const makeCursors = <A>(sealer: Sealer["Service"], content: Schema.Codec<A>) => {
  const decode = Schema.decodeUnknownEffect(Schema.fromJsonString(content))
  return {
    write: (list: ListKey, cursor: A) => sealer.sealText(place(list), JSON.stringify(cursor)),
    read: Effect.fnUntraced(
      function* (list: ListKey, text: string) {
        if (text.length > maxCursor) return yield* new InvalidCursor()
        return yield* decode(yield* sealer.openText(place(list), text))
      },
      Effect.mapError(() => new InvalidCursor())
    )
  }
}

interface Listing<Entry, Item> {
  /** Reads at most `limit` entries between two positions. */
  readonly find: (bounds: Partial<Cursor> & { readonly limit: number }) => Effect.Effect<ReadonlyArray<Entry>>
  readonly positionOf: (entry: Entry) => ListPosition
  readonly itemOf: (entry: Entry) => Item
}

/** Reads a page of a list, and returns the cursor for the next page unless this page is the last. */
export const readPage = Effect.fnUntraced(function* <Entry, Item>(
  sealer: Sealer["Service"],
  list: ListKey,
  { cursor: text, limit }: { readonly cursor?: string; readonly limit: number },
  { find, itemOf, positionOf }: Listing<Entry, Item>
) {
  const cursors = makeCursors(sealer, Cursor)
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
