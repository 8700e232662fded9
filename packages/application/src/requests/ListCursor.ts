/** List cursors: opaque, authenticated, and valid only for the same caller with the same filters (spec 11). */
import { InvalidCursor } from "@sheaf/ports"
import type { Caller, ListPosition, PageRequest, Sealer } from "@sheaf/ports"
import { Effect, Schema } from "effect"

export interface ListKey {
  readonly tenant: string
  readonly list: ReadonlyArray<unknown>
}

const inOrder = (value: unknown): unknown => (Array.isArray(value) ? value.toSorted() : value)

/** Identifies a list by its caller and its filters. A `false` filter counts as absent. */
export const keyOf = (
  kind: string,
  { clientId, userId = "" }: Caller,
  { cursor: _, limit: __, ...filters }: Pick<PageRequest, "cursor" | "limit">
): ListKey => {
  const given = Object.entries(filters).filter(([, value]) => value !== undefined && value !== false)
  const sorted = given.map(([name, value]) => [name, inOrder(value)] as const).toSorted(([a], [b]) => (a < b ? -1 : 1))
  return { tenant: clientId, list: [kind, userId, ...sorted] }
}

const position = Schema.Struct({ createdAt: Schema.Finite, id: Schema.String })

/**
 * `after` is the last entry of the previous page. In newest-first lists, `asOf` is the newest entry of the first page.
 * In other lists, new entries simply follow at the end.
 */
const Cursor = Schema.Struct({ asOf: Schema.optionalKey(position), after: position })
type Cursor = typeof Cursor.Type

const maxCursor = 1024

const place = ({ list, tenant }: ListKey) => ({ tenant, record: `cursor/${JSON.stringify(list)}` })

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
  readonly find: (bounds: Partial<Cursor> & { readonly limit: number }) => Effect.Effect<ReadonlyArray<Entry>>
  readonly positionOf: (entry: Entry) => ListPosition
  readonly itemOf: (entry: Entry) => Item
}

export const readPage = Effect.fnUntraced(function* <Entry, Item>(
  sealer: Sealer["Service"],
  list: ListKey,
  { cursor: text, limit, order }: Pick<PageRequest, "cursor" | "limit" | "order">,
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
  const bounds = order === "asc" ? {} : { asOf: cursor?.asOf ?? positionOf(first) }
  const next: Cursor = { ...bounds, after: positionOf(last) }
  return { items, next: yield* cursors.write(list, next) }
})
