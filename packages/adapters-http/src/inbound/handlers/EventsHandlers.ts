/** Reads a client's events (spec 6). A long poll waits for the client's next event. */
import type { ApiVersion } from "@sheaf/domain/ApiVersion"
import { Paging } from "@sheaf/http-contract"
import type { CurrentCaller } from "@sheaf/http-contract"
import { Events, eventTopic } from "@sheaf/ports"
import type { EventRequest } from "@sheaf/ports"
import { Effect } from "effect"
import { HttpServerResponse } from "effect/http"
import { headUrlBuilder } from "../responses/Urls.ts"
import type { ProblemOf } from "../problems/ApiErrors.ts"
import * as LongPollRequest from "../polling/LongPollRequest.ts"
import type { WithOptionalLimit } from "./PagedResponse.ts"
import { runForCaller, noStoreHeaders } from "./CallerResponse.ts"

interface EventOperations {
  readonly list: (request: {
    readonly query: WithOptionalLimit<EventRequest>
  }) => Effect.Effect<
    HttpServerResponse.HttpServerResponse,
    ProblemOf<Effect.Error<ReturnType<Events["Service"]["page"]>>>,
    CurrentCaller
  >
  readonly read: (request: {
    readonly params: { readonly eventId: string }
  }) => Effect.Effect<
    HttpServerResponse.HttpServerResponse,
    ProblemOf<Effect.Error<ReturnType<Events["Service"]["read"]>>>,
    CurrentCaller
  >
}

export const make = (version: ApiVersion): Effect.Effect<EventOperations, never, Events> =>
  Effect.map(Events, (events) => ({
    read: ({ params }) =>
      Effect.map(
        runForCaller((caller) => events.read(caller, version, params.eventId)),
        (event) => HttpServerResponse.jsonUnsafe(event, { headers: noStoreHeaders })
      ),
    list: ({ query }) => {
      const { since: _, ...request } = { ...query, limit: query.limit ?? Paging.defaultLimit }
      return Effect.map(
        runForCaller((caller) =>
          LongPollRequest.readStatus(
            caller,
            eventTopic(caller.clientId),
            Effect.map(events.page(caller, version, { ...query, ...request }), (page) => {
              const isFinal = page.items.length > 0
              return { ...page, isFinal, tag: isFinal ? "events" : "none" }
            })
          )
        ),
        ({ items, next }) => {
          const link = `<${headUrlBuilder.events.list({ query: { ...request, cursor: next } })}>; rel="next"`
          return HttpServerResponse.jsonUnsafe(items, { headers: { ...noStoreHeaders, link } })
        }
      )
    }
  }))
