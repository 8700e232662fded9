/** The operations on Connect sessions, identical in every version (spec 13). */
import {
  ConfirmConnectSession,
  ConnectSession,
  ConnectSessionId,
  ConnectSessionLink,
  CreateConnectSession
} from "@sheaf/domain/ConnectSession"
import * as Texts from "@sheaf/domain/Texts"
import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema } from "effect/http-api"
import { personal } from "../openapi/Caching.ts"
import {
  Authenticated,
  Identified,
  Negotiated,
  RateLimited,
  Readable,
  Repeatable,
  Unrepeatable,
  Validated
} from "../access/Conditions.ts"
import * as Operation from "../openapi/Operation.ts"
import * as Problem from "../problems/Problem.ts"

const scope = "connect"

const params = { connectSessionId: ConnectSessionId }

const [collect, permissions] = Texts.wordsOf(CreateConnectSession).examples
const [link] = Texts.wordsOf(ConnectSessionLink).examples
const [session] = Texts.wordsOf(ConnectSession).examples
const [code] = Texts.wordsOf(ConfirmConnectSession).examples

const create = Operation.make(
  "createConnectSession",
  {
    scope,
    examples: { request: { collect, permissions }, answer: { link } },
    problems: Problem.of("UNKNOWN_COMPANY")
  },
  (error) =>
    HttpApiEndpoint.post("create", "/connect-sessions", {
      payload: CreateConnectSession,
      success: HttpApiSchema.WithHeaders(ConnectSessionLink.pipe(HttpApiSchema.status(201)), {
        ...personal,
        location: Schema.String.annotate({ description: "The address of the session." })
      }),
      error
    })
      .middleware(Readable)
      .middleware(Unrepeatable)
)

const read = Operation.make(
  "getConnectSession",
  { scope, examples: { answer: { session } }, problems: Problem.of("NOT_FOUND") },
  (error) =>
    HttpApiEndpoint.get("read", "/connect-sessions/:connectSessionId", {
      params,
      success: HttpApiSchema.WithHeaders(ConnectSession, personal),
      error
    }).middleware(Identified)
)

const confirm = Operation.make(
  "confirmConnectSession",
  {
    scope,
    examples: { request: { code }, answer: { session } },
    problems: Problem.of("NOT_FOUND", "USER_TOKEN_REQUIRED", "CONNECT_SESSION_NOT_CONFIRMED", "IDEMPOTENCY_KEY_REUSED")
  },
  (error) =>
    HttpApiEndpoint.post("confirm", "/connect-sessions/:connectSessionId/confirmation", {
      params,
      payload: ConfirmConnectSession,
      success: HttpApiSchema.WithHeaders(ConnectSession, personal),
      error
    })
      .middleware(Readable)
      .middleware(Identified)
      .middleware(Repeatable)
)

export const ConnectSessionsGroup = HttpApiGroup.make("connectSessions")
  .add(create, read, confirm)
  .middleware(Validated)
  .middleware(Negotiated)
  .middleware(RateLimited)
  .middleware(Authenticated)
  .annotateMerge(Operation.group("connectSessions"))
