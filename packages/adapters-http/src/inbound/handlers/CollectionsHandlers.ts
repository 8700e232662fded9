/** Collections: started, listed, followed and answered (spec 4; decisions 2, 4, 5, 11). */
import type { ApiVersion } from "@sheaf/domain/ApiVersion"
import { Api, CollectionList, CollectionsGroup, CurrentCaller } from "@sheaf/http-contract"
import { Collections } from "@sheaf/ports"
import { Effect } from "effect"
import { HttpApiBuilder, HttpApiSchema } from "effect/http-api"
import { orRefuse } from "../Refusals.ts"
import * as NextPage from "./NextPage.ts"
import * as StatusAnswer from "./StatusAnswer.ts"

const notKept = { "cache-control": "no-store" } as const

export const layer = <Version extends ApiVersion>(version: Version) =>
  HttpApiBuilder.group(Api.of(version).add(CollectionsGroup), "collections", (handlers) =>
    Effect.map(Collections, (collections) =>
      handlers
        .handle(
          "start",
          Effect.fnUntraced(function* ({ payload }) {
            const { body } = yield* orRefuse(collections.start(yield* CurrentCaller, payload))
            return HttpApiSchema.withHeaders({
              body,
              headers: { ...notKept, location: `/collections/${body.collectionId}/status` }
            })
          })
        )
        .handle(
          "list",
          Effect.fnUntraced(function* ({ query }) {
            const request = { ...query, limit: query.limit ?? CollectionList.defaultLimit }
            const { items, next } = yield* orRefuse(collections.list(yield* CurrentCaller, request))
            return HttpApiSchema.withHeaders({
              body: items,
              headers: {
                ...notKept,
                ...(next !== undefined && { link: NextPage.link(request, next) })
              }
            })
          })
        )
        .handle("status", ({ params, request }) =>
          Effect.flatMap(CurrentCaller, (caller) =>
            Effect.map(orRefuse(collections.status(caller, params.collectionId)), (current) =>
              StatusAnswer.make(version, request, current)
            )
          )
        )
        .handle(
          "supplementInfo",
          Effect.fnUntraced(function* ({ params, payload }) {
            const caller = yield* CurrentCaller
            const { body } = yield* orRefuse(collections.supply(caller, params.collectionId, payload))
            return HttpApiSchema.withHeaders({ body, headers: notKept })
          })
        )
    )
  )
