/**
 * Tests that compiling the fast path fails if the contract declares something that the fast path does not implement.
 */
import { assert, describe, it } from "@effect/vitest"
import { CollectionId, StatusObject } from "@sheaf/domain/Collection"
import {
  ApiKeyAuthentication,
  HeadApi,
  PathIdValidation,
  ContentNegotiation,
  Problem,
  ProblemResponses,
  RateLimiting,
  JsonRequestBody,
  RequestValidation
} from "@sheaf/http-contract"
import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiMiddleware, HttpApiSchema } from "effect/http-api"
import * as StatusRoute from "../../src/inbound/responses/StatusRoute.ts"

class Paced extends HttpApiMiddleware.Service<Paced>()(
  "@sheaf/adapters-http/test/Paced",
  Problem.declareCodes("NOT_READY")
) {}

const params = { collectionId: CollectionId }

const headers = {
  etag: Schema.String,
  "cache-control": Schema.String,
  "retry-after": Schema.optionalKey(Schema.String),
  "preference-applied": Schema.optionalKey(Schema.String)
}

const success = HttpApiSchema.WithHeaders(StatusObject, headers)

const path = "/collections/:collectionId/status"

const conditions = [
  ApiKeyAuthentication,
  PathIdValidation,
  ContentNegotiation,
  ProblemResponses,
  RateLimiting,
  RequestValidation
]

const behindAll = <Endpoint extends StatusRoute.EndpointDeclaration>(
  endpoint: Endpoint
): StatusRoute.EndpointDeclaration => ({
  ...endpoint,
  method: endpoint.method,
  middlewares: new Set([...endpoint.middlewares, ...conditions])
})

const plain = HttpApiEndpoint.get("status", path, { params, success })

const otherwise = (
  parts: {
    readonly [Part in "headers" | "params" | "query"]?: Schema.Struct.Fields
  } & { readonly success?: HttpApiEndpoint.SuccessConstraint }
) => behindAll(HttpApiEndpoint.get("status", path, { params, success, ...parts }))

describe("A polled path", () => {
  const place = StatusRoute.compile("2026-04-01", HeadApi.groups.collections.endpoints.status, [200])

  it("keeps the path of its endpoint", () => {
    assert.deepInclude(place, { template: path, before: "/collections/", after: "/status" })
  })

  for (const [what, declaration, reason] of [
    ["another method", behindAll(HttpApiEndpoint.post("status", path, { params, success })), "the method POST"],
    ["a condition of its own", behindAll(plain.middleware(Paced)), `the condition ${Paced.key}`],
    ["a body", behindAll(plain.middleware(JsonRequestBody)), `the condition ${JsonRequestBody.key}`],
    ["no credentials", plain.middleware(PathIdValidation), `a poll without ${ApiKeyAuthentication.key}`],
    ["a request header", otherwise({ headers: { prefer: Schema.String } }), "request headers"],
    ["a query", otherwise({ query: { wait: Schema.String } }), "queries"],
    [
      "two ids",
      behindAll(
        HttpApiEndpoint.get("status", "/:a/:b/status", { params: { a: CollectionId, b: CollectionId }, success })
      ),
      "a path with parameters other than one id"
    ],
    [
      "an id that is decoded",
      otherwise({ params: { collectionId: Schema.NumberFromString } }),
      "parameters that are decoded"
    ],
    [
      "text",
      otherwise({ success: HttpApiSchema.WithHeaders(Schema.String.pipe(HttpApiSchema.asText()), headers) }),
      "responses other than JSON"
    ],
    [
      "another response header",
      otherwise({ success: HttpApiSchema.WithHeaders(StatusObject, { ...headers, link: Schema.String }) }),
      "responses with the headers cache-control, etag, link, preference-applied, retry-after"
    ]
  ] as const) {
    it(`does not compile with ${what}`, () => {
      assert.throws(() => StatusRoute.compile("2026-04-01", declaration, [200]), `it does not support ${reason}`)
    })
  }

  it("does not compile with another status", () => {
    assert.throws(
      () => StatusRoute.compile("2026-04-01", behindAll(plain), [203]),
      "it does not support responses with 203"
    )
  })

  it("does not compile with two kinds of responses", () => {
    const two = otherwise({ success: [success, HttpApiSchema.NoContent] })
    assert.throws(() => StatusRoute.compile("2026-04-01", two, [200]), "must declare exactly one success")
  })
})
