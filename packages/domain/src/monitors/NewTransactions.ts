/**
 * Finds an account's transactions that a monitor has not seen before. The monitor stores only keyed hashes. It forgets
 * a hash only after two consecutive complete runs without the transaction, because banks occasionally return an
 * incomplete list.
 */
import { Schema } from "effect"
import { CalendarDate } from "../shared/CalendarDate.ts"

export const KnownTransactions = Schema.Struct({
  /** Hashes seen in the last complete run or since then. */
  seen: Schema.Array(Schema.String),
  /** Hashes seen in the second-to-last complete run, but not since. */
  earlier: Schema.Array(Schema.String),
  /** The first day that the last complete run covered, if the bank reported it. */
  from: Schema.optionalKey(CalendarDate)
})
export type KnownTransactions = typeof KnownTransactions.Type

export interface SeenTransaction {
  /** The transaction's hash under the current pepper. Only this hash is stored. */
  readonly current: string
  /** The transaction's hashes under all peppers. */
  readonly hashes: ReadonlyArray<string>
  /** The booking date, YYYY-MM-DD. */
  readonly date: string
}

export interface TransactionsRun<Seen extends SeenTransaction> {
  readonly seen: ReadonlyArray<Seen>
  /** The first day that the bank covered, if it reported one. */
  readonly from?: CalendarDate
  /** False if the bank may have omitted transactions. */
  readonly isComplete: boolean
}

/**
 * Compares an account's transactions with the known ones. Transactions from before the known period are not new: banks
 * show more history for a while after the person authenticates.
 */
export const newTransactions = <Seen extends SeenTransaction>(
  known: KnownTransactions | undefined,
  { from, isComplete, seen }: TransactionsRun<Seen>
): { readonly known: KnownTransactions; readonly added: ReadonlyArray<Seen> } => {
  const before = new Set([...(known?.seen ?? []), ...(known?.earlier ?? [])])
  const all = [...new Map(seen.map((each) => [each.current, each])).values()]
  const again = new Set(all.flatMap(({ hashes }) => hashes))
  const isKnown = ({ date, hashes }: Seen) => hashes.some((hash) => before.has(hash)) || date < (known?.from ?? "")
  const added = all.filter((each) => !isKnown(each))
  const now = all.map(({ current }) => current)
  const left = (known?.seen ?? []).filter((hash) => !again.has(hash))
  if (isComplete) return { added, known: { seen: now, earlier: left, ...(from !== undefined && { from }) } }
  const { earlier = [], ...rest } = known ?? {}
  return { added, known: { ...(from !== undefined && { from }), ...rest, seen: [...left, ...now], earlier } }
}
