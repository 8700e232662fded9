/** The filters that all lists share (spec 11). */
import type { Caller, ListRequest, PageQuery, PageRequest } from "@sheaf/ports"

/**
 * Returns the owner and the filters that all lists share. Returns nothing if the request and the token name different
 * users, because then no entry can match.
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

/** `statusIn` is the older name of `status`. If both are given, both must match. */
export const statusesOf = <Status>({ status, statusIn }: Pick<ListRequest<Status>, "status" | "statusIn">) => {
  const statuses =
    status !== undefined && statusIn !== undefined ? status.filter((each) => statusIn.includes(each)) : status
  const asked = statuses ?? statusIn
  return asked === undefined ? {} : { statusIn: asked }
}
