/** Reads and writes collected records in the service's SQLite file with the service's keys, for benchmarks. */
import type { RecordProduct } from "@sheaf/domain/Product"
import { Sealer } from "@sheaf/ports"
import { Effect } from "effect"
import type { DatabaseSync } from "node:sqlite"

export interface CollectionRecords {
  readonly clientId: string
  readonly collectionId: string
  readonly product: RecordProduct
}

type Members = Readonly<Record<string, unknown>>

/** The version of the stored format, which precedes the JSON. */
const shape = 1

const placeOf = ({ clientId, collectionId, product }: CollectionRecords) => ({
  tenant: clientId,
  record: `${collectionId}/${product}`
})

export const readJson = Effect.fnUntraced(function* (database: DatabaseSync, records: CollectionRecords) {
  const { collectionId, product } = records
  const row = database
    .prepare("SELECT records FROM collection_data WHERE collection_id = ? AND product = ?")
    .get(collectionId, product)
  const sealed = row?.["records"]
  if (!(sealed instanceof Uint8Array)) return undefined
  return (yield* (yield* Sealer).open(placeOf(records), sealed)).subarray(1)
})

export const read = (database: DatabaseSync, records: CollectionRecords) =>
  Effect.map(readJson(database, records), (json): ReadonlyArray<Members> => JSON.parse(new TextDecoder().decode(json)))

export const write = Effect.fnUntraced(function* (
  database: DatabaseSync,
  records: CollectionRecords,
  list: ReadonlyArray<Members>
) {
  const json = new TextEncoder().encode(String.fromCharCode(shape) + JSON.stringify(list))
  const sealed = yield* (yield* Sealer).seal(placeOf(records), json)
  database
    .prepare("UPDATE collection_data SET records = ? WHERE collection_id = ? AND product = ?")
    .run(sealed, records.collectionId, records.product)
})
