/** A `fetch` that sends from a chosen address on this machine. */
import { Agent, request as send } from "node:http"
import { buffer } from "node:stream/consumers"
import type { FetchFunction } from "@sheaf/sandbox-site/testing"

/** The attacker uses a different address, because some limits apply per address. */
export const victimAddress = "127.0.0.2"

export const fetchFrom = (localAddress: string): FetchFunction => {
  const agent = new Agent({ keepAlive: true, localAddress })
  return (url, { body, headers, method = "GET" }) =>
    new Promise((resolve, reject) => {
      const fields = Object.fromEntries(new Headers(headers))
      const request = send(url, { agent, method, headers: fields }, (response) => {
        const status = response.statusCode ?? 0
        const answered = Object.entries(response.headers).map(([name, value]): [string, string] => [
          name,
          String(value)
        ])
        buffer(response).then(
          (bytes) =>
            resolve(new Response(bytes.length === 0 ? null : new Uint8Array(bytes), { status, headers: answered })),
          reject
        )
      })
      request.on("error", reject)
      request.end(body)
    })
}
