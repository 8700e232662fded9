/** Handles monitors (spec 18). All versions share these handlers. */
import { Api, MonitorsGroup, Paging } from "@sheaf/http-contract"
import { Monitors } from "@sheaf/ports"
import { Effect } from "effect"
import { HttpApiBuilder, HttpApiSchema } from "effect/http-api"
import { headUrlBuilder } from "../responses/Urls.ts"
import * as PagedResponse from "./PagedResponse.ts"
import { createdResponse, noStoreHeaders, noStoreResponse, runForCaller } from "./CallerResponse.ts"

export const layer = <Version extends string>(version: Version) =>
  HttpApiBuilder.group(Api.makeEmpty(version).add(MonitorsGroup), "monitors", (handlers) =>
    Effect.map(Monitors, (monitors) =>
      handlers.handleAll({
        create: ({ payload }) =>
          runForCaller((caller) => monitors.create(caller, payload)).pipe(
            Effect.map((body) => createdResponse(body, headUrlBuilder.monitors.read({ params: body })))
          ),
        list: ({ query }) =>
          PagedResponse.respond(
            ({ query }) => headUrlBuilder.monitors.list({ query }),
            query,
            (request) => runForCaller((caller) => monitors.list(caller, request))
          ),
        read: ({ params }) =>
          runForCaller((caller) => monitors.read(caller, params.monitorId)).pipe(Effect.map(noStoreResponse)),
        change: ({ params, payload }) =>
          runForCaller((caller) => monitors.change(caller, params.monitorId, payload)).pipe(
            Effect.map(noStoreResponse)
          ),
        end: ({ params }) =>
          runForCaller((caller) => monitors.end(caller, params.monitorId)).pipe(Effect.map(noStoreResponse)),
        run: ({ params }) =>
          runForCaller((caller) => monitors.run(caller, params.monitorId)).pipe(Effect.map(noStoreResponse)),
        usage: () => runForCaller((caller) => monitors.usage(caller)).pipe(Effect.map(noStoreResponse)),
        changes: ({ params, query }) => {
          const request = { ...query, limit: query.limit ?? Paging.defaultLimit }
          return runForCaller((caller) => monitors.changes(caller, params.monitorId, request)).pipe(
            Effect.map(({ items, next }) => {
              const address = headUrlBuilder.monitors.changes({ params, query: { limit: request.limit, cursor: next } })
              return HttpApiSchema.withHeaders({
                body: items,
                headers: { ...noStoreHeaders, link: `<${address}>; rel="next"` }
              })
            })
          )
        }
      })
    )
  )
