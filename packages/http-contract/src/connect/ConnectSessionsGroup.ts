/** The operations on Connect sessions, identical in every version (spec 13). */
import {
  ConfirmConnectSession,
  ConnectSession,
  ConnectSessionId,
  ConnectSessionLink,
  ConnectSessionStatus,
  CreateConnectSession
} from "@sheaf/domain/ConnectSession"
import * as Annotations from "@sheaf/domain/Annotations"
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
import * as Operation from "../openapi/Operation.ts"
import * as Paging from "../openapi/Paging.ts"
import * as Problem from "../problems/Problem.ts"

const scope = "connect"

const params = { connectSessionId: ConnectSessionId }

const [collect, permissions] = Annotations.annotationsOf(CreateConnectSession).examples
const [link] = Annotations.annotationsOf(ConnectSessionLink).examples
const [session] = Annotations.annotationsOf(ConnectSession).examples
const [code] = Annotations.annotationsOf(ConfirmConnectSession).examples

const create = Operation.make(
  "createConnectSession",
  {
    scope,
    examples: { request: { collect, permissions }, answer: { link } },
    problems: Problem.declareCodes("UNKNOWN_COMPANY", "SENSITIVE_NOT_ALLOWED")
  },
  (error) =>
    HttpApiEndpoint.post("create", "/connect-sessions", {
      payload: CreateConnectSession,
      success: HttpApiSchema.WithHeaders(ConnectSessionLink.pipe(HttpApiSchema.status(201)), {
        ...noStoreHeaders,
        location: Schema.String.annotate({ description: "The address of the session." })
      }),
      error
    })
      .middleware(JsonRequestBody)
      .middleware(IdempotencyKeyRejection)
)

const list = Operation.make(
  "listConnectSessions",
  {
    scope,
    examples: { answer: { page: [session] } },
    problems: Problem.declareCodes("INVALID_FIELD", "INVALID_CURSOR"),
    query: Paging.listQueriesOf("ConnectSessionStatus")
  },
  (error) =>
    HttpApiEndpoint.get("list", "/connect-sessions", {
      query: Paging.statusListFieldsOf(ConnectSessionStatus),
      success: HttpApiSchema.WithHeaders(Schema.Array(ConnectSession), { ...noStoreHeaders, ...Paging.nextPageHeader }),
      error
    })
)

const read = Operation.make(
  "getConnectSession",
  { scope, examples: { answer: { session } }, problems: Problem.declareCodes("NOT_FOUND") },
  (error) =>
    HttpApiEndpoint.get("read", "/connect-sessions/:connectSessionId", {
      params,
      success: HttpApiSchema.WithHeaders(ConnectSession, noStoreHeaders),
      error
    }).middleware(PathIdValidation)
)

const confirm = Operation.make(
  "confirmConnectSession",
  {
    scope,
    examples: { request: { code }, answer: { session } },
    problems: Problem.declareCodes(
      "NOT_FOUND",
      "USER_TOKEN_REQUIRED",
      "CONNECT_SESSION_NOT_CONFIRMED",
      "TOO_MANY_MONITORS",
      "IDEMPOTENCY_KEY_REUSED"
    )
  },
  (error) =>
    HttpApiEndpoint.post("confirm", "/connect-sessions/:connectSessionId/confirmation", {
      params,
      payload: ConfirmConnectSession,
      success: HttpApiSchema.WithHeaders(ConnectSession, noStoreHeaders),
      error
    })
      .middleware(JsonRequestBody)
      .middleware(PathIdValidation)
      .middleware(IdempotencyKeySupport)
)

export const ConnectSessionsGroup = HttpApiGroup.make("connectSessions")
  .add(create, list, read, confirm)
  .middleware(RequestValidation)
  .middleware(ContentNegotiation)
  .middleware(RateLimiting)
  .middleware(ApiKeyAuthentication)
  .annotateMerge(Operation.groupAnnotations("connectSessions"))
