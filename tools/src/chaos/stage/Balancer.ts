/** A load balancer in front of the nodes. It sends each request to a random node that is ready. */
import type { FetchFunction } from "@sheaf/sandbox-site/testing"
import type { Random } from "../../workshop/driver/Random.ts"
import type { ServiceNode } from "./ServiceNode.ts"

export const serviceUrl = "http://sheaf.invalid"

/** How long to wait for a response, in milliseconds. */
const patience = 10_000

/** A node that responds with one of these statuses has not processed the request, so the client must retry. */
const retried = [408, 503]

interface ProblemBody {
  readonly code?: string
}

const isTemporary = (status: number, body: ArrayBuffer): boolean => {
  if (status !== 409) return retried.includes(status)
  const { code }: ProblemBody = JSON.parse(new TextDecoder().decode(body))
  return code === "IDEMPOTENCY_KEY_IN_USE"
}

/** Returns a `fetch` that fails with a TypeError if no node responds, or if a node asks for a retry. */
export const makeFetch =
  (nodes: ReadonlyArray<ServiceNode>, random: Random): FetchFunction =>
  async (url, init) => {
    const ready = nodes.filter(({ isReady }) => isReady)
    if (ready.length === 0) throw new TypeError("no node is ready")
    const target = random.pick(ready).base + url.slice(serviceUrl.length)
    try {
      const response = await fetch(target, { ...init, signal: AbortSignal.timeout(patience) })
      const body = await response.arrayBuffer()
      if (isTemporary(response.status, body)) throw new TypeError("the node asks for a retry")
      const { headers, status } = response
      return new Response(body.byteLength === 0 ? null : body, { headers, status })
    } catch (error) {
      if (error instanceof DOMException) throw new TypeError("the node did not respond", { cause: error })
      throw error
    }
  }
