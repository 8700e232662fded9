/** The heads of requests that cost too much (spec 8). */
import assert from "node:assert/strict"
import { middle } from "../../workshop/checker/Latency.ts"
import * as Processor from "../../workshop/checker/Processor.ts"
import { credentials, exchange, head, statusOf } from "../../workshop/driver/Sockets.ts"
import { mostGrowth } from "../Stage.ts"
import type { Attack } from "../Stage.ts"

/** Sends a request and returns its status, or 0 if the service cuts the connection. */
const statusFor = async (base: string, name: string, bytes: string): Promise<number> => {
  const status = statusOf(await exchange(base, bytes))
  assert.ok(status < 500, `${name} returned ${status}`)
  return status
}

const close = "Connection: close"
const line = "GET /companies/availability HTTP/1.1"

const huge = {
  "a field of a megabyte": head(line, ...credentials, `X-Large: ${"x".repeat(1_000_000)}`),
  "a cookie of 20 kB": head(line, ...credentials, `Cookie: ${"c".repeat(20_000)}`),
  "very many fields": head(line, ...credentials, close, ...Array.from({ length: 1_500 }, (_, n) => `X-${n}: y`)),
  "a target of a megabyte": head(`GET /${"x".repeat(1_000_000)} HTTP/1.1`, ...credentials)
}

const headerFloods: Attack = {
  name: "header-floods",
  summary: "sends requests with huge header fields, and with very many of them",
  promise: `Such requests are rejected, and memory grows by at most ${mostGrowth} MB.`,
  run: async (stage) => {
    const { base, growsAtMost } = await stage.start()
    const sendAll = async () => {
      for (const [name, bytes] of Object.entries(huge)) {
        const status = await statusFor(base, name, bytes)
        assert.ok([0, 400, 414, 431].includes(status), `${name} returned ${status}`)
      }
    }
    await sendAll()
    return growsAtMost(mostGrowth, async () => {
      for (let round = 0; round < stage.sized(10, 50); round++) await Promise.all([sendAll(), sendAll()])
    })
  }
}

/** The most processor time that one request can take, in milliseconds. */
const mostMillis = 10

/** Fills about 15 kB, just below the limit on a request's head. */
const filled = (text: string): string => text.repeat(15_000 / text.length)

const get = (target: string, ...fields: ReadonlyArray<string>): string =>
  head(`GET ${target} HTTP/1.1`, close, ...fields)

const costly = {
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

const costlyHeads: Attack = {
  name: "costly-heads",
  summary: "fills paths, queries and header fields with whatever takes longest to decode",
  promise: `No request's head takes more than ${mostMillis} ms of processor time.`,
  run: async (stage) => {
    const { base, service } = await stage.start()
    let most = { name: "", millis: 0 }
    for (const [name, bytes] of Object.entries(costly)) {
      const costs: Array<number> = []
      while (costs.length < stage.sized(20, 40)) {
        const before = Processor.millisOf(service.pid)
        assert.notEqual(await statusFor(base, name, bytes), 0, `${name} was cut`)
        costs.push(Processor.millisOf(service.pid) - before)
      }
      // The median leaves out the first request, which compiles code, and the victim's uploads.
      const millis = middle(costs)
      assert.ok(millis <= mostMillis, `${name} took ${millis.toFixed(1)} ms of processor time`)
      if (millis > most.millis) most = { name, millis }
    }
    return `at most ${most.millis.toFixed(1)} ms, for ${most.name}`
  }
}

export const all: ReadonlyArray<Attack> = [headerFloods, costlyHeads]
