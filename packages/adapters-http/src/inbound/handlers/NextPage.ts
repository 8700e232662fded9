/** A page of a list, and where the next one is (RFC 8288; decisions 11). */
import { HttpApiSchema } from "effect/http-api"
import { notKept } from "./Personal.ts"

/** What the lists are filtered by. */
interface Filters {
  readonly latest?: boolean
  readonly statusIn?: ReadonlyArray<string>
  readonly company?: string
  readonly externalReference?: string
  readonly limit: number
}

/** The value of `Link`: the same list, going on at `cursor`. */
export const link = (
  path: string,
  { company, externalReference, latest, limit, statusIn }: Filters,
  cursor: string
): string => {
  const query = new URLSearchParams()
  if (latest !== undefined) query.set("latest", String(latest))
  if (statusIn !== undefined) query.set("statusIn", statusIn.join(","))
  if (company !== undefined) query.set("company", company)
  if (externalReference !== undefined) query.set("externalReference", externalReference)
  query.set("limit", String(limit))
  query.set("cursor", cursor)
  return `<${path}?${query.toString()}>; rel="next"`
}

/** A page as it is answered; the last one has no link. */
export const answer = <A>(
  path: string,
  filters: Filters,
  { items, next }: { readonly items: ReadonlyArray<A>; readonly next?: string }
) =>
  HttpApiSchema.withHeaders({
    body: items,
    headers: { ...notKept, ...(next !== undefined && { link: link(path, filters, next) }) }
  })
