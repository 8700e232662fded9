/** Users, their sessions and their erasure, identical in every version (spec 5). */
import { CreateUser, ExternalId, UserSession, User, UserId } from "@sheaf/domain/User"
import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema } from "effect/http-api"
import { noStoreHeaders } from "../openapi/Caching.ts"
import {
  ApiKeyAuthentication,
  PathIdValidation,
  ContentNegotiation,
  RateLimiting,
  JsonRequestBody,
  IdempotencyKeySupport,
  IdempotencyKeyRejection,
  RequestValidation
} from "../access/Middlewares.ts"
import * as ConsentList from "../consents/ConsentList.ts"
import { consentListParts, consentListResponse } from "../consents/ConsentsGroup.ts"
import { session, user } from "../openapi/Examples.ts"
import * as Operation from "../openapi/Operation.ts"
import * as Paging from "../openapi/Paging.ts"
import * as Problem from "../problems/Problem.ts"
import queries from "../openapi/queries.json" with { type: "json" }

const params = { userId: UserId }

const problems = Problem.declareCodes("NOT_FOUND")

const notKept = { "cache-control": "no-store" } as const

const created = Schema.Struct({ created: Schema.Literal(true), user: User, location: Schema.String }).pipe(
  HttpApiSchema.encodeToWithHeaders(
    {
      body: User.pipe(HttpApiSchema.status(201)),
      headers: { ...noStoreHeaders, location: Schema.String.annotate({ description: "The address of the user." }) }
    },
    {
      decode: ({ body, headers: { location } }) => ({ created: true, user: body, location }),
      encode: ({ location, user }) => ({ body: user, headers: { ...notKept, location } })
    }
  )
)

const existing = Schema.Struct({ created: Schema.Literal(false), user: User }).pipe(
  HttpApiSchema.encodeToWithHeaders(
    { body: User, headers: noStoreHeaders },
    { decode: ({ body }) => ({ created: false, user: body }), encode: ({ user }) => ({ body: user, headers: notKept }) }
  )
)

const create = Operation.make(
  "createUser",
  {
    scope: "any",
    examples: { request: { user: { externalId: user.externalId } }, answer: { user } },
    problems: Problem.declareCodes("NOT_FOUND", "IDEMPOTENCY_KEY_REUSED")
  },
  (error) =>
    HttpApiEndpoint.post("create", "/users", {
      payload: CreateUser,
      success: [created, existing],
      error
    })
      .middleware(JsonRequestBody)
      .middleware(IdempotencyKeySupport)
)

const find = Operation.make(
  "findUsers",
  {
    scope: "any",
    examples: { answer: { found: [user] } },
    problems: Problem.declareCodes("INVALID_FIELD", "INVALID_CURSOR"),
    query: { ...queries.list, ...queries.users }
  },
  (error) =>
    HttpApiEndpoint.get("find", "/users", {
      query: { externalId: Schema.optionalKey(ExternalId), ...Paging.listFields },
      success: HttpApiSchema.WithHeaders(Schema.Array(User), { ...noStoreHeaders, ...Paging.nextPageHeader }),
      error
    })
)

const read = Operation.make("getUser", { scope: "any", examples: { answer: { user } }, problems }, (error) =>
  HttpApiEndpoint.get("read", "/users/:userId", {
    params,
    success: HttpApiSchema.WithHeaders(User, noStoreHeaders),
    error
  }).middleware(PathIdValidation)
)

const erase = Operation.make("eraseUser", { scope: "users:erase", problems }, (error) =>
  HttpApiEndpoint.delete("erase", "/users/:userId", { params, success: HttpApiSchema.NoContent, error }).middleware(
    PathIdValidation
  )
)

const openSession = Operation.make(
  "openSession",
  { scope: "consents", examples: { answer: { session } }, problems },
  (error) =>
    HttpApiEndpoint.post("openSession", "/users/:userId/sessions", {
      params,
      success: HttpApiSchema.WithHeaders(UserSession.pipe(HttpApiSchema.status(201)), noStoreHeaders),
      error
    })
      .middleware(PathIdValidation)
      .middleware(IdempotencyKeyRejection)
)

const endSessions = Operation.make("endSessions", { scope: "consents", problems }, (error) =>
  HttpApiEndpoint.delete("endSessions", "/users/:userId/sessions", {
    params,
    success: HttpApiSchema.NoContent,
    error
  }).middleware(PathIdValidation)
)

const { userId: _, ...queryOfUser } = ConsentList.queryFields

const consents = Operation.make(
  "listConsentsOfUser",
  {
    ...consentListParts,
    scope: "consents",
    problems: Problem.declareCodes("NOT_FOUND", "INVALID_FIELD", "INVALID_CURSOR")
  },
  (error) =>
    HttpApiEndpoint.get("consents", "/users/:userId/consents", {
      params,
      query: queryOfUser,
      success: consentListResponse,
      error
    }).middleware(PathIdValidation)
)

export const UsersGroup = HttpApiGroup.make("users")
  .add(create, find, read, erase, openSession, endSessions, consents)
  .middleware(RequestValidation)
  .middleware(ContentNegotiation)
  .middleware(RateLimiting)
  .middleware(ApiKeyAuthentication)
  .annotateMerge(Operation.groupAnnotations("users"))
