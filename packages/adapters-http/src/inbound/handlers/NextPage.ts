/** Where the next page of `GET /collections` is (RFC 8288; decisions 11). */
import type { ListRequest } from "@sheaf/ports"

/** The value of `Link`: the same list, going on at `cursor`. */
export const link = (request: ListRequest, cursor: string): string => {
  const query = new URLSearchParams()
  if (request.latest !== undefined) query.set("latest", String(request.latest))
  if (request.statusIn !== undefined) query.set("statusIn", request.statusIn.join(","))
  if (request.company !== undefined) query.set("company", request.company)
  if (request.externalReference !== undefined) query.set("externalReference", request.externalReference)
  query.set("limit", String(request.limit))
  query.set("cursor", cursor)
  return `</collections?${query.toString()}>; rel="next"`
}
