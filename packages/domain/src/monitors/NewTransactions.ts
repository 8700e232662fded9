/**
 * The transactions of an account that a monitor has not seen before. It keeps only keyed hashes. A transaction is
 * forgotten once two complete runs in a row lack it, as banks return half a list now and then.
 */
import { Schema } from "effect"

export const KnownTransactions = Schema.Struct({
  /** The hashes that the last complete run returned, and those of later runs. */
  seen: Schema.Array(Schema.String),
  /** The hashes that only the complete run before returned. */
  earlier: Schema.Array(Schema.String)
})
export type KnownTransactions = typeof KnownTransactions.Type

/** Compares an account's transactions with those that are known. `isComplete` is false if the bank may have omitted some. */
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
