/** Counts of collected records in words. */
import { t } from "../../texts/Texts.ts"
import type { RecordCounts } from "./Models.ts"

const kinds = ["insurances", "pensions", "savings", "investments", "loans", "accounts"] as const

/** Returns one line for each kind, for example `3 insurances`. */
export const recordCountLinesOf = (counts: RecordCounts): ReadonlyArray<string> =>
  kinds.flatMap((kind) => {
    const n = counts[kind]
    return n === undefined || n === 0 ? [] : [t(`count.${kind}`, { n })]
  })
