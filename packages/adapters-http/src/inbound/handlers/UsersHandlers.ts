/** The handlers of a client's users and their tokens (spec 5). All versions share them. */
import { Api, UsersGroup } from "@sheaf/http-contract"
import { Consents, Users } from "@sheaf/ports"
import { Effect, Option } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { addresses } from "../answers/Addresses.ts"
import * as NextPage from "./NextPage.ts"
import { forCaller, personal } from "./Personal.ts"

export const layer = <Version extends string>(version: Version) =>
  HttpApiBuilder.group(
    Api.of(version).add(UsersGroup),
    "users",
    Effect.fnUntraced(function* (handlers) {
      const users = yield* Users
      const consents = yield* Consents
      return handlers.handleAll({
        create: ({ payload }) =>
          Effect.map(
            forCaller((caller) => users.create(caller, payload.externalId)),
            (result) => ({ ...result, location: addresses.users.read({ params: result.user }) })
          ),
        find: ({ query }) =>
          forCaller((caller) => users.find(caller, query.externalId)).pipe(
            Effect.map((found) => personal(Option.toArray(found)))
          ),
        read: ({ params }) => forCaller((caller) => users.read(caller, params.userId)).pipe(Effect.map(personal)),
        erase: ({ params }) => forCaller((caller) => users.erase(caller, params.userId)),
        openSession: ({ params }) =>
          forCaller((caller) => users.openSession(caller, params.userId)).pipe(Effect.map(personal)),
        endSessions: ({ params }) => forCaller((caller) => users.endSessions(caller, params.userId)),
        consents: ({ params: { userId }, query }) =>
          NextPage.answer(
            ({ query }) => addresses.users.consents({ params: { userId }, query }),
            query,
            (request) => forCaller((caller) => consents.listOfUser(caller, userId, request))
          )
      })
    })
  )
