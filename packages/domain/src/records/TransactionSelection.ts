/** Selects transactions by day and status (spec 10). */

/** A bank transaction has a `bookingDate`, and any other transaction has a `date`. */
interface Selectable {
  readonly bookingDate?: string
  readonly date?: string
  readonly status?: string
}

/** `from` and `to` are dates in the form `YYYY-MM-DD`; both are inclusive. */
export interface TransactionFilter {
  readonly from?: string
  readonly to?: string
  readonly status?: ReadonlyArray<string>
}

const dayOf = ({ bookingDate, date }: Selectable): string => bookingDate ?? date ?? ""

/**
 * Returns the matching transactions in their original order.
 *
 * @example
 * select([{ bookingDate: "2026-05-04" }], { from: "2026-05-05" }).length // 0
 */
export const select = <A extends Selectable>(
  transactions: ReadonlyArray<A>,
  { from = "", status, to = "9999-12-31" }: TransactionFilter
): ReadonlyArray<A> =>
  transactions.filter((each) => {
    const day = dayOf(each)
    const isOfStatus = status === undefined || (each.status !== undefined && status.includes(each.status))
    return day >= from && day <= to && isOfStatus
  })

export const since = <A extends { readonly transactions?: unknown }>(
  records: ReadonlyArray<A>,
  from: string
): ReadonlyArray<A> =>
  records.map((record) =>
    Array.isArray(record.transactions) ? { ...record, transactions: select(record.transactions, { from }) } : record
  )
