/** Collections as 2026-04-01 has them: one resource for all products (spec 4; decisions 2, 4, 5, 11). */
import { Api, CollectionList, CollectionsGroup, CurrentCaller } from "@sheaf/http-contract"
import { Collections } from "@sheaf/ports"
import { Effect } from "effect"
import { HttpApiBuilder, HttpApiSchema } from "effect/http-api"
import { head } from "../Dialect.ts"
import { orRefuse } from "../Refusals.ts"
import * as CollectionOperations from "./CollectionOperations.ts"
import * as NextPage from "./NextPage.ts"

export const layer = HttpApiBuilder.group(
  Api.of("2026-04-01").add(CollectionsGroup),
  "collections",
  Effect.fnUntraced(function* (handlers) {
    const collections = yield* Collections
    const { start, status, supplementInfo } = yield* CollectionOperations.make(head)
    return handlers
      .handle("start", start)
      .handle("status", status)
      .handle("supplementInfo", supplementInfo)
      .handle(
        "list",
        Effect.fnUntraced(function* ({ query }) {
          const request = { ...query, limit: query.limit ?? CollectionList.defaultLimit }
          const { items, next } = yield* orRefuse(collections.list(yield* CurrentCaller, request))
          return HttpApiSchema.withHeaders({
            body: items,
            headers: { "cache-control": "no-store", ...(next !== undefined && { link: NextPage.link(request, next) }) }
          })
        })
      )
  })
)
