/** The contract of {@link ServiceSampleStore}. All tests share one store, so each test uses its own dates. */
import { assert, layer } from "@effect/vitest"
import { periodOf } from "@sheaf/domain/FigurePeriod"
import type { Resolution } from "@sheaf/domain/FigurePeriod"
import { Effect } from "effect"
import type { Layer } from "effect"
import type { ClientStore } from "../../auth/ClientStore.ts"
import type { CollectionStore } from "../../collections/CollectionStore.ts"
import { WebhookDeliveryStore } from "../../events/WebhookDeliveryStore.ts"
import type { WebhookEndpointStore } from "../../events/WebhookEndpointStore.ts"
import { ServiceSampleStore } from "../../operator/ServiceSampleStore.ts"
import * as WebhookSample from "../events/WebhookSample.ts"
import * as Fixture from "../samples/Fixture.ts"

type Stores = ClientStore | CollectionStore | ServiceSampleStore | WebhookDeliveryStore | WebhookEndpointStore

export const serviceSampleStoreContract = <E, R>(name: string, adapter: Layer.Layer<Stores | R, E>) =>
  layer(adapter)(`the service sample store contract: ${name}`, (it) => {
    const test = Fixture.testsOf(it, ServiceSampleStore)

    test("keeps the worst of each period, and adds up longer periods", function* ({ sample, since }) {
      const at = (time: string) => Date.parse(`2031-03-04T${time}Z`)
      const of = (resolution: Resolution) =>
        Effect.map(since(periodOf(resolution, at("00:00:00"))), (all) =>
          all
            .filter(({ start }) => start < at("23:59:59"))
            .map(({ lateSeconds, open, start }) => [new Date(start).toISOString().slice(11, 16), open, lateSeconds])
        )
      yield* sample(at("10:01:10"), { open: 7, lateSeconds: 0 })
      yield* sample(at("10:02:10"), { open: 3, lateSeconds: 90 })
      yield* sample(at("10:05:10"), { open: 4, lateSeconds: 5 })
      yield* sample(at("11:00:00"), { open: 1, lateSeconds: 2 })
      assert.deepStrictEqual(yield* of("FIVE_MINUTES"), [
        ["10:00", 7, 90],
        ["10:05", 4, 5],
        ["11:00", 1, 2]
      ])
      assert.deepStrictEqual(yield* of("HOUR"), [
        ["10:00", 7, 90],
        ["11:00", 1, 2]
      ])
      assert.deepStrictEqual(yield* of("DAY"), [["00:00", 7, 90]])
      const [day] = yield* since(periodOf("DAY", at("00:00:00")))
      assert.deepInclude(day, { delivered: 0, undelivered: 0 })
      assert.isAbove(day?.databaseBytes ?? 0, 10_000)
    })

    test("measures the present, and records nothing", function* ({ measure, since }) {
      const at = Date.parse("2030-03-04T10:01:00Z")
      const state = yield* measure(at)
      assert.isAtLeast(state.nodes, 0)
      assert.isAbove(state.databaseBytes, 10_000)
      assert.notInclude(
        (yield* since(periodOf("FIVE_MINUTES", at))).map(({ start }) => start),
        periodOf("FIVE_MINUTES", at).start
      )
    })

    test("counts each attempt once, however often it samples", function* ({ sample, since }) {
      const at = Date.parse("2032-03-04T10:01:00Z")
      const { clientId, endpointId } = yield* WebhookSample.addEndpoint()
      const attempts = [
        yield* WebhookSample.makeAttempt({ at }),
        yield* WebhookSample.makeAttempt({ at, fault: "TIMEOUT" })
      ]
      const round = WebhookSample.makeRound(endpointId, { clientId, attempts })
      yield* (yield* WebhookDeliveryStore).record(round)
      const none = { open: 0, lateSeconds: 0 }
      for (const later of [0, 60_000, 4 * 60_000]) yield* sample(at + later, none)
      const found = Effect.map(since(periodOf("DAY", at)), (all) =>
        all.map(({ delivered, undelivered }) => [delivered, undelivered])
      )
      assert.deepStrictEqual(yield* found, [[1, 1]])
    })

    test("erases what is no longer kept", function* ({ erase, sample, since }) {
      const at = Date.parse("2033-03-04T10:01:00Z")
      yield* sample(at, { open: 1, lateSeconds: 0 })
      yield* erase([periodOf("HOUR", at)])
      assert.lengthOf(yield* since(periodOf("HOUR", at)), 0)
      assert.lengthOf(yield* since(periodOf("FIVE_MINUTES", at)), 1)
      yield* erase([periodOf("FIVE_MINUTES", at), periodOf("DAY", at)])
      assert.lengthOf(yield* since(periodOf("DAY", at)), 0)
    })
  })
