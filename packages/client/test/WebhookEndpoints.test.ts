/** Calls to the webhook endpoint API, with prepared responses and in virtual time. */
import { SheafConnectionError } from "@sheaf/client"
import type { SheafClient } from "@sheaf/client"
import { assert, describe, it } from "vitest"
import { failure, json, prepare, problem, text } from "./PreparedResponses.ts"

const endpoint = { endpointId: "e-1", url: "https://app.example/webhooks" }
const limited = problem(429, "RATE_LIMITED", { "retry-after": "1" })

describe.each<[string, (endpoints: SheafClient["webhookEndpoints"]) => Promise<unknown>]>([
  ["creating an endpoint", (endpoints) => endpoints.create({ url: endpoint.url })],
  ["rotating a secret", (endpoints) => endpoints.rotate("e-1")]
])("%s", (_, request) => {
  it.each([
    ["the response is lost", failure],
    ["a proxy reports an error", text(502, "<html>")],
    ["the service fails", problem(500, "INTERNAL")]
  ])("is not repeated if %s, because it may have had its effect", async (_, prepared) => {
    const { clock, sent, sheaf } = prepare(prepared)
    assert.instanceOf(await clock.run(request(sheaf.webhookEndpoints)), Error)
    assert.lengthOf(sent, 1)
  })

  it("is repeated after a limit, without an idempotency key", async () => {
    const { clock, sent, sheaf } = prepare(limited, json(201, endpoint))
    assert.deepStrictEqual(await clock.run(request(sheaf.webhookEndpoints)), endpoint)
    assert.deepStrictEqual(
      sent.map(({ headers }) => headers["idempotency-key"]),
      [undefined, undefined]
    )
  })
})

describe("other requests", () => {
  it.each<[string, string, string, (sheaf: SheafClient) => Promise<unknown>]>([
    ["a change", "PATCH", "e-1", ({ webhookEndpoints }) => webhookEndpoints.change("e-1", { disabled: true })],
    ["a test", "POST", "e-1/test", ({ webhookEndpoints }) => webhookEndpoints.test("e-1")],
    [
      "a replay",
      "POST",
      "e-1/replay?since=1970-01-01T00%3A00%3A00.000Z",
      ({ webhookEndpoints }) => webhookEndpoints.replay("e-1", new Date(0))
    ],
    ["a deletion", "DELETE", "e-1", ({ webhookEndpoints }) => webhookEndpoints.delete("e-1")]
  ])("are repeated after a lost response: %s", async (_, method, path, request) => {
    const { clock, sent, sheaf } = prepare(failure, json(200, endpoint))
    assert.notInstanceOf(await clock.run(request(sheaf)), SheafConnectionError)
    assert.deepStrictEqual(
      sent.map(({ method, url }) => [method, url.replace("https://sheaf.example/prefix/webhook-endpoints/", "")]),
      [
        [method, path],
        [method, path]
      ]
    )
    const keys = new Set(sent.map(({ headers }) => headers["idempotency-key"]))
    assert.strictEqual(keys.size, 1)
    assert.strictEqual(keys.has(undefined), method !== "POST")
  })

  it("send an event again to one endpoint or to all", async () => {
    const { clock, sent, sheaf } = prepare(json(202, { eventId: "v-1", endpointIds: [] }))
    await clock.run(sheaf.events.redeliver("v-1"))
    await clock.run(sheaf.events.redeliver("v-1", { endpointId: "e-1" }))
    assert.deepStrictEqual(
      sent.map(({ body, url }) => [new URL(url).pathname, body]),
      [
        ["/prefix/events/v-1/redeliver", "{}"],
        ["/prefix/events/v-1/redeliver", '{"endpointId":"e-1"}']
      ]
    )
  })
})
