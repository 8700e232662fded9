/** From what the layouts made of a document to the end of a collection (spec 3.1: FAILED_PDF_PARSE, FAILED_PDF_USER_INPUT). */
import { InsuranceRecord } from "@sheaf/domain/InsuranceRecord"
import { subTypesOf } from "@sheaf/domain/InsuranceType"
import { Option, Schema } from "effect"
import { contradictionsIn } from "./Plausibility.ts"
import type { AttemptOutcome } from "./reader/Reader.ts"
import type { Reading } from "./reader/ReaderAnswer.ts"

/** The end of a collection that uploaded a document. */
export type UploadVerdict =
  | { readonly type: "COMPLETED"; readonly record: InsuranceRecord }
  /** A known layout, and required values are missing, or contradict each other; or two layouts that read two things. */
  | { readonly type: "FAILED_PDF_PARSE" }
  /** Nothing that we read: no known layout, no text, encrypted, damaged, too costly, or not what the user says it is. */
  | { readonly type: "FAILED_PDF_USER_INPUT" }

const isSame = Schema.toEquivalence(InsuranceRecord)

/** What no insurance has is not left out of it: a layout that says so is wrong, and nothing that it reads is believed. */
const decode = Schema.decodeUnknownOption(InsuranceRecord, { onExcessProperty: "error" })

/** The record that a reading gives, where nothing is wrong with it: otherwise ReadingFaults has the words for what is. */
export const recordOf = ({ fields, record }: Reading): InsuranceRecord | undefined => {
  if (fields.some(({ fault, required }) => fault !== undefined && required)) return undefined
  const decoded = Option.filter(decode(record), (sound) => contradictionsIn(sound).length === 0)
  return Option.getOrUndefined(decoded)
}

/** Whether the document is, or can be, of the kind that the user says. A kind that nothing has fits no document. */
const fits = (reading: Reading, wanted: string | undefined): boolean => {
  if (wanted === undefined || wanted === reading.insuranceType) return true
  const record = recordOf(reading)
  return record === undefined
    ? subTypesOf[reading.insuranceType].some((subType) => subType === wanted)
    : record.insurance.insuranceSubType === wanted
}

/** Returns the verdict on a document; `insuranceType` is the kind that the user says it has. */
export const of = (outcome: AttemptOutcome, insuranceType: string | undefined): UploadVerdict => {
  if (outcome.type !== "READ") return { type: "FAILED_PDF_USER_INPUT" }
  const fitting = outcome.readings.filter((reading) => reading.absent.length === 0 && fits(reading, insuranceType))
  if (fitting.length === 0) return { type: "FAILED_PDF_USER_INPUT" }
  const [record, ...others] = fitting.flatMap((reading) => recordOf(reading) ?? [])
  const isOne = record !== undefined && others.every((other) => isSame(record, other))
  return isOne ? { type: "COMPLETED", record } : { type: "FAILED_PDF_PARSE" }
}
