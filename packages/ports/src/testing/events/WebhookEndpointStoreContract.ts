/** The contract of {@link WebhookEndpointStore} (spec 6). */
import { assert, layer } from "@effect/vitest"
import { maxEndpointsPerClient } from "@sheaf/domain/WebhookEndpoint"
import { Effect, Option, Redacted } from "effect"
import type { Layer } from "effect"
import { startPosition } from "../../events/EventStore.ts"
import { WebhookDeliveryStore } from "../../events/WebhookDeliveryStore.ts"
import { WebhookEndpointStore } from "../../events/WebhookEndpointStore.ts"
import * as Fixture from "../samples/Fixture.ts"
import * as Sample from "./WebhookSample.ts"
import type { WebhookStores } from "./WebhookSample.ts"

const at = Fixture.startTime + 1000

export const webhookEndpointStoreContract = <E>(name: string, adapter: Layer.Layer<WebhookStores, E>) =>
  layer(adapter)(`the webhook endpoint store contract: ${name}`, (it) => {
    const test = Fixture.testsOf(it, WebhookEndpointStore)

    const find = ({ clientId, endpointId }: { readonly clientId: string; readonly endpointId: string }) =>
      Effect.flatMap(WebhookEndpointStore, (store) =>
        Effect.map(store.find(clientId, endpointId), Sample.revealSecrets)
      )

    test("returns endpoints as they were added, oldest first", function* (store) {
      const clientId = yield* Fixture.newClient
      const types = ["collection.completed", "consent.ended"] as const
      const previous = ["whsec_old", "whsec_older"].map((text, age) => ({
        secret: Redacted.make(text),
        until: at - age
      }))
      const first = yield* Sample.addEndpoint({
        clientId,
        types,
        secrets: { current: Redacted.make("whsec_new"), previous }
      })
      const second = yield* Sample.addEndpoint({ clientId, version: "2025-01-01", createdAt: at })
      for (const each of [first, second])
        assert.deepStrictEqual(yield* find(each), Sample.revealSecrets(Option.some(each)))
      const listed = yield* store.list(clientId)
      assert.deepStrictEqual(
        listed.map((each) => Sample.revealSecrets(Option.some(each))),
        [first, second].map((each) => Sample.revealSecrets(Option.some(each)))
      )
    })

    test("hides endpoints from other clients", function* (store) {
      const { endpointId, ...endpoint } = yield* Sample.addEndpoint()
      const other = yield* Fixture.newClient
      const range = { after: startPosition, until: startPosition }
      for (const [clientId, id] of [
        [other, endpointId],
        ...Fixture.nonexistentIds.map((id) => [endpoint.clientId, id])
      ]) {
        if (clientId === undefined || id === undefined) continue
        assert.isTrue(Option.isNone(yield* store.find(clientId, id)))
        assert.isTrue(Option.isNone(yield* store.change(clientId, id, (settings) => settings)))
        assert.isTrue(Option.isNone(yield* store.rotate(clientId, id, (secrets) => secrets)))
        assert.isFalse(yield* store.disable(clientId, id, { at, reason: "BY_CLIENT" }))
        assert.isFalse(yield* store.enable(clientId, id, startPosition))
        assert.isFalse(yield* store.replay(clientId, id, range))
        assert.isFalse(yield* store.remove(clientId, id))
      }
      assert.deepStrictEqual(yield* store.list(other), [])
    })

    test("allows 16 endpoints per client, also for concurrent calls", function* (store) {
      const clientId = yield* Fixture.newClient
      const made = yield* Effect.all(
        Array.from({ length: maxEndpointsPerClient + 4 }, () => Sample.makeEndpoint(clientId))
      )
      const added = yield* Fixture.runConcurrently(made.map((endpoint) => store.add(endpoint, startPosition)))
      assert.strictEqual(added.filter(Boolean).length, maxEndpointsPerClient)
      const [one] = yield* store.list(clientId)
      if (one === undefined) return assert.fail("the client has no endpoint")
      assert.isTrue(yield* store.remove(clientId, one.endpointId))
      assert.isTrue(yield* store.add(yield* Sample.makeEndpoint(clientId), startPosition))
      assert.isFalse(yield* store.add(yield* Sample.makeEndpoint(clientId), startPosition))
    })

    test("applies concurrent changes one after another", function* (store) {
      const { clientId, endpointId } = yield* Sample.addEndpoint({ url: "https://app.example/" })
      const longer = store.change(clientId, endpointId, (settings) => ({ ...settings, url: `${settings.url}x` }))
      yield* Fixture.runConcurrently(Array.from({ length: 6 }, () => longer))
      const changed = yield* store.find(clientId, endpointId)
      assert.strictEqual(Option.getOrThrow(changed).url, "https://app.example/xxxxxx")
    })

    test("keeps the previous secret of a rotation, and resets the types if a change omits them", function* (store) {
      const { clientId, endpointId } = yield* Sample.addEndpoint({
        types: ["consent.ended"],
        secrets: { current: Redacted.make("whsec_old") }
      })
      const rotated = yield* store.rotate(clientId, endpointId, ({ current: secret }) => ({
        current: Redacted.make("whsec_new"),
        previous: [{ secret, until: at }]
      }))
      const { secrets, types } = Option.getOrThrow(Sample.revealSecrets(rotated))
      assert.deepStrictEqual(secrets, { current: "whsec_new", previous: [{ secret: "whsec_old", until: at }] })
      assert.deepStrictEqual(types, ["consent.ended"])
      yield* store.change(clientId, endpointId, ({ types: _, ...settings }) => settings)
      const found = Option.getOrThrow(yield* find({ clientId, endpointId }))
      assert.deepStrictEqual(found.secrets, secrets)
      assert.notProperty(found, "types")
    })

    test("disables an endpoint once, and ends its retries and its replay", function* (store) {
      const { clientId, endpointId } = yield* Sample.addEndpoint()
      const deliveries = yield* WebhookDeliveryStore
      yield* store.replay(clientId, endpointId, { after: startPosition, until: { batch: 0, seq: 9 } })
      yield* deliveries.redeliver([endpointId], yield* Fixture.newId, at)
      assert.isTrue(yield* store.disable(clientId, endpointId, { at, reason: "BY_CLIENT" }))
      assert.isFalse(yield* store.disable(clientId, endpointId, { at: at + 1, reason: "ENDPOINT_GONE" }))
      const disabled = Option.getOrThrow(yield* store.find(clientId, endpointId))
      assert.deepStrictEqual(disabled.disabled, { at, reason: "BY_CLIENT" })
      assert.isTrue(Option.isNone(yield* deliveries.state(endpointId)))
      assert.isFalse(yield* store.replay(clientId, endpointId, { after: startPosition, until: startPosition }))
      assert.deepStrictEqual(yield* deliveries.waiting(endpointId, 10), [])
      const position = { batch: 3, seq: 7 }
      assert.isTrue(yield* store.enable(clientId, endpointId, position))
      assert.isFalse(yield* store.enable(clientId, endpointId, position))
      const state = Option.getOrThrow(yield* deliveries.state(endpointId))
      assert.deepStrictEqual(state.position, position)
      assert.isUndefined(state.replay)
      assert.isUndefined(state.endpoint.disabled)
    })

    test("removes an endpoint with its deliveries", function* (store) {
      const { clientId, endpointId } = yield* Sample.addEndpoint()
      const deliveries = yield* WebhookDeliveryStore
      const attempts = yield* Effect.all(Array.from({ length: Fixture.manyRowsCount }, () => Sample.makeAttempt()))
      yield* deliveries.record(Sample.makeRound(endpointId, { attempts }))
      yield* deliveries.redeliver([endpointId], yield* Fixture.newId, at)
      assert.isTrue(yield* store.remove(clientId, endpointId))
      assert.isFalse(yield* store.remove(clientId, endpointId))
      assert.deepStrictEqual(yield* store.list(clientId), [])
      assert.deepStrictEqual(yield* deliveries.attempts({ clientId, endpointId, limit: 10 }), [])
      assert.isFalse(yield* deliveries.record(Sample.makeRound(endpointId, { from: { batch: 0, seq: 1 } })))
    })
  })
