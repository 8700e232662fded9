/** The filters of lists, which are the same in every list (spec 11). */
import type { Caller, ListRequest, PageQuery, PageRequest } from "@sheaf/ports"

/**
 * Returns the part of a query that every list has: the caller's objects, and the filters. Returns nothing if the request
 * names another user than the one whose token it has, because nothing can match.
 */
export const queryOf = ({ clientId, userId }: Caller, request: PageRequest): Omit<PageQuery, "limit"> | undefined => {
  if (userId !== undefined && request.userId !== undefined && request.userId !== userId) return undefined
  const { createdAfter, createdBefore, order } = request
  const owner = userId ?? request.userId
  return {
    clientId,
    ...(owner !== undefined && { userId: owner }),
    ...(createdAfter !== undefined && { createdAfter: Date.parse(createdAfter) }),
    ...(createdBefore !== undefined && { createdBefore: Date.parse(createdBefore) }),
    ...(order !== undefined && { order })
  }
}

/** Returns the statuses that a request asks for. `statusIn` is the older name of `status`; both together must match. */
export const statusesOf = <Status>({ status, statusIn }: Pick<ListRequest<Status>, "status" | "statusIn">) => {
  const statuses =
    status !== undefined && statusIn !== undefined ? status.filter((each) => statusIn.includes(each)) : status
  const asked = statuses ?? statusIn
  return asked === undefined ? {} : { statusIn: asked }
}
