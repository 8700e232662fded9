/** Puts the counts of collected records into words. */
import { t } from "../../texts/Texts.ts"
import type { RecordCounts } from "./Models.ts"

const insurances = [
  "vehicleInsurance",
  "houseContentInsurance",
  "animalInsurance",
  "personInsurance",
  "generalInsurance"
] as const

const kinds = ["pensions", "savings", "investments", "loans", "accounts"] as const

export interface CountLine {
  readonly kind: (typeof insurances)[number] | (typeof kinds)[number] | "insurances"
  readonly text: string
}

/** Returns one line for each kind. Counts insurance by type if the service reports the types. */
export const recordCountLinesOf = (counts: RecordCounts): ReadonlyArray<CountLine> => {
  const { insuranceTypes } = counts
  const insured: ReadonlyArray<readonly [CountLine["kind"], number | undefined]> =
    insuranceTypes === undefined
      ? [["insurances", counts.insurances]]
      : insurances.map((type) => [type, insuranceTypes[type]])
  return [...insured, ...kinds.map((kind) => [kind, counts[kind]] as const)].flatMap(([kind, n]) =>
    n === undefined || n === 0 ? [] : [{ kind, text: t(`count.${kind}`, { n }) }]
  )
}
