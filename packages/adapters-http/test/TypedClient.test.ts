/** The contract as its typed client sees it: what the server sends is what the contract says, headers too. */
import { assert, layer } from "@effect/vitest"
import { Api20260401 } from "@sheaf/http-contract"
import { Effect, Layer } from "effect"
import { FetchHttpClient, HttpClient, HttpClientRequest } from "effect/http"
import { HttpApiClient } from "effect/http-api"
import * as Client from "./Client.ts"
import { documentBytes, documentId, ids, insurances, scenarios, seen, wealth } from "./World.ts"

const throughTheInterface = Layer.effect(
  FetchHttpClient.Fetch,
  Effect.map(
    Client.Client,
    ({ fetch }) =>
      (input, init) =>
        fetch(new Request(input instanceof URL ? input.href : input, init))
  )
)

const typed = HttpApiClient.make(Api20260401, {
  baseUrl: "http://sheaf.test",
  transformClient: HttpClient.mapRequest(HttpClientRequest.setHeaders(Client.usualHeaders))
})

const surroundings = FetchHttpClient.layer.pipe(Layer.provideMerge(throughTheInterface), Layer.provide(Client.layer))

layer(surroundings)("The typed client", (it) => {
  it.effect("follows a collection from its start to its data", () =>
    Effect.gen(function* () {
      const { collectedData, collections } = yield* typed
      const started = yield* collections.start({
        payload: {
          company: "se-nordhem",
          loginMethod: "EMAIL",
          parameters: [{ type: "EMAIL", email: "maja@example.com" }]
        }
      })
      assert.strictEqual(started.headers.location, `/collections/${started.body.collectionId}/status`)

      const polled = yield* collections.status({ params: { collectionId: ids.waiting } })
      assert.strictEqual(polled.body.status, "TWO_FACTOR_PENDING")
      assert.strictEqual(polled.headers["retry-after"], "2")
      assert.include(polled.headers.etag, ids.waiting)

      const payload = { type: "TWO_FACTOR_CODE", value: "123456" } as const
      const supplied = yield* collections.supplementInfo({ params: { collectionId: ids.waiting }, payload })
      assert.strictEqual(supplied.body.collectionId, ids.waiting)

      const params = { collectionId: ids.completed }
      assert.deepStrictEqual((yield* collectedData.insuranceData({ params })).body, insurances)
      assert.deepStrictEqual((yield* collectedData.wealthData({ params })).body, wealth)
      const document = yield* collectedData.insuranceDocument({ params: { ...params, documentId } })
      assert.deepStrictEqual(Array.from(document.body), Array.from(documentBytes))
      assert.include(document.headers["content-disposition"], "attachment")
    })
  )

  it.effect("lists with typed filters", () =>
    Effect.gen(function* () {
      const { collections } = yield* typed
      const query = { latest: true, statusIn: ["RUNNING", "LOGIN"], limit: 2 } as const
      const page = yield* collections.list({ query })
      assert.lengthOf(page.body, 2)
      assert.include(page.headers.link, 'rel="next"')
      assert.deepStrictEqual({ ...seen.list }, { ...query, statusIn: [...query.statusIn] })
    })
  )

  it.effect("reads companies and scenarios", () =>
    Effect.gen(function* () {
      const { companies, sandbox } = yield* typed
      const availability = yield* companies.availability({ query: { market: "fr" } })
      assert.deepStrictEqual(
        availability.body.map(({ company }) => company),
        ["fr-lumiere"]
      )
      assert.deepStrictEqual(yield* sandbox.scenarios(), scenarios)
    })
  )

  it.effect("gets problems as typed failures", () =>
    Effect.gen(function* () {
      const { collectedData } = yield* typed
      const tooEarly = yield* Effect.flip(collectedData.wealthData({ params: { collectionId: ids.running } }))
      assert.containsSubset(tooEarly, { status: 409, code: "COLLECTION_NOT_COMPLETED" })
      const unknown = yield* Effect.flip(collectedData.wealthData({ params: { collectionId: ids.unknown } }))
      assert.containsSubset(unknown, { status: 404, code: "NOT_FOUND" })
    })
  )
})
