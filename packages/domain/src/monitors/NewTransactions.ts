/**
 * Finds the transactions of an account that a monitor has not seen before. Only keyed hashes are stored. A hash is
 * forgotten once its transaction is missing from two complete runs in a row. One run is not enough, because banks
 * occasionally return half a list.
 */
import { Schema } from "effect"
import { CalendarDate } from "../shared/CalendarDate.ts"

export const KnownTransactions = Schema.Struct({
  /** The hashes in the last complete run, and in the runs since. */
  seen: Schema.Array(Schema.String),
  /** The hashes that were only in the complete run before the last. */
  earlier: Schema.Array(Schema.String),
  /** The first day of the last complete run, if the bank said so. */
  from: Schema.optionalKey(CalendarDate)
})
export type KnownTransactions = typeof KnownTransactions.Type

/** A transaction in a run. */
export interface SeenTransaction {
  /** Its hash under the current pepper, which is stored from now on. */
  readonly current: string
  /** Its hashes under all peppers. */
  readonly hashes: ReadonlyArray<string>
  /** The booking date, YYYY-MM-DD. */
  readonly date: string
}

/** A run's transactions of one account. */
export interface TransactionsRun<Seen extends SeenTransaction> {
  readonly seen: ReadonlyArray<Seen>
  /** The first day that the bank covered, if it said so. */
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
