/** Paged lists of collections and consents, newest first by (createdAt, id) (spec 11). */
import type { CompanyId } from "@sheaf/domain/Company"

export interface ListPosition {
  readonly createdAt: number
  readonly id: string
}

/** The filters that all lists share, and the page to return. */
export interface ListQuery<Status> {
  readonly clientId: string
  readonly statusIn?: ReadonlyArray<Status>
  readonly company?: CompanyId
  /** True to return only each company's newest entry among the entries that match all other filters. */
  readonly latest: boolean
  readonly limit: number
  /** Omits entries newer than this position. */
  readonly asOf?: ListPosition
  /** Returns only entries older than this position. */
  readonly after?: ListPosition
}

/** A client's request for a list. */
export interface ListRequest<Status> extends Pick<ListQuery<Status>, "statusIn" | "company" | "limit"> {
  readonly latest?: boolean
  readonly cursor?: string
}

export interface ListPage<Item> {
  readonly items: ReadonlyArray<Item>
  /** The cursor for the next page. Absent on the last page. */
  readonly next?: string
}
