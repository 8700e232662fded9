/** Monitors and what they found, identical in every version (spec 18). */
import { ChangeMonitor, CreateMonitor } from "@sheaf/domain/CreateMonitor"
import { Monitor, MonitorId, MonitorStatus } from "@sheaf/domain/Monitor"
import { MonitorChange } from "@sheaf/domain/MonitorChange"
import { MonitorUsage } from "@sheaf/domain/MonitorUsage"
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
  RequestValidation
} from "../access/Middlewares.ts"
import * as Operation from "../openapi/Operation.ts"
import * as Paging from "../openapi/Paging.ts"
import queries from "../openapi/queries.json" with { type: "json" }
import monitors from "./monitorExamples.json" with { type: "json" }
import * as Problem from "../problems/Problem.ts"

const params = { monitorId: MonitorId }

const examples = { answer: { monitor: monitors.monitor } }

const query = { limit: queries.list.limit, cursor: queries.list.cursor }

const sourceProblemCodes = [
  "USER_TOKEN_REQUIRED",
  "INVALID_TOKEN",
  "UNKNOWN_COMPANY",
  "UNKNOWN_CONSENT",
  "CONSENT_NOT_USABLE",
  "CONNECT_SESSION_UNCONFIRMED",
  "NOT_FOUND"
] as const

const create = Operation.make(
  "createMonitor",
  {
    scope: "collections:write",
    examples: { request: monitors.requests, ...examples },
    problems: Problem.declareCodes(...sourceProblemCodes, "TOO_MANY_MONITORS", "IDEMPOTENCY_KEY_REUSED"),
    rate: "starts"
  },
  (error) =>
    HttpApiEndpoint.post("create", "/monitors", {
      payload: CreateMonitor,
      success: HttpApiSchema.WithHeaders(Monitor.pipe(HttpApiSchema.status(201)), {
        ...noStoreHeaders,
        location: Schema.String.annotate({ description: "The address of the monitor." })
      }),
      error
    })
      .middleware(JsonRequestBody)
      .middleware(IdempotencyKeySupport)
)

const list = Operation.make(
  "listMonitors",
  {
    scope: "collections:read",
    examples: { answer: { page: [monitors.monitor] } },
    problems: Problem.declareCodes("INVALID_FIELD", "INVALID_CURSOR"),
    query: Paging.listQueriesOf("MonitorStatus")
  },
  (error) =>
    HttpApiEndpoint.get("list", "/monitors", {
      query: Paging.statusListFieldsOf(MonitorStatus),
      success: HttpApiSchema.WithHeaders(Schema.Array(Monitor), { ...noStoreHeaders, ...Paging.nextPageHeader }),
      error
    })
)

const read = Operation.make(
  "getMonitor",
  { scope: "collections:read", examples, problems: Problem.declareCodes("NOT_FOUND") },
  (error) =>
    HttpApiEndpoint.get("read", "/monitors/:monitorId", {
      params,
      success: HttpApiSchema.WithHeaders(Monitor, noStoreHeaders),
      error
    }).middleware(PathIdValidation)
)

const change = Operation.make(
  "changeMonitor",
  {
    scope: "collections:write",
    examples: { request: monitors.changes, ...examples },
    problems: Problem.declareCodes(...sourceProblemCodes, "CONSENT_OF_ANOTHER_COMPANY", "MONITOR_NOT_ACTIVE")
  },
  (error) =>
    HttpApiEndpoint.patch("change", "/monitors/:monitorId", {
      params,
      payload: ChangeMonitor,
      success: HttpApiSchema.WithHeaders(Monitor, noStoreHeaders),
      error
    })
      .middleware(JsonRequestBody)
      .middleware(PathIdValidation)
)

const end = Operation.make(
  "endMonitor",
  {
    scope: "collections:write",
    examples: { answer: { ended: monitors.ended } },
    problems: Problem.declareCodes("NOT_FOUND")
  },
  (error) =>
    HttpApiEndpoint.delete("end", "/monitors/:monitorId", {
      params,
      success: HttpApiSchema.WithHeaders(Monitor, noStoreHeaders),
      error
    }).middleware(PathIdValidation)
)

const run = Operation.make(
  "runMonitor",
  {
    scope: "collections:write",
    examples,
    problems: Problem.declareCodes("NOT_FOUND", "MONITOR_NOT_ACTIVE", "IDEMPOTENCY_KEY_REUSED"),
    rate: "starts"
  },
  (error) =>
    HttpApiEndpoint.post("run", "/monitors/:monitorId/run", {
      params,
      success: HttpApiSchema.WithHeaders(Monitor.pipe(HttpApiSchema.status(202)), noStoreHeaders),
      error
    })
      .middleware(PathIdValidation)
      .middleware(IdempotencyKeySupport)
)

const usage = Operation.make(
  "getMonitorUsage",
  { scope: "collections:read", examples: { answer: { usage: monitors.usage } }, problems: Problem.declareCodes() },
  (error) =>
    HttpApiEndpoint.get("usage", "/monitor-usage", {
      success: HttpApiSchema.WithHeaders(MonitorUsage, noStoreHeaders),
      error
    })
)

const changes = Operation.make(
  "listMonitorChanges",
  {
    scope: "collections:read",
    examples: { answer: { page: monitors.found } },
    problems: Problem.declareCodes("NOT_FOUND", "INVALID_FIELD", "INVALID_CURSOR", "CHANGES_EXPIRED"),
    query: { ...query, cursor: { ...query.cursor, description: queries.events.cursor.description } }
  },
  (error) =>
    HttpApiEndpoint.get("changes", "/monitors/:monitorId/changes", {
      params,
      query: Paging.queryFields,
      success: HttpApiSchema.WithHeaders(Schema.Array(MonitorChange), {
        ...noStoreHeaders,
        link: Schema.String.annotate({
          description:
            'The address to continue from, as `<…>; rel="next"`. It is always present, because new changes can follow.'
        })
      }),
      error
    }).middleware(PathIdValidation)
)

export const MonitorsGroup = HttpApiGroup.make("monitors")
  .add(create, list, read, change, end, run, changes, usage)
  .middleware(RequestValidation)
  .middleware(ContentNegotiation)
  .middleware(RateLimiting)
  .middleware(ApiKeyAuthentication)
  .annotateMerge(Operation.groupAnnotations("monitors"))
