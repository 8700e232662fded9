/** Requests whose heads are expensive to process (spec 8). */
import assert from "node:assert/strict"
import { median } from "../../workshop/checker/Latency.ts"
import * as Processor from "../../workshop/checker/Processor.ts"
import { attackerCredentialFields, sendAndReceive, requestHead, statusOf } from "../../workshop/driver/Sockets.ts"
import type { Attack } from "../stage/Testbed.ts"

const close = "Connection: close"

/** Maximum CPU time per request, in milliseconds. */
const maxMillis = 10

/** Repeats `text` to about 15 kB, just below the limit on the head of a request. */
const filled = (text: string): string => text.repeat(15_000 / text.length)

const get = (target: string, ...fields: ReadonlyArray<string>): string =>
  requestHead(`GET ${target} HTTP/1.1`, close, ...fields)

const costly = {
  "a path of encoded percent signs": get(`/${filled("%25")}`),
  "an id of encoded percent signs": get(`/collections/${filled("%25")}/status`, ...attackerCredentialFields),
  "thousands of statuses": get(`/collections?statusIn=${filled(",")}`, ...attackerCredentialFields),
  "thousands of repeated statuses": get(`/collections?${filled("statusIn&")}`, ...attackerCredentialFields),
  "thousands of event types": get(`/events?type=${filled(",")}`, ...attackerCredentialFields),
  "thousands of query parameters": get(`/companies/availability?${filled("a=%25&")}`, ...attackerCredentialFields),
  "thousands of broken cookies": get("/consents/return/unknown", `Cookie: ${filled("a=%;")}`),
  "thousands of media ranges": get("/companies/availability", ...attackerCredentialFields, `Accept: ${filled("a/b,")}`),
  "thousands of entity tags": get("/openapi/2026-04-01.json", `If-None-Match: ${filled('"a",')}`),
  "thousands of preferences": get(
    "/companies/availability",
    ...attackerCredentialFields,
    `Prefer: ${filled("wait=1,")}`
  )
}

const costlyHeads: Attack = {
  name: "costly-heads",
  summary: "fills paths, queries and header fields with whatever takes longest to decode",
  promise: `No request's head takes more than ${maxMillis} ms of processor time.`,
  run: async (stage) => {
    const { base, service } = await stage.start()
    let most = { name: "", millis: 0 }
    for (const [name, bytes] of Object.entries(costly)) {
      const costs: Array<number> = []
      while (costs.length < stage.sized(20, 40)) {
        const before = Processor.cpuMillisOf(service.pid)
        const status = statusOf(await sendAndReceive(base, bytes))
        costs.push(Processor.cpuMillisOf(service.pid) - before)
        assert.ok(status >= 200 && status < 500, `${name} returned ${status}`)
      }
      // The median excludes outliers: the first request, which compiles code, and requests during the victim's uploads.
      const millis = median(costs)
      assert.ok(millis <= maxMillis, `${name} took ${millis.toFixed(1)} ms of processor time`)
      if (millis > most.millis) most = { name, millis }
    }
    return `at most ${most.millis.toFixed(1)} ms, for ${most.name}`
  }
}

export const all: ReadonlyArray<Attack> = [costlyHeads]
