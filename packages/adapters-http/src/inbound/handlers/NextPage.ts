/** One page of a list, with a link to the next page (RFC 8288; decisions 11). */
import { Paging } from "@sheaf/http-contract"
import { Effect } from "effect"
import { HttpApiSchema } from "effect/http-api"
import { notKept } from "./Personal.ts"

interface Filters {
  readonly latest?: boolean
  readonly statusIn?: ReadonlyArray<string>
  readonly company?: string
  readonly externalReference?: string
  readonly limit: number
}

/** A list request as clients send it, with an optional page size. */
export type Limited<Request extends Filters> = Omit<Request, "limit"> & Partial<Pick<Request, "limit">>

const names = ["latest", "statusIn", "company", "externalReference", "limit"] as const

/** Returns the value of `Link`: the same list with the same filters, continued at `cursor`. */
export const link = (path: string, filters: Filters, cursor: string): string => {
  const query = new URLSearchParams()
  for (const name of names) if (filters[name] !== undefined) query.set(name, String(filters[name]))
  query.set("cursor", cursor)
  return `<${path}?${query.toString()}>; rel="next"`
}

/** Responds with one page. The last page has no link. */
export const answer = <Query extends Partial<Filters>, A, E, R>(
  path: string,
  query: Query,
  list: (
    request: Query & { readonly limit: number }
  ) => Effect.Effect<{ readonly items: ReadonlyArray<A>; readonly next?: string }, E, R>
) => {
  const request = { ...query, limit: query.limit ?? Paging.defaultLimit }
  return Effect.map(list(request), ({ items, next }) =>
    HttpApiSchema.withHeaders({
      body: items,
      headers: { ...notKept, ...(next !== undefined && { link: link(path, request, next) }) }
    })
  )
}
