/** The end of a collection from an uploaded document (spec 3.1: FAILED_PDF_PARSE, FAILED_PDF_USER_INPUT). */
import { InsuranceRecord } from "@sheaf/domain/InsuranceRecord"
import { subTypesOf } from "@sheaf/domain/InsuranceType"
import { Option, Schema } from "effect"
import { contradictionsIn } from "./Plausibility.ts"
import type { AttemptOutcome } from "./reader/Reader.ts"
import type { Reading } from "./reader/ReaderAnswer.ts"

export type UploadVerdict =
  | { readonly type: "COMPLETED"; readonly record: InsuranceRecord }
  /** A known layout with missing or contradictory values, or two layouts with different results. */
  | { readonly type: "FAILED_PDF_PARSE" }
  /** No known layout, no text, encrypted, damaged, too costly, or not of the insurance type that the user named. */
  | { readonly type: "FAILED_PDF_USER_INPUT" }

const isSame = Schema.toEquivalence(InsuranceRecord)

/** Rejects unknown members, because they show that the layout is wrong. */
const decode = Schema.decodeUnknownOption(InsuranceRecord, { onExcessProperty: "error" })

/** Returns the record of a reading without faults. ReadingFaults describes the faults. */
export const recordOf = ({ fields, record }: Reading): InsuranceRecord | undefined => {
  if (fields.some(({ fault, required }) => fault !== undefined && required)) return undefined
  return Option.getOrUndefined(Option.filter(decode(record), (decoded) => contradictionsIn(decoded).length === 0))
}

/** Returns true if the document is, or could be, of the insurance type that the user named. */
const fits = (reading: Reading, wanted: string | undefined): boolean => {
  if (wanted === undefined || wanted === reading.insuranceType) return true
  const record = recordOf(reading)
  return record === undefined
    ? subTypesOf[reading.insuranceType].some((subType) => subType === wanted)
    : record.insurance.insuranceSubType === wanted
}

/** Judges a document. `insuranceType` is the type that the user named. */
export const of = (outcome: AttemptOutcome, insuranceType: string | undefined): UploadVerdict => {
  if (outcome.type !== "READ") return { type: "FAILED_PDF_USER_INPUT" }
  const fitting = outcome.readings.filter((reading) => reading.absent.length === 0 && fits(reading, insuranceType))
  if (fitting.length === 0) return { type: "FAILED_PDF_USER_INPUT" }
  const [record, ...others] = fitting.flatMap((reading) => recordOf(reading) ?? [])
  const isOne = record !== undefined && others.every((other) => isSame(record, other))
  return isOne ? { type: "COMPLETED", record } : { type: "FAILED_PDF_PARSE" }
}
