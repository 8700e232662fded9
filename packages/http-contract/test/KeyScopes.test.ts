/** Tests which scope each operation requires of an API key that is limited to scopes (spec 5). */
import type { ApiKeyScope } from "@sheaf/domain/ApiKeyScope"
import { HttpApi, HttpApiEndpoint } from "effect/http-api"
import type { HttpApiGroup } from "effect/http-api"
import { assert, describe, it } from "vitest"
import { ApiKeyAuthentication, Contracts, HeadApi, Operation, UserAuthentication } from "../src/index.ts"

const operationsOf = <Id extends string, Groups extends HttpApiGroup.Constraint>(api: HttpApi.HttpApi<Id, Groups>) => {
  const found: Array<readonly [operation: string, scope: ApiKeyScope | undefined]> = []
  HttpApi.reflect(api, {
    onGroup: () => {},
    onEndpoint: ({ endpoint }) => {
      const { method, middlewares, path } = endpoint
      if (!middlewares.has(ApiKeyAuthentication) && !middlewares.has(UserAuthentication)) return
      found.push([`${method} ${path}`, Operation.requiredScopeOf(endpoint)])
    }
  })
  return found
}

const within = (scope: ApiKeyScope | undefined) =>
  operationsOf(HeadApi)
    .filter(([, needed]) => needed === scope)
    .map(([operation]) => operation)

describe("the scope of an operation", () => {
  it("is a scope for everything that reads or changes a person's data", () => {
    assert.sameMembers(within(undefined), [
      "GET /companies/availability",
      "GET /companies/supported-products",
      "POST /users",
      "GET /users",
      "GET /users/:userId"
    ])
    assert.deepStrictEqual(within("users:erase"), ["DELETE /users/:userId"])
    assert.deepStrictEqual(within("events:read"), ["GET /events", "GET /events/:eventId"])
    assert.sameMembers(within("collections:write"), [
      "POST /collections",
      "POST /collections/:collectionId/supplement-info",
      "POST /collections/:collectionId/confirmation",
      "DELETE /collections/:collectionId",
      "POST /monitors",
      "PATCH /monitors/:monitorId",
      "DELETE /monitors/:monitorId",
      "POST /monitors/:monitorId/run"
    ])
    assert.sameMembers(within("webhooks"), [
      "POST /webhook-endpoints",
      "GET /webhook-endpoints",
      "GET /webhook-endpoints/:endpointId",
      "PATCH /webhook-endpoints/:endpointId",
      "DELETE /webhook-endpoints/:endpointId",
      "POST /webhook-endpoints/:endpointId/rotate",
      "POST /webhook-endpoints/:endpointId/test",
      "GET /webhook-endpoints/:endpointId/deliveries",
      "POST /webhook-endpoints/:endpointId/replay",
      "POST /events/:eventId/redeliver"
    ])
    assert.includeMembers(within("consents"), ["POST /users/:userId/sessions", "GET /users/:userId/consents"])
  })

  it("is the same in the older version", () => {
    const older = new Map(operationsOf(Contracts.contracts["2025-01-01"].api))
    assert.strictEqual(older.get("POST /wealth/collection"), "collections:write")
    assert.strictEqual(older.get("GET /insurance/collection/:collectionId/data"), "collections:read")
    for (const [operation, scope] of operationsOf(HeadApi)) {
      if (older.has(operation)) assert.strictEqual(older.get(operation), scope, operation)
    }
  })

  it("cannot be forgotten when an operation is added", () => {
    const forgotten = Operation.make("getHealth", {}, () => HttpApiEndpoint.get("forgotten", "/forgotten"))
    assert.throws(() => Operation.requiredScopeOf(forgotten), "GET /forgotten does not declare the scope that it needs")
  })
})
