/**
 * Serves collected records with Fastify. The server makes the same checks as the service and opens the sealed records.
 * It writes them with a serializer that Fastify compiles for exactly the records' members.
 */
import type { RecordProduct } from "@sheaf/domain/Product"
import { ManagedRuntime, Predicate } from "effect"
import type { FastifyInstance } from "fastify"
import type { DatabaseSync } from "node:sqlite"
import * as Keys from "../../workshop/stage/Keys.ts"
import * as SealedRecords from "./SealedRecords.ts"

type JsonSchema = Readonly<Record<string, unknown>>

/**
 * The schema lists every member of the values and has no alternatives, because Fastify serializes such a schema
 * fastest.
 */
const schemaOf = (values: ReadonlyArray<unknown>): JsonSchema => {
  const [first] = values
  if (Array.isArray(first)) return { type: "array", items: schemaOf(values.flat()) }
  if (!Predicate.isObject(first)) return { type: typeof first }
  const objects = values.filter(Predicate.isObject).map((value) => Object.entries(value))
  const names = [...new Set(objects.flatMap((members) => members.map(([name]) => name)))]
  const valuesOf = (name: string) =>
    objects.flatMap((members) => members.flatMap(([key, value]) => (key === name ? [value] : [])))
  return { type: "object", properties: Object.fromEntries(names.map((name) => [name, schemaOf(valuesOf(name))])) }
}

const products: ReadonlyArray<RecordProduct> = ["INSURANCE", "WEALTH"]

interface Route {
  Params: { collectionId: string }
}

/** The records must already be in the database. */
export const register = async (server: FastifyInstance, database: DatabaseSync): Promise<void> => {
  const runtime = ManagedRuntime.make(Keys.layerSealer)
  const collectionById = database.prepare(
    "SELECT status, products, data_expired_at FROM collection WHERE id = ? AND client_id = ?"
  )
  const owners = database.prepare(
    `SELECT c.client_id AS clientId, c.id AS collectionId FROM collection_data d JOIN collection c ON c.id = d.collection_id
     WHERE d.product = ?`
  )
  const utf8 = new TextDecoder()
  const parse = (json: Uint8Array): unknown => JSON.parse(utf8.decode(json))
  const read = (clientId: string, collectionId: string, product: RecordProduct) =>
    runtime.runPromise(SealedRecords.readJson(database, { clientId, collectionId, product }))

  for (const product of products) {
    const samples: Array<unknown> = []
    for (const { clientId, collectionId } of owners.all(product)) {
      const json = await read(String(clientId), String(collectionId), product)
      if (json !== undefined) samples.push(parse(json))
    }
    const schema = { response: { 200: schemaOf(samples) } }
    server.get<Route>(
      `/collections/:collectionId/${product.toLowerCase()}/data`,
      { schema },
      async (request, reply) => {
        const { collectionId } = request.params
        const clientId = request.getDecorator<string>("clientId")
        const collection = collectionById.get(collectionId, clientId)
        const isReadable = collection?.["status"] === "COMPLETED" && collection["data_expired_at"] === null
        if (!isReadable || !String(collection["products"]).split(",").includes(product)) return reply.code(404).send()
        const json = await read(clientId, collectionId, product)
        return json === undefined ? reply.code(404).send() : reply.header("cache-control", "no-store").send(parse(json))
      }
    )
  }
}
