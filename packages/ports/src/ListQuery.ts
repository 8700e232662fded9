/** Lists of collections and consents: newest first by (createdAt, id), and page by page (decisions 11). */
import type { CompanyId } from "@sheaf/domain/Company"

/** The place of an entry in a list. */
export interface Position {
  readonly createdAt: number
  readonly id: string
}

/** The filters that all lists have, and the page of what the filters leave. */
export interface ListQuery<Status> {
  readonly clientId: string
  readonly statusIn?: ReadonlyArray<Status>
  readonly company?: CompanyId
  /** Lists only the newest entry of each company among those that the other filters leave. */
  readonly latest: boolean
  readonly limit: number
  /** Leaves out entries that are newer than this position. */
  readonly asOf?: Position
  /** Lists only entries that are older than this position. */
  readonly after?: Position
}

/** A list that a client asks for. */
export interface ListRequest<Status> {
  readonly statusIn?: ReadonlyArray<Status>
  readonly company?: CompanyId
  readonly latest?: boolean
  readonly limit: number
  readonly cursor?: string
}

export interface Page<Item> {
  readonly items: ReadonlyArray<Item>
  /** The cursor of the next page; absent on the last page. */
  readonly next?: string
}
