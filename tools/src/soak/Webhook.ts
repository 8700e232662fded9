/** A webhook endpoint of the client, with a receiver that accepts every delivery, and whose secret is replaced. */
import type { Client } from "@sheaf/adapters-http/testing"
import { once } from "node:events"
import { createServer } from "node:http"

interface Endpoint {
  readonly endpointId: string
}

export interface Webhook {
  /** The number of deliveries so far. */
  readonly delivered: () => number
  /** Replaces the endpoint's secret. If too many earlier secrets still sign, replaces the endpoint. */
  readonly rotate: () => Promise<void>
  readonly stop: () => void
}

export const start = async (client: Client): Promise<Webhook> => {
  let delivered = 0
  const receiver = createServer((request, response) => {
    request.resume().on("end", () => {
      delivered++
      response.writeHead(204).end()
    })
  })
  receiver.listen(0, "127.0.0.1")
  await once(receiver, "listening")
  const address = receiver.address()
  if (address === null || typeof address === "string") throw new Error("the receiver has no port")
  const url = `http://127.0.0.1:${address.port}/`
  const create = async () => (await client.post("/webhook-endpoints", { url })).expect(201).read<Endpoint>()
  let endpoint = await create()
  return {
    delivered: () => delivered,
    rotate: async () => {
      const path = `/webhook-endpoints/${endpoint.endpointId}`
      const answer = await client.post(`${path}/rotate`)
      if (answer.status === 200) return
      answer.expect(409)
      ;(await client.delete(path)).expect(204)
      endpoint = await create()
    },
    stop: () => {
      receiver.closeAllConnections()
      receiver.close()
    }
  }
}
