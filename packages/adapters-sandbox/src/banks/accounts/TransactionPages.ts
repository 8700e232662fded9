/**
 * Selects transactions by date and booking status, and divides them into pages (NextGenPSD2 1.3.11, read transaction
 * list).
 */
import type { Transaction } from "@sheaf/domain/wealth/Transaction"
import { Effect } from "effect"
import { failWith } from "../protocol/TppErrors.ts"

export interface TransactionQuery {
  readonly bookingStatus: "booked" | "pending" | "both"
  readonly dateFrom?: string
  readonly dateTo?: string
  readonly pageIndex?: number
  readonly itemsPerPage?: number
}

const defaultItems = 25

/** Checks the period. The standard requires `dateFrom` at banks that have no delta reports, such as this one. */
export const checkPeriod = ({ bookingStatus, dateFrom, dateTo }: TransactionQuery) => {
  if (dateFrom === undefined) {
    return bookingStatus === "pending" ? Effect.void : failWith("FORMAT_ERROR", "dateFrom is required.", "dateFrom")
  }
  return dateTo !== undefined && dateTo < dateFrom
    ? failWith("PERIOD_INVALID", "dateTo is before dateFrom.", "dateTo")
    : Effect.void
}

/** Returns the matching transactions, newest first. The end of the period does not apply to pending transactions. */
export const selectTransactions = (
  { bookingStatus, dateFrom = "", dateTo = "9999-12-31" }: TransactionQuery,
  transactions: ReadonlyArray<Transaction>
): ReadonlyArray<Transaction> =>
  transactions.filter(({ bookingDate, status }) =>
    status === "BOOKED"
      ? bookingStatus !== "pending" && bookingDate >= dateFrom && bookingDate <= dateTo
      : bookingStatus !== "booked"
  )

export const splitByStatus = <A>(
  { bookingStatus }: TransactionQuery,
  transactions: ReadonlyArray<Transaction>,
  entryOf: (transaction: Transaction) => A
) => {
  const listed = (status: Transaction["status"]) =>
    transactions.filter((each) => each.status === status).map((each) => entryOf(each))
  return {
    ...(bookingStatus !== "pending" && { booked: listed("BOOKED") }),
    ...(bookingStatus !== "booked" && { pending: listed("PENDING") })
  }
}

/** Returns a page, and the queries for the pages before and after it. */
export const pageOf = (query: TransactionQuery, transactions: ReadonlyArray<Transaction>) => {
  const { itemsPerPage = defaultItems, pageIndex = 0 } = query
  const start = pageIndex * itemsPerPage
  const at = (index: number): string => {
    const { bookingStatus, dateFrom, dateTo } = query
    return new URLSearchParams({
      bookingStatus,
      ...(dateFrom !== undefined && { dateFrom }),
      ...(dateTo !== undefined && { dateTo }),
      itemsPerPage: String(itemsPerPage),
      pageIndex: String(index)
    }).toString()
  }
  return {
    items: transactions.slice(start, start + itemsPerPage),
    first: at(0),
    next: start + itemsPerPage < transactions.length ? at(pageIndex + 1) : undefined,
    previous: pageIndex > 0 ? at(pageIndex - 1) : undefined
  }
}
