/** Paged lists, ordered by (createdAt, id), newest or oldest first (spec 11). */
import type { CompanyId } from "@sheaf/domain/Company"

export interface ListPosition {
  readonly createdAt: number
  readonly id: string
}

export type ListOrder = "asc" | "desc"

/** The filters that all lists have, and the page to return. Times are milliseconds since 1970. */
export interface PageQuery {
  readonly clientId: string
  readonly userId?: string
  readonly createdAfter?: number
  readonly createdBefore?: number
  /** Newest first by default. */
  readonly order?: ListOrder
  readonly limit: number
  /** Leaves out entries that are newer than this position. */
  readonly asOf?: ListPosition
  /** Continues after this position in the list's order. */
  readonly after?: ListPosition
}

/** The filters of lists whose objects belong to companies. */
export interface ListQuery<Status> extends PageQuery {
  readonly statusIn?: ReadonlyArray<Status>
  readonly company?: CompanyId
  /** True to return only the newest entry of each company. The other filters apply first. */
  readonly latest: boolean
}

/** A client's request for a list. Times are ISO 8601. */
export interface PageRequest extends Pick<PageQuery, "limit" | "order" | "userId"> {
  readonly createdAfter?: string
  readonly createdBefore?: string
  readonly cursor?: string
}

/** A client's request for a list whose objects have a status. */
export interface StatusListRequest<Status> extends PageRequest {
  readonly status?: ReadonlyArray<Status>
}

/** A client's request for a list whose objects belong to companies. */
export interface ListRequest<Status> extends StatusListRequest<Status>, Pick<ListQuery<Status>, "company"> {
  /** The older name of `status`. */
  readonly statusIn?: ReadonlyArray<Status>
  readonly latest?: boolean
}

export interface ListPage<Item> {
  readonly items: ReadonlyArray<Item>
  /** The cursor for the next page. Absent on the last page. */
  readonly next?: string
}
