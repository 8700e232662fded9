/** The operations that read events (spec 6). */
import { EventType } from "@sheaf/domain/EventType"
import { EventId } from "@sheaf/domain/Event"
import { UserId } from "@sheaf/domain/User"
import { Timestamp } from "@sheaf/domain/Timestamp"
import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema } from "effect/http-api"
import { noStoreHeaders, pollingHeaders } from "../openapi/Caching.ts"
import {
  ApiKeyAuthentication,
  ContentNegotiation,
  PathIdValidation,
  RateLimiting,
  RequestValidation
} from "../access/Middlewares.ts"
import * as Examples from "../openapi/Examples.ts"
import * as Operation from "../openapi/Operation.ts"
import * as Paging from "../openapi/Paging.ts"
import queries from "../openapi/queries.json" with { type: "json" }
import * as Problem from "../problems/Problem.ts"

const types = { $ref: "#/components/schemas/EventType" }

const examplesIn = (version: string) =>
  Examples.events.map(({ eventId, type, ...event }) => ({ eventId, type, version, ...event }))

const listOf = <Shown extends Schema.Top>(shown: Shown, version: string) =>
  Operation.make(
    "listEvents",
    {
      scope: "events:read",
      rate: "status",
      examples: { answer: { page: examplesIn(version) } },
      problems: Problem.declareCodes("INVALID_FIELD", "INVALID_CURSOR", "EVENTS_EXPIRED"),
      query: { ...queries.events, type: { ...queries.events.type, schema: { type: "array", items: types } } }
    },
    (error) =>
      HttpApiEndpoint.get("list", "/events", {
        query: {
          type: Schema.optionalKey(Paging.commaSeparatedValues(EventType)),
          since: Schema.optionalKey(Timestamp),
          userId: Schema.optionalKey(UserId),
          ...Paging.queryFields
        },
        success: HttpApiSchema.WithHeaders(Schema.Array(shown), {
          ...noStoreHeaders,
          link: Schema.String.annotate({
            description:
              'The address to continue from, as `<…>; rel="next"`. It is always present, because new events can follow.'
          }),
          "preference-applied": pollingHeaders["preference-applied"]
        }),
        error
      })
  )

const readOf = <Shown extends Schema.Top>(shown: Shown, version: string) =>
  Operation.make(
    "getEvent",
    {
      scope: "events:read",
      examples: { answer: { event: examplesIn(version)[0] } },
      problems: Problem.declareCodes("NOT_FOUND")
    },
    (error) =>
      HttpApiEndpoint.get("read", "/events/:eventId", {
        params: { eventId: EventId },
        success: HttpApiSchema.WithHeaders(shown, noStoreHeaders),
        error
      }).middleware(PathIdValidation)
  )

export const eventsGroupOf = <Shown extends Schema.Top>(shown: Shown, version: string) =>
  HttpApiGroup.make("events")
    .add(listOf(shown, version), readOf(shown, version))
    .middleware(RequestValidation)
    .middleware(ContentNegotiation)
    .middleware(RateLimiting)
    .middleware(ApiKeyAuthentication)
    .annotateMerge(Operation.groupAnnotations("events"))
