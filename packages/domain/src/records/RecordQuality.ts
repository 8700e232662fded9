/** A record's quality information: when and where it was collected, what is complete, and what is contradictory. */
import { Schema } from "effect"
import { Timestamp } from "../shared/Timestamp.ts"
import { listOf, text } from "./RecordText.ts"
import * as Annotations from "../shared/Annotations.ts"

export const RecordOrigin = Annotations.literals("The origin of a record.", {
  COMPANY: "The company itself.",
  DOCUMENT: "A document of the company, which can be older than the collection.",
  BANK: "A bank, under a PSD2 consent."
}).annotate({ identifier: "RecordOrigin" })
export type RecordOrigin = typeof RecordOrigin.Type

export const RecordGroup = Annotations.literals("A group of a record's members.", {
  CONTRACT: "Number, dates, premium and holder.",
  COVERAGES: "Covers, add-ons and deductibles.",
  INSURED_OBJECTS: "Insured objects.",
  PERSONS: "People in the contract.",
  PAYMENTS: "Payments and the way of payment.",
  CLAIMS: "Claims.",
  TERMS: "Cancellation and product terms.",
  DOCUMENTS: "Documents.",
  VALUE: "Values and balances.",
  FEES: "Fees.",
  HOLDINGS: "Holdings and their allocation.",
  TRANSACTIONS: "Transactions.",
  ORDERS: "Orders.",
  PAYOUTS: "Payouts and forecasts.",
  LOAN: "A loan's interest, term, amortization and collateral."
}).annotate({ identifier: "RecordGroup" })
export type RecordGroup = typeof RecordGroup.Type

const groups = Schema.Array(RecordGroup).check(Schema.isUnique())

export const Completeness = Schema.Struct({
  read: groups.pipe(Annotations.describe("The groups that were read. A member that is absent in them is unknown.")),
  unread: Annotations.optional(groups, "The groups that the company shows, and that could not be read.")
}).pipe(Annotations.annotate("Completeness", "The groups of members that could be read."))
export type Completeness = typeof Completeness.Type

export const WarningCode = Annotations.literals("A stable code. Branch on this.", {
  END_BEFORE_START: "A period ends before it begins.",
  SUM_OVER_ONE: "Shares of a whole add up to more than 1, which is 100 percent.",
  PART_OVER_WHOLE: "A part is larger than its whole.",
  INEXACT_AMOUNT: "An amount has more than 15 significant digits, so the last ones are not reliable."
}).annotate({ identifier: "WarningCode" })
export type WarningCode = typeof WarningCode.Type

export const RecordWarning = Schema.Struct({
  code: WarningCode,
  pointer: text(200).pipe(Annotations.describe("The member in doubt (RFC 6901), within the record."))
}).pipe(
  Annotations.annotate(
    "RecordWarning",
    "A value in doubt, such as one that contradicts another. Sheaf delivers it as the company has it."
  )
)
export type RecordWarning = typeof RecordWarning.Type

/** The members that a connector can report. Sheaf derives any that are missing. */
const reportedQuality = {
  source: Annotations.optional(RecordOrigin, "The record's origin."),
  completeness: Schema.optionalKey(Completeness)
}

export const assignedQuality = {
  collectedAt: Annotations.optional(Timestamp, "The time at which Sheaf received the record."),
  units: Annotations.optional(
    Schema.Record(Schema.String, Schema.String),
    "The UCUM units of the record's numbers, by member: `m2`, `km/a`, `a` for years, `d` for days, `1` for ratios, counts " +
      "and factors. Amounts name their currency instead."
  ),
  warnings: Annotations.optional(listOf(RecordWarning), "Values in doubt; absent if there are none.")
}

export const qualityFields = { ...reportedQuality, ...assignedQuality }
