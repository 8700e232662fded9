/** Paged lists, ordered by (createdAt, id), newest or oldest first (spec 11). */
import type { CompanyId } from "@sheaf/domain/Company"

export interface ListPosition {
  readonly createdAt: number
  readonly id: string
}

export type ListOrder = "asc" | "desc"

/** Times are milliseconds since 1970. */
export interface PageQuery {
  readonly clientId: string
  readonly userId?: string
  readonly createdAfter?: number
  readonly createdBefore?: number
  /** Newest first by default. */
  readonly order?: ListOrder
  readonly limit: number
  readonly asOf?: ListPosition
  readonly after?: ListPosition
}

export interface ListQuery<Status> extends PageQuery {
  readonly statusIn?: ReadonlyArray<Status>
  readonly company?: CompanyId
  /** True to return only the newest entry of each company. The other filters apply first. */
  readonly latest: boolean
}

/** Times are ISO 8601. */
export interface PageRequest extends Pick<PageQuery, "limit" | "order" | "userId"> {
  readonly createdAfter?: string
  readonly createdBefore?: string
  readonly cursor?: string
}

export interface StatusListRequest<Status> extends PageRequest {
  readonly status?: ReadonlyArray<Status>
}

export interface ListRequest<Status> extends StatusListRequest<Status>, Pick<ListQuery<Status>, "company"> {
  /** The older name of `status`. */
  readonly statusIn?: ReadonlyArray<Status>
  readonly latest?: boolean
}

export interface ListPage<Item> {
  readonly items: ReadonlyArray<Item>
  /** Absent on the last page. */
  readonly next?: string
}
