/** Requests with far too many header fields (decisions 14). */
import assert from "node:assert/strict"
import type { Attack } from "../Attack.ts"
import { mostGrowth } from "../stage/Memory.ts"
import { credentials, exchange, head, statusOf } from "../../workshop/driver/Sockets.ts"

export const headerFloods: Attack = {
  name: "header-floods",
  summary: "sends requests with huge header fields, and with very many of them",
  promise: `Such requests are rejected, and memory grows by at most ${mostGrowth} MB.`,
  run: ({ length, withTarget }) =>
    withTarget({}, async ({ growth, service }) => {
      const line = "GET /companies/availability HTTP/1.1"
      const many = Array.from({ length: 1_500 }, (_, number) => `X-${number}: y`)
      const floods = {
        "a field of a megabyte": head(line, ...credentials, `X-Large: ${"x".repeat(1_000_000)}`),
        "a cookie of 20 kB": head(line, ...credentials, `Cookie: ${"c".repeat(20_000)}`),
        "very many fields": head(line, ...credentials, "Connection: close", ...many),
        "a target of a megabyte": head(`GET /${"x".repeat(1_000_000)} HTTP/1.1`, ...credentials)
      }
      const rounds = length === "full" ? 50 : 10
      const statuses = new Set<number>()
      const send = async (name: string, bytes: string) => {
        const status = statusOf(await exchange(service.base, bytes))
        statuses.add(status)
        assert.ok([0, 400, 414, 431].includes(status), `${name} returned ${status}`)
      }
      for (const [name, bytes] of Object.entries(floods)) await send(name, bytes)
      const grown = await growth(async () => {
        for (let round = 0; round < rounds; round++) {
          await Promise.all(Object.entries(floods).map(([name, bytes]) => send(name, bytes)))
        }
      })
      assert.ok(grown <= mostGrowth, `memory grew by ${grown.toFixed(0)} MB`)
      return `the requests returned ${[...statuses].join(", ")} (0: cut), memory grew by ${grown.toFixed(0)} MB`
    })
}
