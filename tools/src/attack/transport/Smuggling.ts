/** Requests whose length or version different proxies read differently (decisions 12, 14). */
import assert from "node:assert/strict"
import type { Attack } from "../Attack.ts"
import { credentials, exchange, head, statusOf } from "../../workshop/driver/Sockets.ts"

const json = "Content-Type: application/json"
const close = "Connection: close"

export const smuggling: Attack = {
  name: "smuggling",
  summary: "sends requests whose length or HTTP version proxies could read differently",
  promise: "Transfer codings other than chunked get 501, other HTTP versions 400 or 505, and ambiguous lengths 400.",
  run: ({ withTarget }) =>
    withTarget({}, async ({ service }) => {
      const post = "POST /users HTTP/1.1"
      const chunked = '12\r\n{"externalId":"a"}\r\n0\r\n\r\n'
      const requests: ReadonlyArray<readonly [name: string, bytes: string, statuses: ReadonlyArray<number>]> = [
        [
          "TE gzip, chunked",
          head(post, ...credentials, json, close, "Transfer-Encoding: gzip, chunked") + chunked,
          [501]
        ],
        ["TE identity", head(post, ...credentials, json, close, "Transfer-Encoding: identity") + chunked, [400, 501]],
        ["TE xchunked", head(post, ...credentials, json, close, "Transfer-Encoding: xchunked") + chunked, [400, 501]],
        [
          "TE and a length",
          head(post, ...credentials, json, close, "Content-Length: 5", "Transfer-Encoding: chunked") + chunked,
          [400]
        ],
        [
          "two lengths",
          head(post, ...credentials, json, close, "Content-Length: 5", "Content-Length: 6") + "12345",
          [400]
        ],
        ["HTTP/2.0", head("GET /health HTTP/2.0", close), [400, 505]],
        ["HTTP/3.0", head("GET /health HTTP/3.0", close), [400, 505]],
        ["HTTP/1.2", head("GET /health HTTP/1.2", close), [400, 505]],
        ["HTTP/0.9", "GET /health\r\n\r\n", [400, 505]]
      ]
      for (const [name, bytes, statuses] of requests) {
        const status = statusOf(await exchange(service.base, bytes))
        assert.ok(statuses.includes(status), `${name} returned ${status}, not ${statuses.join(" or ")}`)
      }
      return `${requests.length} requests were refused`
    })
}
