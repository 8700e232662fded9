/** A webhook endpoint of the client, with a receiver that accepts every delivery, and whose secret is replaced. */
import type { Client } from "@sheaf/adapters-http/testing"
import * as LocalServer from "../workshop/stage/LocalServer.ts"

interface Endpoint {
  readonly endpointId: string
}

export interface Webhook {
  /** The number of deliveries so far. */
  readonly delivered: () => number
  /** Replaces the endpoint's secret. If too many earlier secrets still sign, replaces the endpoint. */
  readonly rotate: () => Promise<void>
  readonly stop: () => Promise<void>
}

export const start = async (client: Client): Promise<Webhook> => {
  let delivered = 0
  const { stop, url } = await LocalServer.serve((request, response) => {
    request.resume().on("end", () => {
      delivered++
      response.writeHead(204).end()
    })
  })
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
    stop
  }
}
