/** Responds with one page of a list and a link to the next page (RFC 8288; spec 11). */
import { Paging } from "@sheaf/http-contract"
import { Effect } from "effect"
import { HttpApiSchema } from "effect/http-api"
import { noStoreHeaders } from "./CallerResponse.ts"

export type WithOptionalLimit<Request extends { readonly limit: number }> = Omit<Request, "limit"> &
  Partial<Pick<Request, "limit">>

/** Every page except the last has a link to the next page. `addressOf` returns the URL of that page. */
export const respond = <Query extends { readonly limit?: number }, A, E, R>(
  addressOf: (request: { readonly query: Query & { readonly limit: number; readonly cursor: string } }) => string,
  query: Query,
  list: (
    request: Query & { readonly limit: number }
  ) => Effect.Effect<{ readonly items: ReadonlyArray<A>; readonly next?: string }, E, R>
) => {
  const request = { ...query, limit: query.limit ?? Paging.defaultLimit }
  return Effect.map(list(request), ({ items, next }) =>
    HttpApiSchema.withHeaders({
      body: items,
      headers: {
        ...noStoreHeaders,
        ...(next !== undefined && { link: `<${addressOf({ query: { ...request, cursor: next } })}>; rel="next"` })
      }
    })
  )
}
