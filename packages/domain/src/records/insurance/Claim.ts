/**
 * Claims under a policy. Sheaf collects them only if the client requests them and is allowed to receive them
 * (`Sensitive.ts`).
 */
import { Schema } from "effect"
import { CalendarDate } from "../../shared/CalendarDate.ts"
import { MonetaryAmount } from "../MonetaryAmount.ts"
import { details, listOf, text } from "../RecordText.ts"
import * as Annotations from "../../shared/Annotations.ts"

export const ClaimStatus = Annotations.literals("The status of a claim.", {
  OPEN: "The company has not decided yet.",
  PAID: "Closed with a payment.",
  REJECTED: "Closed without a payment.",
  WITHDRAWN: "The holder withdrew it, or it was reported by mistake.",
  REOPENED: "Opened again.",
  UNKNOWN: "The company does not say."
}).annotate({ identifier: "ClaimStatus" })

export const ClaimAnnuity = Schema.Struct({
  type: Annotations.optional(text(100), "The kind of annuity, such as for life, in the company's words."),
  startDate: Annotations.optional(CalendarDate, "The day of the first payment, as YYYY-MM-DD."),
  recipients: Annotations.optional(Schema.Int.check(Schema.isGreaterThanOrEqualTo(0)), "The number of recipients."),
  indexation: Annotations.optional(text(100), "The index that adjusts the payments, in the company's words."),
  lastAdjustedDate: Annotations.optional(CalendarDate, "The day of the last adjustment, as YYYY-MM-DD.")
}).pipe(Annotations.annotate("ClaimAnnuity", "The regular payments for a claim."))

export const Claim = Schema.Struct({
  claimNumber: Annotations.optional(text(100), "The company's number for the claim."),
  date: CalendarDate.pipe(Annotations.describe("The day of the event, as YYYY-MM-DD.")),
  type: text().pipe(Annotations.describe("The kind of event, in the company's words.")),
  status: ClaimStatus,
  statusDate: Annotations.optional(CalendarDate, "The day from which the status holds, as YYYY-MM-DD."),
  reportedDate: Annotations.optional(CalendarDate, "The day on which it was reported, as YYYY-MM-DD."),
  registeredDate: Annotations.optional(
    CalendarDate,
    "The day on which the company registered it, as YYYY-MM-DD, if it differs from reportedDate."
  ),
  claimedAmount: Annotations.optional(MonetaryAmount, "The amount that the claim is about."),
  paidAmount: Annotations.optional(MonetaryAmount, "The amount paid so far; 0 means nothing."),
  annuity: Schema.optionalKey(ClaimAnnuity),
  coverages: Annotations.optional(listOf(text(100)), "The codes or names of the covers that the claim concerns."),
  details
}).pipe(Annotations.annotate("Claim", "A claim under an insurance."))
export type Claim = typeof Claim.Type
