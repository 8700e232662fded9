/** The coverages of a policy, with their limits and deductibles. */
import { Schema } from "effect"
import { CalendarDate } from "../../shared/CalendarDate.ts"
import { Duration } from "../Duration.ts"
import { MonetaryAmount } from "../MonetaryAmount.ts"
import { Ratio } from "../Ratio.ts"
import { details, text } from "../RecordText.ts"
import { PremiumPeriod } from "./Premium.ts"
import * as Annotations from "../../shared/Annotations.ts"

export const LimitBasis = Annotations.literals("What a limit applies to.", {
  CLAIM: "Each claim.",
  DAY: "Each day.",
  YEAR: "Each insurance year.",
  TERM: "The whole term.",
  PERSON: "Each insured person.",
  OBJECT: "Each insured object."
}).annotate({ identifier: "LimitBasis" })

export const CoverageLimit = Schema.Struct({
  amount: Annotations.optional(MonetaryAmount, "The maximum payment."),
  ratio: Annotations.optional(
    Schema.Finite.check(Schema.isGreaterThanOrEqualTo(0)),
    "The maximum payment as a decimal ratio of the insured value or of the loss: 0.8 is 80 percent."
  ),
  unlimited: Annotations.optional(Schema.Boolean, "True if the contract states that there is no maximum."),
  basis: Schema.optionalKey(LimitBasis),
  description: Annotations.optional(text(), "The limit, in the company's words.")
}).pipe(Annotations.annotate("CoverageLimit", "The maximum that an insurance pays."))

export const CoverageType = Annotations.literals("When a cover applies.", {
  REGULAR: "The whole term.",
  INTERMITTENT: "Only while it is switched on, or the object is in use.",
  PARAMETRIC: "By an index or a measured event, without an examination of the loss.",
  PARAMETRIC_INTERMITTENT: "By an index, and only while it is switched on.",
  SHARED_SUM: "For a group of people that share one insured sum."
}).annotate({ identifier: "CoverageType" })

export const CoveragePayout = Annotations.literals("The way in which a cover pays.", {
  LUMP_SUM: "One payment.",
  ANNUITY: "Regular payments.",
  CHOICE: "One payment or regular payments, as the recipient chooses."
}).annotate({ identifier: "CoveragePayout" })

export const CoverageFunding = Annotations.literals("The use of the premium of a cover.", {
  PAY_AS_YOU_GO: "Pays for the claims of the same period.",
  ON_CLAIM: "Builds up the capital of a benefit when its claim occurs.",
  SAVED: "Is saved for the holder."
}).annotate({ identifier: "CoverageFunding" })

const DayCount = Annotations.literals("The days that count.", {
  CALENDAR: "All days.",
  BUSINESS: "Business days."
}).annotate({ identifier: "DayCount" })

export const WaitingTerms = Schema.Struct({
  reason: Annotations.optional(text(100), "What the waiting period is for, in the company's words."),
  startDate: Annotations.optional(CalendarDate, "The first day, as YYYY-MM-DD."),
  endDate: Annotations.optional(CalendarDate, "The last day, as YYYY-MM-DD."),
  days: Schema.optionalKey(DayCount)
}).pipe(Annotations.annotate("WaitingTerms", "The terms of a cover's waiting period."))

export const CoverageDeductible = Schema.Struct({
  amount: Annotations.optional(MonetaryAmount, "The holder's share of one claim."),
  ratio: Annotations.optional(Ratio, "The holder's share, as a decimal ratio of the loss: 0.1 is 10 percent."),
  minimum: Annotations.optional(MonetaryAmount, "The minimum share, if it depends on the loss."),
  maximum: Annotations.optional(MonetaryAmount, "The maximum share, if it depends on the loss."),
  period: Annotations.optional(Duration, "The waiting period at the start of a claim, during which nothing is paid."),
  startDate: Annotations.optional(CalendarDate, "The first day of the deductible, as YYYY-MM-DD."),
  endDate: Annotations.optional(CalendarDate, "The last day of the deductible, as YYYY-MM-DD."),
  level: Annotations.optional(text(100), "The company's name for the level of the deductible, such as reduced."),
  description: Annotations.optional(text(), "The deductible, in the company's words.")
}).pipe(Annotations.annotate("CoverageDeductible", "The part of a claim that the holder pays, for one cover."))

export const Coverage = Schema.Struct({
  code: Annotations.optional(text(100), "The company's code for the cover."),
  name: text().pipe(Annotations.describe("The company's name for the cover.")),
  group: Annotations.optional(text(100), "The company's name for the group of covers, or the branch of insurance."),
  included: Schema.Boolean.pipe(
    Annotations.describe("True if the contract has the cover, false if the company lists it as not included.")
  ),
  isMain: Annotations.optional(Schema.Boolean, "True for a main cover, false for an additional one."),
  limit: Schema.optionalKey(CoverageLimit),
  deductible: Schema.optionalKey(CoverageDeductible),
  coverageType: Schema.optionalKey(CoverageType),
  event: Annotations.optional(text(), "The event for which the cover pays, in the company's words."),
  payout: Schema.optionalKey(CoveragePayout),
  funding: Schema.optionalKey(CoverageFunding),
  waitingPeriod: Annotations.optional(Duration, "The time after the start during which the cover does not apply."),
  waitingTerms: Schema.optionalKey(WaitingTerms),
  startDate: Annotations.optional(
    CalendarDate,
    "The cover's first day, as YYYY-MM-DD, if it differs from the contract's."
  ),
  endDate: Annotations.optional(
    CalendarDate,
    "The cover's last day, as YYYY-MM-DD, if it differs from the contract's."
  ),
  premium: Annotations.optional(MonetaryAmount, "The part of the premium that pays for the cover, for premiumPeriod."),
  premiumPeriod: Schema.optionalKey(PremiumPeriod),
  insuredObject: Annotations.optional(text(100), "The objectId of the insured object; absent if the cover is for all."),
  insuredPerson: Annotations.optional(text(100), "The personId of the insured person; absent if the cover is for all."),
  productNumber: Annotations.optional(text(100), "The number under which the cover is registered with the supervisor."),
  details
}).pipe(Annotations.annotate("Coverage", "A cover of an insurance, with its limit and deductible."))
export type Coverage = typeof Coverage.Type
