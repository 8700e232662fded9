/**
 * Measures how fast a collection with 200 records is read in both versions, compared with Fastify, which opens the same
 * sealed records and writes them with a compiled serializer. The records come from the sandbox's companies.
 */
import { hasEnded } from "@sheaf/sandbox-site/testing"
import type { ApiVersion } from "@sheaf/domain/ApiVersion"
import type { RecordProduct } from "@sheaf/domain/Product"
import { Effect } from "effect"
import { join } from "node:path"
import { DatabaseSync } from "node:sqlite"
import * as Installation from "../../workshop/stage/Installation.ts"
import * as Keys from "../../workshop/stage/Keys.ts"
import * as CollectionLoad from "../load/CollectionLoad.ts"
import * as Load from "../load/Load.ts"
import * as ResponseEquality from "../load/ResponseEquality.ts"
import * as SealedRecords from "../servers/SealedRecords.ts"
import * as Server from "../servers/Server.ts"
import type { ByRunLength, Contestant, Limit, Measurement } from "../suite/Measurement.ts"

const records = 200
const connections = 4

const millis: ByRunLength<number> = { smoke: 100, full: 1_000, long: 3_000 }

const [rate, time] = ["per second", "µs of processor time"]

const repeat = Effect.fnUntraced(function* (database: DatabaseSync, collection: SealedRecords.CollectionRecords) {
  const found = yield* SealedRecords.read(database, collection)
  const many = Array.from({ length: records }, (_, index) => ({
    ...found[index % found.length],
    id: `record-${index}`
  }))
  yield* SealedRecords.write(database, collection, many)
})

const products = ["INSURANCE", "WEALTH"] as const

const nameOf = (product: RecordProduct): string => product.toLowerCase()

export const measurement: Measurement = {
  name: "data",
  summary: "200 records of a collection in both versions, against Fastify with a compiled serializer",
  rounds: { smoke: 1, full: 9, long: 15 },
  prepare: async (cleanup, effort) => {
    const { apiKey, clientId, dataDir, service } = await Installation.createAndStart(cleanup)
    const client = Installation.clientOf({ apiKey }, { service })
    const id = await client.begin(CollectionLoad.completingStartRequest())
    await client.poll(id, hasEnded)
    const database = new DatabaseSync(join(dataDir, "sheaf.db"))
    for (const product of products) {
      const collection = { clientId, collectionId: id, product }
      await Effect.runPromise(Effect.provide(repeat(database, collection), Keys.layerSealer))
    }
    database.close()
    const other = await Server.start(cleanup, new URL("../servers/fastifyServer.ts", import.meta.url), dataDir)
    const contestant = (name: string, pid: number, request: Load.LoadRequest): Contestant => ({
      name,
      measure: async () => {
        const load = await Load.run({ request, pid, millis: millis[effort], connections })
        return { [rate]: load.perSecond, [time]: load.processorMicros }
      }
    })
    const all = products.map(nameOf).map(async (product) => {
      const request = (base: string, path: string, version: ApiVersion): Load.LoadRequest => ({
        base,
        path,
        headers: Installation.headersOf(apiKey, version)
      })
      const path = `/collections/${id}/${product}/data`
      const ours = request(service.base, path, "2026-04-01")
      const theirs = request(other.base, path, "2026-04-01")
      await ResponseEquality.expectSameResponse(ours, theirs)
      return [
        contestant(product, service.pid, ours),
        contestant(
          `${product}, 2025-01-01`,
          service.pid,
          request(service.base, `/${product}/collection/${id}/data`, "2025-01-01")
        ),
        contestant(`Fastify, ${product}`, other.pid, theirs)
      ]
    })
    return (await Promise.all(all)).flat()
  },
  limits: products.map(nameOf).flatMap((product): ReadonlyArray<Limit> => {
    const [old, other] = [`${product}, 2025-01-01`, `Fastify, ${product}`]
    return [
      { of: product, to: other, unit: rate, bound: [">=", 1.2] },
      { of: other, to: product, unit: time, bound: [">=", 1.2] },
      { of: old, to: other, unit: rate, bound: [">=", 0.8] },
      { of: other, to: old, unit: time, bound: [">=", 0.8] }
    ]
  })
}
