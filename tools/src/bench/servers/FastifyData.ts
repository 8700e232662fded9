/**
 * Serves collected data with Fastify: makes the service's checks, unseals the records, and writes them with a
 * serializer that Fastify compiles from the response schema. A second route sends the unsealed bytes without a
 * serializer.
 */
import type { Sealer } from "@sheaf/ports"
import { Effect } from "effect"
import type { FastifyInstance, FastifyRequest } from "fastify"
import type { DatabaseSync } from "node:sqlite"

const text = { type: "string" }
const number = { type: "number" }
const truth = { type: "boolean" }
const object = (properties: object) => ({ type: "object", properties })
const amount = object({ amount: number, currency: text })
const costs = object({ fixed: amount, variable: number })

/** All members of the records, without rules or alternatives, because Fastify serializes such a schema fastest. */
const record = object({
  type: text,
  id: text,
  company: text,
  companyDisplayName: text,
  productNumber: text,
  financialInformation: object({ currentValue: amount, performanceSinceStart: number }),
  holdings: {
    type: "array",
    items: object({ name: text, isin: text, type: text, quantity: number, value: amount, feeVariable: number })
  },
  fees: object({ personalized: costs, generic: costs }),
  insuredPersonName: text,
  activePayment: truth,
  accountInformation: object({ availableBalance: amount, hasExclusiveOwnership: truth }),
  monthlySavingsAmount: amount
})

const schema = { response: { 200: { type: "array", items: record } } }

interface Data {
  Params: { collectionId: string }
}

export const register = (server: FastifyInstance, database: DatabaseSync, sealer: Sealer["Service"]): void => {
  const headById = database.prepare(
    "SELECT status, products, data_expired_at FROM collection WHERE id = ? AND client_id = ?"
  )
  const recordsById = database.prepare("SELECT records FROM collection_data WHERE collection_id = ? AND product = ?")

  /** Returns the JSON of the records, or undefined if the client cannot read them. */
  const read = async (request: FastifyRequest<Data>): Promise<Uint8Array | undefined> => {
    const { collectionId } = request.params
    const clientId = request.getDecorator<string>("clientId")
    const head = headById.get(collectionId, clientId)
    if (head?.["status"] !== "COMPLETED" || head["data_expired_at"] !== null) return undefined
    if (!String(head["products"]).split(",").includes("WEALTH")) return undefined
    const sealed = recordsById.get(collectionId, "WEALTH")?.["records"]
    if (!(sealed instanceof Uint8Array)) return undefined
    const place = { tenant: clientId, record: `${collectionId}/WEALTH` }
    // A number in front of the JSON identifies the stored shape.
    return (await Effect.runPromise(sealer.open(place, sealed))).subarray(1)
  }

  const utf8 = new TextDecoder()
  const notKept = { "cache-control": "no-store" }

  server.get<Data>("/collections/:collectionId/wealth/data", { schema }, async (request, reply) => {
    const json = await read(request)
    if (json === undefined) return reply.code(404).send()
    return reply.headers(notKept).send(JSON.parse(utf8.decode(json)))
  })
  server.get<Data>("/collections/:collectionId/wealth/data/unparsed", async (request, reply) => {
    const json = await read(request)
    if (json === undefined) return reply.code(404).send()
    return reply.headers({ ...notKept, "content-type": "application/json" }).send(json)
  })
}
