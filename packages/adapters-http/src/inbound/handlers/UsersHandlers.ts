/** Handles a client's users and their tokens (spec 5). All versions share these handlers. */
import { Api, UsersGroup } from "@sheaf/http-contract"
import { Consents, Users } from "@sheaf/ports"
import { Effect, Option } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { headUrlBuilder } from "../responses/Urls.ts"
import * as PagedResponse from "./PagedResponse.ts"
import { runForCaller, noStoreResponse } from "./CallerResponse.ts"

export const layer = <Version extends string>(version: Version) =>
  HttpApiBuilder.group(
    Api.makeEmpty(version).add(UsersGroup),
    "users",
    Effect.fnUntraced(function* (handlers) {
      const users = yield* Users
      const consents = yield* Consents
      return handlers.handleAll({
        create: ({ payload }) =>
          Effect.map(
            runForCaller((caller) => users.create(caller, payload.externalId)),
            (result) => ({ ...result, location: headUrlBuilder.users.read({ params: result.user }) })
          ),
        find: ({ query: { externalId, ...query } }) =>
          PagedResponse.respond(headUrlBuilder.users.find, query, (request) =>
            runForCaller((caller) =>
              externalId === undefined
                ? users.list(caller, request)
                : Effect.map(users.find(caller, externalId), (found) => ({ items: Option.toArray(found) }))
            )
          ),
        read: ({ params }) =>
          runForCaller((caller) => users.read(caller, params.userId)).pipe(Effect.map(noStoreResponse)),
        erase: ({ params }) => runForCaller((caller) => users.erase(caller, params.userId)),
        openSession: ({ params }) =>
          runForCaller((caller) => users.openSession(caller, params.userId)).pipe(Effect.map(noStoreResponse)),
        endSessions: ({ params }) => runForCaller((caller) => users.endSessions(caller, params.userId)),
        consents: ({ params: { userId }, query }) =>
          PagedResponse.respond(
            ({ query }) => headUrlBuilder.users.consents({ params: { userId }, query }),
            query,
            (request) => runForCaller((caller) => consents.listOfUser(caller, userId, request))
          )
      })
    })
  )
