/** The persons of a client, and the tokens in their name (decisions 8). The same in every version. */
import { Api, CurrentCaller, Paging, UsersGroup } from "@sheaf/http-contract"
import { Consents, Users } from "@sheaf/ports"
import { Effect, Option } from "effect"
import { HttpServerResponse } from "effect/http"
import { HttpApiBuilder } from "effect/http-api"
import { orRefuse } from "../problems/Refusals.ts"
import * as NextPage from "./NextPage.ts"
import { notKept, personal } from "./Personal.ts"

export const layer = <Version extends string>(version: Version) =>
  HttpApiBuilder.group(
    Api.of(version).add(UsersGroup),
    "users",
    Effect.fnUntraced(function* (handlers) {
      const users = yield* Users
      const consents = yield* Consents
      return handlers
        .handle(
          "create",
          Effect.fnUntraced(function* ({ payload }) {
            const { created, user } = yield* orRefuse(users.create(yield* CurrentCaller, payload.externalId))
            // Both answers have one schema: which of them it is, only the status says.
            return created
              ? HttpServerResponse.jsonUnsafe(user, {
                  status: 201,
                  headers: { ...notKept, location: `/users/${user.userId}` }
                })
              : HttpServerResponse.jsonUnsafe(user, { headers: notKept })
          })
        )
        .handle(
          "find",
          Effect.fnUntraced(function* ({ query }) {
            const found = yield* users.find(yield* CurrentCaller, query.externalId)
            return personal(Option.toArray(found))
          })
        )
        .handle(
          "read",
          Effect.fnUntraced(function* ({ params }) {
            return personal(yield* orRefuse(users.read(yield* CurrentCaller, params.userId)))
          })
        )
        .handle(
          "erase",
          Effect.fnUntraced(function* ({ params }) {
            yield* orRefuse(users.erase(yield* CurrentCaller, params.userId))
          })
        )
        .handle(
          "openSession",
          Effect.fnUntraced(function* ({ params }) {
            return personal(yield* orRefuse(users.openSession(yield* CurrentCaller, params.userId)))
          })
        )
        .handle(
          "endSessions",
          Effect.fnUntraced(function* ({ params }) {
            yield* orRefuse(users.endSessions(yield* CurrentCaller, params.userId))
          })
        )
        .handle(
          "consents",
          Effect.fnUntraced(function* ({ params, query }) {
            const request = { ...query, limit: query.limit ?? Paging.defaultLimit }
            const { userId } = params
            const page = yield* orRefuse(consents.listOfUser(yield* CurrentCaller, userId, request))
            return NextPage.answer(`/users/${userId}/consents`, request, page)
          })
        )
    })
  )
