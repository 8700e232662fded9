/** The handlers of webhook endpoints and their deliveries (spec 6). All versions share them. */
import { isRunning, lowest } from "@sheaf/domain/ApiVersion"
import { Api, WebhookEndpointsGroup } from "@sheaf/http-contract"
import { WebhookEndpoints } from "@sheaf/ports"
import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { addresses } from "../answers/Addresses.ts"
import * as NextPage from "./NextPage.ts"
import { forCaller, located, personal } from "./Personal.ts"

export const layer = <Version extends string>(version: Version) =>
  HttpApiBuilder.group(
    Api.of(version).add(WebhookEndpointsGroup),
    "webhookEndpoints",
    Effect.fnUntraced(function* (handlers) {
      const endpoints = yield* WebhookEndpoints
      // Only the versions in tests are not running.
      const ofEvents = isRunning(version) ? version : lowest
      return handlers.handleAll({
        create: ({ payload }) =>
          forCaller((caller) => endpoints.create(caller, payload, ofEvents)).pipe(
            Effect.map((body) => located(body, addresses.webhookEndpoints.read({ params: body })))
          ),
        list: () => forCaller(endpoints.list).pipe(Effect.map(personal)),
        read: ({ params }) =>
          forCaller((caller) => endpoints.read(caller, params.endpointId)).pipe(Effect.map(personal)),
        change: ({ params, payload }) =>
          forCaller((caller) => endpoints.change(caller, params.endpointId, payload)).pipe(Effect.map(personal)),
        remove: ({ params }) => forCaller((caller) => endpoints.remove(caller, params.endpointId)),
        rotate: ({ params }) =>
          forCaller((caller) => endpoints.rotate(caller, params.endpointId)).pipe(Effect.map(personal)),
        test: ({ params }) =>
          forCaller((caller) => endpoints.test(caller, params.endpointId)).pipe(Effect.map(personal)),
        attempts: ({ params, query }) =>
          NextPage.answer(
            ({ query }) => addresses.webhookEndpoints.attempts({ params, query }),
            query,
            (request) => forCaller((caller) => endpoints.attempts(caller, params.endpointId, request))
          ),
        replay: ({ params, query }) =>
          forCaller((caller) => endpoints.replay(caller, params.endpointId, Date.parse(query.since))).pipe(
            Effect.map(personal)
          ),
        redeliver: ({ params, payload }) =>
          forCaller((caller) => endpoints.redeliver(caller, params.eventId, payload)).pipe(Effect.map(personal))
      })
    })
  )
