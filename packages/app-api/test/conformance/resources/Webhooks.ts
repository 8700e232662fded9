/** Webhook endpoints and their deliveries (spec 6). */
import { TestUser } from "@sheaf/sandbox-site/testing"
import { afterAll, assert, beforeAll, describe, it } from "vitest"
import { Receiver } from "../../events/Receiver.ts"
import { expectProblem } from "../BadRequests.ts"
import { webhooks as refused } from "../bad-requests/Webhooks.ts"
import type { ConformanceContext } from "../ConformanceContext.ts"

interface Endpoint {
  readonly endpointId: string
  readonly secret: string
  readonly disabled: boolean
}

export const webhooks = (setting: ConformanceContext): void => {
  const { post, send } = setting
  const receiver = new Receiver()

  const create = async (body: object = {}) =>
    (await post("/webhook-endpoints", { url: receiver.url, ...body })).expect(201).read<Endpoint>()

  const change = (id: string, body: object) =>
    send(`/webhook-endpoints/${id}`, { method: "PATCH", body: JSON.stringify(body) })

  const remove = ({ endpointId }: Pick<Endpoint, "endpointId">) =>
    send(`/webhook-endpoints/${endpointId}`, { method: "DELETE" })

  describe("a webhook endpoint", () => {
    beforeAll(() => receiver.listen())
    afterAll(() => receiver.close())

    it("is created with a secret, listed and read without it, changed, and deleted", async () => {
      const types = ["collection.completed", "consent.ended"]
      const created = await post("/webhook-endpoints", { url: receiver.url, types })
      const { secret, ...shown } = created.expect(201).read<Endpoint>()
      assert.match(secret, /^whsec_[A-Za-z0-9+/]{43}=$/)
      const path = `/webhook-endpoints/${shown.endpointId}`
      assert.strictEqual(created.header("location"), path)
      const version = setting.speaker.version
      assert.containsSubset(shown, { url: receiver.url, types, version, disabled: false })
      assert.deepStrictEqual((await send(path)).json, shown)
      const listed = (await send("/webhook-endpoints")).json as ReadonlyArray<Endpoint>
      assert.deepStrictEqual<unknown>(
        listed.find(({ endpointId }) => endpointId === shown.endpointId),
        shown
      )
      const changed = (await change(shown.endpointId, { types: ["user.erased"], disabled: true })).expect(200).json
      assert.deepInclude(changed, { types: ["user.erased"], disabled: true, disabledReason: "BY_CLIENT" })
      assert.notProperty((await change(shown.endpointId, { types: null })).expect(200).json, "types")
      assert.notProperty((await send(path)).json, "types")
      const rotated = (await send(`${path}/rotate`, { method: "POST" })).expect(200).read<Endpoint>()
      assert.notStrictEqual(rotated.secret, secret)
      assert.strictEqual((await remove(shown)).status, 204)
      assert.strictEqual((await remove(shown)).status, 404)
      assert.strictEqual((await send(path)).problem.code, "NOT_FOUND")
    })

    it("belongs to the client, so a user's token neither creates nor shows one", async () => {
      const endpoint = await create()
      const { withKey } = await TestUser.make(setting.client)
      const body = JSON.stringify({ url: receiver.url })
      const path = `/webhook-endpoints/${endpoint.endpointId}`
      for (const answer of [
        await withKey.send("/webhook-endpoints", { method: "POST", body }),
        await withKey.send(path),
        await withKey.send(path, { method: "DELETE" })
      ]) {
        assert.deepStrictEqual([answer.status, answer.problem.code], [404, "NOT_FOUND"])
      }
      assert.deepStrictEqual((await withKey.send("/webhook-endpoints")).json, [])
      await remove(endpoint)
    })

    it("is refused if it is the 17th, and has no idempotency key", async () => {
      const known = ((await send("/webhook-endpoints")).json as ReadonlyArray<Endpoint>).length
      const made = await Promise.all(Array.from({ length: 16 - known }, () => create()))
      const more = await post("/webhook-endpoints", { url: receiver.url })
      assert.deepStrictEqual([more.status, more.problem.code], [409, "TOO_MANY_WEBHOOK_ENDPOINTS"])
      await Promise.all(made.map(remove))
      const headers = { "idempotency-key": crypto.randomUUID() }
      const body = JSON.stringify({ url: receiver.url })
      const keyed = await send("/webhook-endpoints", { method: "POST", headers, body })
      assert.strictEqual(keyed.problem.code, "IDEMPOTENCY_KEY_NOT_SUPPORTED")
    })

    it("that is disabled accepts no replay and no redelivery", async () => {
      const endpoint = await create()
      await change(endpoint.endpointId, { disabled: true })
      const since = encodeURIComponent(new Date().toISOString())
      const replay = await send(`/webhook-endpoints/${endpoint.endpointId}/replay?since=${since}`, { method: "POST" })
      assert.deepStrictEqual([replay.status, replay.problem.code], [409, "WEBHOOK_ENDPOINT_DISABLED"])
      const old = encodeURIComponent("2020-01-01T00:00:00Z")
      const expired = await send(`/webhook-endpoints/${endpoint.endpointId}/replay?since=${old}`, { method: "POST" })
      assert.deepStrictEqual([expired.status, expired.problem.code], [410, "EVENTS_EXPIRED"])
      await remove(endpoint)
    })
  })

  describe("a bad request about webhooks is rejected", () => {
    it.each(refused.map((row) => [row.name, row] as const))("%s", async (_, row) => {
      expectProblem(row, await send(row.path, row))
    })
  })
}
