/** How a collection from an uploaded document ends (spec 3.1: FAILED_PDF_PARSE, FAILED_PDF_USER_INPUT). */
import { InsuranceRecord } from "@sheaf/domain/InsuranceRecord"
import { subTypesByType } from "@sheaf/domain/InsuranceType"
import { Result, Schema } from "effect"
import type { SchemaIssue } from "effect"
import { contradictionsIn } from "./diagnostics/Plausibility.ts"
import type { AttemptOutcome } from "./reader/Reader.ts"
import type { LayoutReading } from "./layout/ReaderResponse.ts"

/** Why a collection failed, if the status alone does not tell the user what to do (spec 2.5). */
export type UploadError =
  | "PDF_ENCRYPTED"
  | "PDF_WITHOUT_TEXT"
  | "PDF_UNKNOWN_LAYOUT"
  | "PDF_INCOMPLETE"
  | "PDF_CONTRADICTORY"

export type UploadOutcome =
  | { readonly type: "COMPLETED"; readonly record: InsuranceRecord }
  /** The layout is known, but values are missing or contradictory, or two layouts give different results. */
  | { readonly type: "FAILED_PDF_PARSE"; readonly fault: UploadError }
  /**
   * The document is encrypted, damaged or too costly to read, has no text, matches no known layout, or belongs to a
   * different insurance type than the user specified.
   */
  | { readonly type: "FAILED_PDF_USER_INPUT"; readonly fault?: UploadError }

const unopened: Readonly<Record<Exclude<AttemptOutcome["type"], "READ">, UploadOutcome>> = {
  ENCRYPTED: { type: "FAILED_PDF_USER_INPUT", fault: "PDF_ENCRYPTED" },
  WITHOUT_TEXT: { type: "FAILED_PDF_USER_INPUT", fault: "PDF_WITHOUT_TEXT" },
  DAMAGED: { type: "FAILED_PDF_USER_INPUT" },
  TOO_COSTLY: { type: "FAILED_PDF_USER_INPUT" }
}

const isSame = Schema.toEquivalence(InsuranceRecord)

/** Rejects unknown members, because they mean that the layout is wrong. */
const decode = Schema.decodeUnknownResult(InsuranceRecord, { onExcessProperty: "error" })

const lacksMember = (issue: SchemaIssue.Issue): boolean => {
  if (issue._tag === "Pointer") return lacksMember(issue.issue)
  if (issue._tag === "Composite" || issue._tag === "AnyOf") return issue.issues.some(lacksMember)
  return issue._tag === "MissingKey"
}

/**
 * Returns the record or, if a required value is missing or contradictory, the kind of error. ReadingDiagnostics
 * describes the details.
 */
export const recordOrError = ({ fields, record }: LayoutReading): Result.Result<InsuranceRecord, UploadError> => {
  const faults = fields.flatMap(({ fault, required }) => (fault !== undefined && required ? [fault] : []))
  if (faults.some((fault) => fault !== "AMBIGUOUS")) return Result.fail("PDF_INCOMPLETE")
  if (faults.length > 0) return Result.fail("PDF_CONTRADICTORY")
  const decoded = Result.mapError(decode(record), ({ issue }) =>
    lacksMember(issue) ? ("PDF_INCOMPLETE" as const) : ("PDF_CONTRADICTORY" as const)
  )
  return Result.filterOrFail(
    decoded,
    (each) => contradictionsIn(each).length === 0,
    () => "PDF_CONTRADICTORY" as const
  )
}

/** Returns true if the document's insurance type matches, or may match, the one that the user specified. */
const fits = (reading: LayoutReading, wanted: string | undefined): boolean => {
  if (wanted === undefined || wanted === reading.insuranceType) return true
  return Result.match(recordOrError(reading), {
    onFailure: () => subTypesByType[reading.insuranceType].some((subType) => subType === wanted),
    onSuccess: ({ insurance }) => insurance.insuranceSubType === wanted
  })
}

export const of = (outcome: AttemptOutcome, insuranceType: string | undefined): UploadOutcome => {
  if (outcome.type !== "READ") return unopened[outcome.type]
  const known = outcome.readings.filter(({ absent }) => absent.length === 0)
  if (known.length === 0) return { type: "FAILED_PDF_USER_INPUT", fault: "PDF_UNKNOWN_LAYOUT" }
  const fitting = known.filter((reading) => fits(reading, insuranceType)).map(recordOrError)
  const [first] = fitting
  if (first === undefined) return { type: "FAILED_PDF_USER_INPUT" }
  const [record, ...others] = fitting.flatMap((each) => (Result.isSuccess(each) ? [each.success] : []))
  if (record === undefined && Result.isFailure(first)) return { type: "FAILED_PDF_PARSE", fault: first.failure }
  return record !== undefined && others.every((other) => isSame(record, other))
    ? { type: "COMPLETED", record }
    : { type: "FAILED_PDF_PARSE", fault: "PDF_CONTRADICTORY" }
}
