/**
 * Finds the transactions of an account that a monitor has not seen before. Only keyed hashes are stored. A hash is
 * forgotten once its transaction is missing from two complete runs in a row. One run is not enough, because banks
 * occasionally return half a list.
 */
import { Schema } from "effect"

export const KnownTransactions = Schema.Struct({
  /** The hashes in the last complete run, and in the runs since. */
  seen: Schema.Array(Schema.String),
  /** The hashes that were only in the complete run before the last. */
  earlier: Schema.Array(Schema.String)
})
export type KnownTransactions = typeof KnownTransactions.Type

/**
 * Compares an account's transactions with the known ones. `isComplete` is false if the bank may have omitted
 * transactions.
 */
export const newTransactions = (
  known: KnownTransactions | undefined,
  seen: ReadonlyArray<string>,
  isComplete: boolean
): { readonly known: KnownTransactions; readonly added: ReadonlyArray<string> } => {
  const now = new Set(seen)
  const before = new Set([...(known?.seen ?? []), ...(known?.earlier ?? [])])
  const added = [...now].filter((hash) => !before.has(hash))
  if (isComplete) {
    return { added, known: { seen: [...now], earlier: (known?.seen ?? []).filter((hash) => !now.has(hash)) } }
  }
  return { added, known: { seen: [...new Set([...(known?.seen ?? []), ...now])], earlier: known?.earlier ?? [] } }
}
