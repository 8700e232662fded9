/** Collections: one resource for all products (spec 4; decisions 2, 4, 5, 8, 11). */
import { head } from "@sheaf/domain/ApiVersion"
import { Api, CollectionsGroup, CurrentCaller, Paging } from "@sheaf/http-contract"
import { Collections } from "@sheaf/ports"
import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import * as Rendering from "../versions/Rendering.ts"
import { orRefuse } from "../problems/Refusals.ts"
import * as CollectionOperations from "./CollectionOperations.ts"
import * as NextPage from "./NextPage.ts"

export const layer = HttpApiBuilder.group(
  Api.of(head).add(CollectionsGroup),
  "collections",
  Effect.fnUntraced(function* (handlers) {
    const collections = yield* Collections
    const { erase, start, status, supplementInfo } = yield* CollectionOperations.make(Rendering.head)
    return handlers
      .handle("start", start)
      .handle("status", status(CollectionsGroup.endpoints.status))
      .handle("supplementInfo", supplementInfo)
      .handle("erase", erase)
      .handle(
        "list",
        Effect.fnUntraced(function* ({ query }) {
          const request = { ...query, limit: query.limit ?? Paging.defaultLimit }
          return NextPage.answer(
            "/collections",
            request,
            yield* orRefuse(collections.list(yield* CurrentCaller, request))
          )
        })
      )
  })
)
