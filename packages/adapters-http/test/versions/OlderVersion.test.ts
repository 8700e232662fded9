/** Tests over HTTP that adding an older version takes only one folder (spec 2.2, 9). */
import * as NodeHttpServer from "@effect/platform-node/NodeHttpServer"
import { assert, layer } from "@effect/vitest"
import { HttpApp, FastPath } from "@sheaf/adapters-http"
import { TestClient } from "@sheaf/sandbox-site/testing"
import type { StartCommand } from "@sheaf/domain/StartCollection"
import { Collections, UnknownCompany } from "@sheaf/ports"
import { testsOf } from "@sheaf/ports/testing"
import { Context, Effect, Layer } from "effect"
import * as TestServer from "../../src/testing/TestServer.ts"
import * as World from "../World.ts"
import { ids } from "../World.ts"
import { line } from "./2024-07-01/Served20240701.ts"

const starts: Array<StartCommand> = []

const world = Layer.effect(
  Collections,
  Effect.map(Collections, (collections) => ({
    ...collections,
    start: (...[caller, request]: Parameters<typeof collections.start>) => {
      if (request.company === "se-nowhere") return Effect.fail(new UnknownCompany())
      starts.push(request)
      return collections.start(caller, request)
    }
  }))
).pipe(Layer.provideMerge(World.layer))

class Service extends Context.Service<Service, TestClient>()("@sheaf/adapters-http/test/OlderVersion/Service") {}

const service = Layer.effect(
  Service,
  Effect.gen(function* () {
    const usual = yield* NodeHttpServer.makeHandler(yield* HttpApp.make({ line }), { scope: yield* Effect.scope })
    const fast = yield* FastPath.make({ line })
    const { origin } = yield* TestServer.make((request, response) =>
      fast(request, response, () => usual(request, response))
    )
    // The version is fictitious, so the contract in this repository does not contain it.
    return new TestClient({ base: origin, contract: "unchecked", headers: { "authorization-token": World.apiKey } })
  })
).pipe(Layer.provide(World.polls), Layer.provide(world))

const send = (path: string, version?: string, body?: object) =>
  Effect.flatMap(Service, (client) => {
    const headers = { "service-version": version }
    return Effect.promise(() => (body ? client.post(path, body, headers) : client.send(path, { headers })))
  })

const oldest = "2024-07-01"
const login = { loginMethod: "EMAIL", input: { USERNAME: "maja.lind@example.com" } }

layer(service)("An added older version", (it) => {
  const test = testsOf(it, Service)

  test("starts a collection with its renamed member on its own path", function* () {
    const started = yield* send("/collect/insurance", oldest, { provider: "se-nordhem", ...login })
    assert.strictEqual(started.status, 200)
    assert.containsSubset(started.json, { id: ids.running, company: "se-nordhem", status: "RUNNING" })
    assert.deepStrictEqual(starts.at(-1), {
      company: "se-nordhem",
      loginMethod: "EMAIL",
      parameters: [{ type: "EMAIL", email: "maja.lind@example.com" }],
      products: ["INSURANCE"],
      standsAlone: true
    })
  })

  test("uses its own names in problems", function* () {
    const newer = yield* send("/collect/insurance", oldest, { company: "se-nordhem", ...login })
    assert.containsSubset(newer.json, {
      errors: [
        { code: "MISSING_FIELD", pointer: "/provider" },
        { code: "UNKNOWN_FIELD", pointer: "/company" }
      ]
    })
    const unknown = yield* send("/collect/insurance", oldest, { provider: "se-nowhere", ...login })
    assert.containsSubset(unknown.json, { errors: [{ code: "UNKNOWN_COMPANY", pointer: "/provider" }] })
  })

  test("shows its own status and the next version's statuses", function* () {
    const statusOf = (id: string) => send(`/collect/insurance/${id}/status`, oldest)
    assert.containsSubset((yield* statusOf(ids.running)).json, { status: "FETCHING" })
    assert.containsSubset((yield* statusOf(ids.waiting)).json, { status: "TWO_FACTOR_PENDING" })
    const notApplicable = yield* statusOf(ids.notApplicableInEstonia)
    assert.containsSubset(notApplicable.json, { status: "REJECTED_INCORRECT_LOGIN_METHOD" })
    assert.notProperty(notApplicable.json, "collectionId")
    assert.strictEqual((yield* statusOf(ids.accountsOnly)).status, 404)
  })

  test("applies to requests without a version", function* () {
    const { headers } = yield* send(`/collect/insurance/${ids.running}/status`)
    assert.strictEqual(headers.get("service-version"), oldest)
    assert.strictEqual(headers.get("deprecation"), `@${Date.UTC(2025, 0, 1) / 1000}`)
  })

  test("is listed with its successor", function* () {
    const { json } = yield* send("/versions")
    assert.containsSubset(json, [
      { version: oldest, status: "DEPRECATED", deprecatedAt: "2025-01-01T00:00:00.000Z", changes: [] },
      { version: "2025-01-01", status: "DEPRECATED", deprecatedAt: "2026-04-01T00:00:00.000Z" },
      { version: "2026-04-01", status: "CURRENT" }
    ])
    const changes = line.versions.changes("2025-01-01")
    assert.strictEqual(changes.length, 3)
    assert.containsSubset(json, [{}, { changes: changes.map(({ title }) => ({ title })) }])
    assert.containsSubset((yield* send("/statuses")).json, [
      { status: "COLLECTING", versions: ["2025-01-01", "2026-04-01"] },
      { status: "FETCHING", versions: [oldest], final: false }
    ])
  })

  test("has its own document", function* () {
    const { json } = yield* send("/openapi/2024-07-01.json")
    const parameter = (required: boolean) => ({ components: { parameters: { ServiceVersion: { required } } } })
    assert.containsSubset(json, { info: { version: oldest }, ...parameter(false) })
    assert.nestedProperty(json, "paths./collect/insurance.post")
    assert.containsSubset((yield* send("/openapi/2025-01-01.json")).json, parameter(true))
  })

  test("is named to clients that request its path in another version", function* () {
    const elsewhere = yield* send(`/collect/insurance/${ids.running}/status`, "2026-04-01")
    assert.containsSubset(elsewhere.json, { code: "NOT_IN_THIS_VERSION" })
    assert.match(JSON.stringify(elsewhere.json), /one of: 2024-07-01/)
  })

  test("does not change the other versions", function* () {
    const one = yield* send(`/insurance/collection/${ids.running}/status`, "2025-01-01")
    assert.containsSubset(one.json, { id: ids.running, status: "COLLECTING" })
    assert.strictEqual(one.headers.get("deprecation"), `@${Date.UTC(2026, 3, 1) / 1000}`)
    const other = yield* send(`/collections/${ids.running}/status`, "2026-04-01")
    assert.containsSubset(other.json, { collectionId: ids.running, status: "COLLECTING" })
    assert.isFalse(other.headers.has("deprecation"))
    const body = {
      company: "se-nordhem",
      loginMethod: "EMAIL",
      parameters: [{ type: "EMAIL", email: "m@example.com" }]
    }
    assert.strictEqual((yield* send("/collections", "2026-04-01", body)).status, 201)
  })
})
