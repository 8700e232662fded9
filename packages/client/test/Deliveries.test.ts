/** The service delivers webhooks to the example receivers, and independent implementations verify them. */
import { freePort } from "@sheaf/adapters-sql/testing"
import { createClient } from "@sheaf/client"
import * as Older from "@sheaf/client/2025-01-01"
import { TestServer, start } from "@sheaf/app-api/testing"
import type { ServiceProcess } from "@sheaf/app-api/testing"
import { mkdtempSync, rmSync } from "node:fs"
import { createServer } from "node:http"
import type { IncomingMessage } from "node:http"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { text } from "node:stream/consumers"
import { Webhook } from "standardwebhooks"
import { afterAll, assert, beforeAll, describe, it, vi } from "vitest"
import { checkWithOpenssl, receivers, startReceiver } from "./Receivers.ts"

const dataDir = mkdtempSync(join(tmpdir(), "sheaf-deliveries-"))
const apiKey = "sheaf-demo"
let service: ServiceProcess

beforeAll(async () => {
  service = await start({ dataDir })
})

afterAll(async () => {
  await service.stop()
  rmSync(dataDir, { recursive: true })
})

const patience = { timeout: 20_000 }

const client = () => createClient({ baseUrl: service.base, apiKey })

const erasedUser = async (externalId: string): Promise<void> => {
  const { users } = client()
  await users.erase((await users.create({ externalId })).userId)
}

describe.concurrent.each(receivers)("the receiver %s", (language, program) => {
  it("receives events, even after a rotation or a second time", async () => {
    const { events, webhookEndpoints } = client()
    const port = await freePort()
    const types = ["user.erased"] as const
    const { endpointId, secret } = await webhookEndpoints.create({ url: `http://127.0.0.1:${port}/`, types })
    const receiver = await startReceiver(program, [secret], port)
    const statusesOf = async (eventId: string): Promise<ReadonlyArray<unknown>> => {
      const statuses: Array<unknown> = []
      for await (const attempt of webhookEndpoints.deliveries(endpointId, { limit: 1 })) {
        if (attempt.eventId === eventId) statuses.push(attempt.status)
      }
      return statuses
    }
    try {
      assert.strictEqual((await webhookEndpoints.test(endpointId)).status, 204)
      await webhookEndpoints.rotate(endpointId)
      await erasedUser(language)
      const [, eventId = ""] = await vi.waitFor(
        () => /received user.erased (\S+)/.exec(receiver.output()) ?? assert.fail(receiver.output()),
        patience
      )
      await vi.waitFor(async () => assert.deepStrictEqual(await statusesOf(eventId), [204]), patience)
      assert.deepStrictEqual((await events.redeliver(eventId, { endpointId })).endpointIds, [endpointId])
      await vi.waitFor(() => assert.include(receiver.output(), `repeated user.erased ${eventId}`), patience)
      await vi.waitFor(async () => assert.deepStrictEqual(await statusesOf(eventId), [204, 204]), patience)
    } finally {
      await receiver.stop()
      await webhookEndpoints.delete(endpointId)
    }
    assert.deepStrictEqual(
      (await webhookEndpoints.list()).filter((listed) => listed.endpointId === endpointId),
      []
    )
  })
})

const headersOf = ({ headers }: IncomingMessage) => ({
  "webhook-id": String(headers["webhook-id"]),
  "webhook-timestamp": String(headers["webhook-timestamp"]),
  "webhook-signature": String(headers["webhook-signature"])
})

describe.concurrent("a webhook of version 2025-01-01", () => {
  it("is accepted by the client, by standardwebhooks and by openssl", async () => {
    const older = Older.createClient({ baseUrl: service.base, apiKey })
    const received: Array<{ readonly headers: ReturnType<typeof headersOf>; readonly body: string }> = []
    const server = createServer(async (request, response) => {
      received.push({ headers: headersOf(request), body: await text(request) })
      response.writeHead(204).end()
    })
    const url = `http://127.0.0.1:${await TestServer.listen(server)}/`
    const { endpointId, secret } = await older.webhookEndpoints.create({ url })
    try {
      const { eventId } = await older.webhookEndpoints.test(endpointId)
      const [signed = assert.fail("nothing was delivered")] = received
      const event = await Older.verifyWebhook(signed.headers, signed.body, secret)
      assert.deepInclude(event, { eventId, type: "endpoint.test", version: "2025-01-01" })
      assert.deepStrictEqual(new Webhook(secret).verify(signed.body, signed.headers), event)
      assert.strictEqual((await checkWithOpenssl(secret, signed)).code, 0)
      const changed = await older.webhookEndpoints.change(endpointId, { disabled: true })
      assert.deepInclude(changed, { disabled: true, disabledReason: "BY_CLIENT" })
      assert.deepStrictEqual(await older.webhookEndpoints.get(endpointId), changed)
    } finally {
      await TestServer.close(server)
      await older.webhookEndpoints.delete(endpointId)
    }
  })
})
