/** Handles webhook endpoints and their deliveries (spec 6). All versions share these handlers. */
import { isApiVersion, oldestVersion } from "@sheaf/domain/ApiVersion"
import { Api, WebhookEndpointsGroup } from "@sheaf/http-contract"
import { WebhookEndpoints } from "@sheaf/ports"
import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { headUrlBuilder } from "../responses/Urls.ts"
import * as PagedResponse from "./PagedResponse.ts"
import { runForCaller, createdResponse, noStoreResponse } from "./CallerResponse.ts"

export const layer = <Version extends string>(version: Version) =>
  HttpApiBuilder.group(
    Api.makeEmpty(version).add(WebhookEndpointsGroup),
    "webhookEndpoints",
    Effect.fnUntraced(function* (handlers) {
      const endpoints = yield* WebhookEndpoints
      // Tests use versions that the service does not support.
      const ofEvents = isApiVersion(version) ? version : oldestVersion
      return handlers.handleAll({
        create: ({ payload }) =>
          runForCaller((caller) => endpoints.create(caller, payload, ofEvents)).pipe(
            Effect.map((body) => createdResponse(body, headUrlBuilder.webhookEndpoints.read({ params: body })))
          ),
        list: () => runForCaller(endpoints.list).pipe(Effect.map(noStoreResponse)),
        read: ({ params }) =>
          runForCaller((caller) => endpoints.read(caller, params.endpointId)).pipe(Effect.map(noStoreResponse)),
        change: ({ params, payload }) =>
          runForCaller((caller) => endpoints.change(caller, params.endpointId, payload)).pipe(
            Effect.map(noStoreResponse)
          ),
        remove: ({ params }) => runForCaller((caller) => endpoints.remove(caller, params.endpointId)),
        rotate: ({ params }) =>
          runForCaller((caller) => endpoints.rotate(caller, params.endpointId)).pipe(Effect.map(noStoreResponse)),
        test: ({ params }) =>
          runForCaller((caller) => endpoints.test(caller, params.endpointId)).pipe(Effect.map(noStoreResponse)),
        attempts: ({ params, query }) =>
          PagedResponse.respond(
            ({ query }) => headUrlBuilder.webhookEndpoints.attempts({ params, query }),
            query,
            (request) => runForCaller((caller) => endpoints.attempts(caller, params.endpointId, request))
          ),
        replay: ({ params, query }) =>
          runForCaller((caller) => endpoints.replay(caller, params.endpointId, Date.parse(query.since))).pipe(
            Effect.map(noStoreResponse)
          ),
        redeliver: ({ params, payload }) =>
          runForCaller((caller) => endpoints.redeliver(caller, params.eventId, payload)).pipe(
            Effect.map(noStoreResponse)
          )
      })
    })
  )
