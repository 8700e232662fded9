/** From what the layouts made of a document to the end of a collection (spec 3.1: FAILED_PDF_PARSE, FAILED_PDF_USER_INPUT). */
import { InsuranceRecord } from "@sheaf/domain/InsuranceRecord"
import { subTypesOf } from "@sheaf/domain/InsuranceType"
import { Option, Schema } from "effect"
import { contradictionsIn } from "./Plausibility.ts"
import type { Outcome } from "./reader/Reader.ts"
import type { Reading } from "./reader/Told.ts"

export type Verdict =
  | { readonly type: "COMPLETED"; readonly record: InsuranceRecord }
  /** A known layout, and required values are missing, or contradict each other; or two layouts that read two things. */
  | { readonly type: "FAILED_PDF_PARSE" }
  /** Nothing that we read: no known layout, no text, encrypted, damaged, too costly, or not what the user says it is. */
  | { readonly type: "FAILED_PDF_USER_INPUT" }

const isSame = Schema.toEquivalence(InsuranceRecord)

const decode = Schema.decodeUnknownOption(InsuranceRecord)

/** Why a document of a known layout gives no record; none: it gives one. In words for whoever writes layouts. */
export const faultsOf = ({ fields, record }: Reading): ReadonlyArray<string> => {
  const faults = fields.flatMap(({ fault, required, target }) =>
    fault !== undefined && required ? [`${target} is ${fault.toLowerCase()}`] : []
  )
  if (faults.length > 0) return faults
  return Option.match(decode(record), {
    onNone: () => ["a value is outside of what an insurance record allows"],
    onSome: contradictionsIn
  })
}

/** The record that a reading gives, where nothing is wrong with it. */
export const recordOf = (reading: Reading): InsuranceRecord | undefined =>
  faultsOf(reading).length > 0 ? undefined : Option.getOrUndefined(decode(reading.record))

/** Whether the document is, or can be, of the kind that the user says. A kind that nothing has fits no document. */
const fits = (reading: Reading, wanted: string | undefined): boolean => {
  if (wanted === undefined || wanted === reading.insuranceType) return true
  const record = recordOf(reading)
  return record === undefined
    ? subTypesOf[reading.insuranceType].some((subType) => subType === wanted)
    : record.insurance.insuranceSubType === wanted
}

/** What becomes of the document; `insuranceType` is what the user says that it is about. */
export const of = (outcome: Outcome, insuranceType: string | undefined): Verdict => {
  if (outcome.type !== "READ") return { type: "FAILED_PDF_USER_INPUT" }
  const fitting = outcome.readings.filter((reading) => reading.absent.length === 0 && fits(reading, insuranceType))
  if (fitting.length === 0) return { type: "FAILED_PDF_USER_INPUT" }
  const [record, ...others] = fitting.flatMap((reading) => recordOf(reading) ?? [])
  const isOne = record !== undefined && others.every((other) => isSame(record, other))
  return isOne ? { type: "COMPLETED", record } : { type: "FAILED_PDF_PARSE" }
}
