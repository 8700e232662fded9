/**
 * Tests which facts about a request decide its admission, and that later stages reject a request that has not been
 * admitted.
 */
import { assert, layer } from "@effect/vitest"
import {
  ApiKeyAuthentication,
  CompaniesGroup,
  PageAuthentication,
  RateLimiting,
  SameOriginCheck,
  UserAuthentication
} from "@sheaf/http-contract"
import { testsOf } from "@sheaf/ports/testing"
import { Cause, Effect, Exit, Layer } from "effect"
import { HttpRouter, HttpServerRequest, HttpServerResponse } from "effect/http"
import { HttpApi } from "effect/http-api"
import type { HttpApiEndpoint, HttpApiGroup } from "effect/http-api"
import * as Rates from "../../src/inbound/limits/Rates.ts"
import { tokens } from "../TestUsers.ts"
import * as World from "../World.ts"
import type { Endpoint } from "../../src/inbound/admission/Admission.ts"
import * as RequestAdmission from "../../src/inbound/admission/RequestAdmission.ts"
import * as RateLimiter from "../../src/inbound/limits/RateLimiter.ts"

const operationsOf = <Id extends string, Groups extends HttpApiGroup.Constraint>(api: HttpApi.HttpApi<Id, Groups>) => {
  const found: Array<{ readonly endpoint: HttpApiEndpoint.Top; readonly group: HttpApiGroup.Top }> = []
  HttpApi.reflect(api, {
    predicate: ({ endpoint, group }) => {
      found.push({ endpoint, group })
      return false
    },
    onGroup: () => {},
    onEndpoint: () => {}
  })
  return found
}

const request = HttpServerRequest.fromWeb(
  new Request("https://sheaf.test", {
    headers: {
      "authorization-token": World.apiKey,
      authorization: `Bearer ${tokens.maja}`,
      "sec-fetch-site": "cross-site"
    }
  })
)

const [operation = assert.fail("no operation")] = operationsOf(HttpApi.make("version").add(CompaniesGroup))
const { endpoint } = operation

const enter = (
  verifiers: RequestAdmission.CredentialVerifiers,
  ...[credentials, isSameOrigin, to = endpoint]: Parameters<typeof routeOf>
) => RequestAdmission.admitRequest(verifiers, { request, requestId: "1" }, routeOf(credentials, isSameOrigin, to))

const routeOf = (credentials: "KEY" | "NONE" | "PAGE" | "TOKEN", isSameOrigin: boolean, to: Endpoint = endpoint) =>
  ({
    _tag: "Found",
    security: { credentials, scope: undefined, requiresSameOrigin: isSameOrigin },
    endpoint: to,
    ids: ""
  }) as const

const limited = Layer.provideMerge(RateLimiter.layer(Rates.defaults), World.layer)

layer(limited)("A page of another origin", (it) => {
  const read = () => Effect.die("credentials were read")

  testsOf(it, RequestAdmission.credentialVerifiers).each(["NONE", "KEY", "TOKEN", "PAGE"] as const)(
    "sends no request that demands its own origin and %s, whose credentials are not even read",
    function* (verifiers, credentials) {
      const closed: RequestAdmission.CredentialVerifiers = {
        ...verifiers,
        keys: { ...verifiers.keys, verify: read },
        tokens: { ...verifiers.tokens, verify: read },
        pages: { ...verifiers.pages, baseUrl: Effect.succeed("https://sheaf.test"), authenticate: read }
      }
      assert.strictEqual((yield* Effect.flip(enter(closed, credentials, true)))._tag, "CrossSite")
    }
  )
})

const handler = Effect.die("the handler ran")

const surroundings = Layer.mergeAll(
  Layer.succeed(HttpServerRequest.HttpServerRequest, request),
  Layer.succeed(HttpServerRequest.ParsedSearchParams, {}),
  Layer.succeed(HttpRouter.RouteContext, {
    params: {},
    route: HttpRouter.route("GET", "/things/:id", HttpServerResponse.empty())
  })
)

const names = ["SameOrigin", "Authenticated", "UserAuthenticated", "PageAuthenticated", "RateLimited"] as const

type Stages = ApiKeyAuthentication | PageAuthentication | RateLimiting | SameOriginCheck | UserAuthentication

const stages: Record<(typeof names)[number], Effect.Effect<unknown, unknown, HttpRouter.Provided | Stages>> = {
  SameOrigin: Effect.flatMap(SameOriginCheck, (stage) => stage(handler, operation)),
  Authenticated: Effect.flatMap(ApiKeyAuthentication, (stage) => stage(handler, operation)),
  UserAuthenticated: Effect.flatMap(UserAuthentication, (stage) => stage(handler, operation)),
  PageAuthenticated: Effect.flatMap(PageAuthentication, (stage) => stage(handler, operation)),
  RateLimited: Effect.flatMap(RateLimiting, (stage) => stage(handler, operation))
}

layer(
  Layer.provideMerge(Layer.mergeAll(RequestAdmission.callerLayer, RequestAdmission.rateLayer, surroundings), limited)
)("A stage that depends on the admission", (it) => {
  testsOf(it, RequestAdmission.credentialVerifiers).each(names)(
    "fails without one, and with the admission to another operation: %s",
    function* (verifiers, name) {
      const outcome = (admission: Effect.Success<ReturnType<typeof enter>> | undefined) =>
        Effect.map(
          Effect.exit(Effect.provideService(stages[name], RequestAdmission.CurrentAdmission, admission)),
          (exit) => (Exit.isFailure(exit) ? Cause.pretty(exit.cause) : "no failure")
        )
      assert.include(yield* outcome(undefined), "without its admission")
      const elsewhere = yield* enter(verifiers, "NONE", false, { method: "GET", path: "/others" })
      assert.include(yield* outcome(elsewhere), "with the admission to another operation")
    }
  )
})
