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
  /** The insurance policies by type, if there are several types. */
  readonly parts: ReadonlyArray<string>
}

const lineOf = (kind: CountLine["kind"], n = 0): ReadonlyArray<CountLine> =>
  n === 0 ? [] : [{ kind, text: t(`count.${kind}`, { n }), parts: [] }]

const insuranceLinesOf = ({ insurances: n, insuranceTypes = {} }: RecordCounts): ReadonlyArray<CountLine> => {
  const byType = insurances.flatMap((type) => lineOf(type, insuranceTypes[type]))
  if (byType.length === 1) return byType
  return lineOf("insurances", n).map((line) => ({ ...line, parts: byType.map(({ text }) => text) }))
}

/** Returns one line for each kind. If all insurance policies have the same type, their line names it. */
export const recordCountLinesOf = (counts: RecordCounts): ReadonlyArray<CountLine> => [
  ...insuranceLinesOf(counts),
  ...kinds.flatMap((kind) => lineOf(kind, counts[kind]))
]
