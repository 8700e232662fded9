/** The heads of requests and responses: fields that protect people in browsers, and fields that cost too much (spec 7, 8). */
import { demonstrationKey } from "@sheaf/adapters-http/testing"
import assert from "node:assert/strict"
import { readFileSync } from "node:fs"
import { join } from "node:path"
import { middle } from "../../workshop/checker/Latency.ts"
import * as Processor from "../../workshop/checker/Processor.ts"
import * as MutualTls from "../../workshop/driver/MutualTls.ts"
import { credentials, exchange, head, statusOf } from "../../workshop/driver/Sockets.ts"
import type { Attack } from "../Attack.ts"
import { mostGrowth } from "../Stage.ts"

const close = "Connection: close"

type Fields = ReadonlyMap<string, string>

const fieldsOf = (text: string): Fields => {
  const [top = ""] = text.split("\r\n\r\n", 1)
  const lines = top.split("\r\n").slice(1)
  return new Map(
    lines.map((line) => [line.split(":", 1)[0]?.toLowerCase() ?? "", line.slice(line.indexOf(":") + 1).trim()])
  )
}

/** Requests for each kind of response. */
const kinds = {
  page: head("GET /docs HTTP/1.1", close),
  "start page": head("GET / HTTP/1.1", close),
  document: head("GET /openapi/2026-04-01.json HTTP/1.1", close),
  health: head("GET /health HTTP/1.1", close),
  data: head("GET /companies/availability HTTP/1.1", ...credentials, close),
  list: head("GET /collections HTTP/1.1", ...credentials, close),
  "unknown collection": head(`GET /collections/${crypto.randomUUID()}/status HTTP/1.1`, ...credentials, close),
  "no credentials": head("GET /collections HTTP/1.1", close),
  "unknown route": head("GET /nothing HTTP/1.1", close),
  "wrong method": head("DELETE /collections HTTP/1.1", ...credentials, close),
  "return page": head("GET /consents/return/abc HTTP/1.1", close),
  keys: head("GET /.well-known/jwks.json HTTP/1.1", close),
  "malformed request": head("GET /health HTTP/1.1", "Host: twice", close),
  "broken request line": "GET\r\n\r\n",
  "huge header": head("GET /health HTTP/1.1", `X-Large: ${"x".repeat(100_000)}`)
}

const assertPage = (kind: string, fields: Fields): void => {
  const policy = fields.get("content-security-policy") ?? ""
  assert.match(policy, /form-action/, `${kind}: no form-action`)
  const isIsolated = /sandbox(?![^;]*allow-same-origin)/.test(policy)
  assert.ok(isIsolated || !policy.includes("unsafe-eval"), `${kind}: unsafe-eval`)
}

const headers: Attack = {
  name: "headers",
  summary: "looks for responses that browsers could misinterpret or leak",
  promise:
    "Every response has nosniff and a request id, pages have a Content-Security-Policy with form-action and without unsafe-eval (or are isolated), and responses over TLS have HSTS.",
  run: async (stage) => {
    const { base, dataDir, service } = await stage.start()
    for (const [kind, bytes] of Object.entries(kinds)) {
      const fields = fieldsOf(await exchange(base, bytes))
      assert.equal(fields.get("x-content-type-options"), "nosniff", `${kind}: no nosniff`)
      assert.ok(fields.has("x-request-id"), `${kind}: no request id`)
      if ((fields.get("content-type") ?? "").startsWith("text/html")) assertPage(kind, fields)
    }
    const file = (name: string) => readFileSync(join(dataDir, "certs", "demo", name))
    const certificate = { ca: file("ca.pem"), cert: file("client.pem"), key: file("client.key") }
    for (const path of ["/health", "/companies/availability", "/nothing"]) {
      const fields = (await MutualTls.get(`${service.mutualTlsBase}${path}`, certificate, demonstrationKey)).headers
      assert.match(fields.get("strict-transport-security") ?? "", /max-age=\d{7,}/, `${path} over TLS: no HSTS`)
      assert.equal(fields.get("x-content-type-options"), "nosniff", `${path} over TLS: no nosniff`)
    }
    return `${Object.keys(kinds).length} kinds of responses, and responses over TLS, have the fields`
  }
}

const line = "GET /companies/availability HTTP/1.1"

const floods = {
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
    const statuses = new Set<number>()
    const send = async ([name, bytes]: readonly [string, string]) => {
      const status = statusOf(await exchange(base, bytes))
      statuses.add(status)
      assert.ok([0, 400, 414, 431].includes(status), `${name} returned ${status}`)
    }
    for (const flood of Object.entries(floods)) await send(flood)
    const grown = await growsAtMost(mostGrowth, async () => {
      for (let round = 0; round < stage.sized(10, 50); round++) await Promise.all(Object.entries(floods).map(send))
    })
    return `the requests returned ${[...statuses].join(", ")} (0: cut), ${grown}`
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
        const status = statusOf(await exchange(base, bytes))
        costs.push(Processor.millisOf(service.pid) - before)
        assert.ok(status >= 200 && status < 500, `${name} returned ${status}`)
      }
      // The median leaves out the first request, which compiles code, and the victim's uploads.
      const millis = middle(costs)
      assert.ok(millis <= mostMillis, `${name} took ${millis.toFixed(1)} ms of processor time`)
      if (millis > most.millis) most = { name, millis }
    }
    return `at most ${most.millis.toFixed(1)} ms, for ${most.name}`
  }
}

export const heads: ReadonlyArray<Attack> = [headers, headerFloods, costlyHeads]
