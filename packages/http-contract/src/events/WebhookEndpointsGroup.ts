/** Webhook endpoints and their deliveries, identical in every version (spec 6). */
import { EventId } from "@sheaf/domain/Event"
import { Timestamp } from "@sheaf/domain/Timestamp"
import { RedeliverEventRequest, Redelivery, WebhookAttempt, WebhookTestOutcome } from "@sheaf/domain/WebhookAttempt"
import {
  ChangeWebhookEndpoint,
  CreateWebhookEndpoint,
  WebhookEndpoint,
  WebhookEndpointId,
  WebhookEndpointWithSecret
} from "@sheaf/domain/WebhookEndpoint"
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
import queries from "../openapi/queries.json" with { type: "json" }
import webhooks from "../openapi/webhookExamples.json" with { type: "json" }
import * as Problem from "../problems/Problem.ts"

const scope = "webhooks"

const params = { endpointId: WebhookEndpointId }

const problems = Problem.declareCodes("NOT_FOUND")

const location = Schema.String.annotate({ description: "The address of the endpoint." })

const create = Operation.make(
  "createWebhookEndpoint",
  {
    scope,
    examples: { request: webhooks.requests, answer: { endpoint: webhooks.withSecret } },
    problems: Problem.declareCodes("NOT_FOUND", "TOO_MANY_WEBHOOK_ENDPOINTS")
  },
  (error) =>
    HttpApiEndpoint.post("create", "/webhook-endpoints", {
      payload: CreateWebhookEndpoint,
      success: HttpApiSchema.WithHeaders(WebhookEndpointWithSecret.pipe(HttpApiSchema.status(201)), {
        ...noStoreHeaders,
        location
      }),
      error
    })
      .middleware(JsonRequestBody)
      .middleware(IdempotencyKeyRejection)
)

const list = Operation.make(
  "listWebhookEndpoints",
  { scope, examples: { answer: { endpoints: [webhooks.endpoint] } } },
  () =>
    HttpApiEndpoint.get("list", "/webhook-endpoints", {
      success: HttpApiSchema.WithHeaders(Schema.Array(WebhookEndpoint), noStoreHeaders)
    })
)

const read = Operation.make(
  "getWebhookEndpoint",
  { scope, examples: { answer: { endpoint: webhooks.endpoint, disabled: webhooks.disabled } }, problems },
  (error) =>
    HttpApiEndpoint.get("read", "/webhook-endpoints/:endpointId", {
      params,
      success: HttpApiSchema.WithHeaders(WebhookEndpoint, noStoreHeaders),
      error
    }).middleware(PathIdValidation)
)

const change = Operation.make(
  "changeWebhookEndpoint",
  { scope, examples: { request: webhooks.changes, answer: { endpoint: webhooks.endpoint } }, problems },
  (error) =>
    HttpApiEndpoint.patch("change", "/webhook-endpoints/:endpointId", {
      params,
      payload: ChangeWebhookEndpoint,
      success: HttpApiSchema.WithHeaders(WebhookEndpoint, noStoreHeaders),
      error
    })
      .middleware(JsonRequestBody)
      .middleware(PathIdValidation)
)

const remove = Operation.make("deleteWebhookEndpoint", { scope, problems }, (error) =>
  HttpApiEndpoint.delete("remove", "/webhook-endpoints/:endpointId", {
    params,
    success: HttpApiSchema.NoContent,
    error
  }).middleware(PathIdValidation)
)

const rotate = Operation.make(
  "rotateWebhookSecret",
  {
    scope,
    examples: { answer: { endpoint: webhooks.withSecret } },
    problems: Problem.declareCodes("NOT_FOUND", "TOO_MANY_WEBHOOK_SECRETS")
  },
  (error) =>
    HttpApiEndpoint.post("rotate", "/webhook-endpoints/:endpointId/rotate", {
      params,
      success: HttpApiSchema.WithHeaders(WebhookEndpointWithSecret, noStoreHeaders),
      error
    })
      .middleware(PathIdValidation)
      .middleware(IdempotencyKeyRejection)
)

const test = Operation.make(
  "testWebhookEndpoint",
  {
    scope,
    examples: { answer: webhooks.outcomes },
    problems: Problem.declareCodes("NOT_FOUND", "IDEMPOTENCY_KEY_REUSED")
  },
  (error) =>
    HttpApiEndpoint.post("test", "/webhook-endpoints/:endpointId/test", {
      params,
      success: HttpApiSchema.WithHeaders(WebhookTestOutcome, noStoreHeaders),
      error
    })
      .middleware(PathIdValidation)
      .middleware(IdempotencyKeySupport)
)

const attempts = Operation.make(
  "listWebhookDeliveries",
  {
    scope,
    examples: { answer: { attempts: webhooks.attempts } },
    query: { limit: queries.list.limit, cursor: queries.list.cursor },
    problems: Problem.declareCodes("NOT_FOUND", "INVALID_FIELD", "INVALID_CURSOR")
  },
  (error) =>
    HttpApiEndpoint.get("attempts", "/webhook-endpoints/:endpointId/deliveries", {
      params,
      query: Paging.queryFields,
      success: HttpApiSchema.WithHeaders(Schema.Array(WebhookAttempt), { ...noStoreHeaders, ...Paging.nextPageHeader }),
      error
    }).middleware(PathIdValidation)
)

const replay = Operation.make(
  "replayEvents",
  {
    scope,
    examples: { answer: { endpoint: webhooks.endpoint } },
    problems: Problem.declareCodes(
      "NOT_FOUND",
      "INVALID_FIELD",
      "MISSING_FIELD",
      "WEBHOOK_ENDPOINT_DISABLED",
      "EVENTS_EXPIRED",
      "IDEMPOTENCY_KEY_REUSED"
    ),
    query: { since: { description: "The time of the oldest event to send again." } }
  },
  (error) =>
    HttpApiEndpoint.post("replay", "/webhook-endpoints/:endpointId/replay", {
      params,
      query: { since: Timestamp },
      success: HttpApiSchema.WithHeaders(WebhookEndpoint.pipe(HttpApiSchema.status(202)), noStoreHeaders),
      error
    })
      .middleware(PathIdValidation)
      .middleware(IdempotencyKeySupport)
)

const redeliver = Operation.make(
  "redeliverEvent",
  {
    scope,
    examples: {
      request: { all: {}, one: webhooks.redelivery.request },
      answer: { redelivery: webhooks.redelivery.answer }
    },
    problems: Problem.declareCodes("NOT_FOUND", "WEBHOOK_ENDPOINT_DISABLED", "IDEMPOTENCY_KEY_REUSED")
  },
  (error) =>
    HttpApiEndpoint.post("redeliver", "/events/:eventId/redeliver", {
      params: { eventId: EventId },
      payload: RedeliverEventRequest,
      success: HttpApiSchema.WithHeaders(Redelivery.pipe(HttpApiSchema.status(202)), noStoreHeaders),
      error
    })
      .middleware(JsonRequestBody)
      .middleware(PathIdValidation)
      .middleware(IdempotencyKeySupport)
)

export const WebhookEndpointsGroup = HttpApiGroup.make("webhookEndpoints")
  .add(create, list, read, change, remove, rotate, test, attempts, replay, redeliver)
  .middleware(RequestValidation)
  .middleware(ContentNegotiation)
  .middleware(RateLimiting)
  .middleware(ApiKeyAuthentication)
  .annotateMerge(Operation.groupAnnotations("webhookEndpoints"))
