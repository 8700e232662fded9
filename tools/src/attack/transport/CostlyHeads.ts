/** Requests whose heads are small, but would take long to decode (decisions 14). */
import assert from "node:assert/strict"
import { middle } from "../../workshop/checker/Latency.ts"
import * as Processor from "../../workshop/checker/Processor.ts"
import type { Attack } from "../Attack.ts"
import { credentials, exchange, head, statusOf } from "../../workshop/driver/Sockets.ts"

/** The most processor time that one request can take, in milliseconds. */
const mostMillis = 10

/** Fills about 15 kB, just below the limit on a request's head. */
const filled = (text: string): string => text.repeat(15_000 / text.length)

const get = (target: string, ...fields: ReadonlyArray<string>): string =>
  head(`GET ${target} HTTP/1.1`, "Connection: close", ...fields)

const heads = {
  "a path of encoded percent signs": get(`/${filled("%25")}`),
  "an id of encoded percent signs": get(`/collections/${filled("%25")}/status`, ...credentials),
  "thousands of statuses": get(`/collections?statusIn=${filled(",")}`, ...credentials),
  "thousands of repeated statuses": get(`/collections?${filled("statusIn&")}`, ...credentials),
  "thousands of event types": get(`/events?type=${filled(",")}`, ...credentials),
  "thousands of query parameters": get(`/companies/availability?${filled("a=%25&")}`, ...credentials),
  "thousands of broken cookies": get("/consents/return/unknown", `Cookie: ${filled("a=%;")}`),
  "thousands of media ranges": get("/companies/availability", ...credentials, `Accept: ${filled("a/b,")}`),
  "thousands of entity tags": get("/openapi/2026-04-01.json", `If-None-Match: ${filled('"a",')}`),
  "thousands of preferences": get("/companies/availability", ...credentials, `Prefer: ${filled("wait=1,")}`)
}

export const costlyHeads: Attack = {
  name: "costly-heads",
  summary: "fills paths, queries and header fields with whatever takes longest to decode",
  promise: `No request's head takes more than ${mostMillis} ms of processor time.`,
  run: ({ length, withTarget }) =>
    withTarget({}, async ({ service }) => {
      const rounds = length === "full" ? 40 : 20
      let most = { name: "", millis: 0 }
      for (const [name, bytes] of Object.entries(heads)) {
        const costs: Array<number> = []
        for (let round = 0; round < rounds; round++) {
          const before = Processor.millisOf(service.pid)
          const status = statusOf(await exchange(service.base, bytes))
          costs.push(Processor.millisOf(service.pid) - before)
          assert.ok(status >= 200 && status < 500, `${name} returned ${status}`)
        }
        // The median leaves out the first request, which compiles code, and the victim's uploads.
        const millis = middle(costs)
        assert.ok(millis <= mostMillis, `${name} took ${millis.toFixed(1)} ms of processor time`)
        if (millis > most.millis) most = { name, millis }
      }
      return `at most ${most.millis.toFixed(1)} ms, for ${most.name}`
    })
}
