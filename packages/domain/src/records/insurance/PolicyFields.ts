/** The members that make policies comparable: coverages, objects, people, payments, claims and terms. */
import { Schema } from "effect"
import { CalendarDate } from "../../shared/CalendarDate.ts"
import { Duration } from "../Duration.ts"
import { MonetaryAmount } from "../MonetaryAmount.ts"
import { Ratio } from "../Ratio.ts"
import { details, listOf, text } from "../RecordText.ts"
import * as Annotations from "../../shared/Annotations.ts"
import { Claim } from "./Claim.ts"
import { Coverage, CoverageLimit } from "./Coverage.ts"
import { InsuredObject } from "./InsuredObject.ts"
import { InsuredPerson } from "./InsuredPerson.ts"
import { PaymentMethod, PremiumPayment } from "./PremiumPayment.ts"
import { RepairTerms } from "./RepairTerms.ts"

export const PolicyStatus = Annotations.literals("The status of a contract.", {
  ACTIVE: "In force.",
  FUTURE: "Begins later.",
  PAUSED: "Suspended.",
  ENDED: "No longer in force."
}).annotate({ identifier: "PolicyStatus" })

export const CancellationTerms = Schema.Struct({
  noticeDays: Annotations.optional(
    Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 3660 })),
    "The notice that the holder must give, in days."
  ),
  earliestDate: Annotations.optional(CalendarDate, "The first day on which the contract can end, as YYYY-MM-DD."),
  description: Annotations.optional(text(), "The terms, in the company's words.")
}).pipe(Annotations.annotate("CancellationTerms", "The holder's terms to cancel the contract."))

export const Bonus = Schema.Struct({
  level: Annotations.optional(text(50), "The company's name for the level, such as B5."),
  coefficient: Annotations.optional(
    Schema.Finite.check(Schema.isGreaterThanOrEqualTo(0)),
    "The factor applied to the premium: 0.5 halves it."
  ),
  discount: Annotations.optional(Ratio, "The discount for claim-free time, as a decimal ratio: 0.3 is 30 percent."),
  claimFreeYears: Annotations.optional(
    Schema.Finite.check(Schema.isGreaterThanOrEqualTo(0)),
    "The time without a claim, in years. Only if the collection's `sensitive` has CLAIMS."
  ),
  isProtected: Annotations.optional(Schema.Boolean, "True if the next claim leaves the level unchanged.")
}).pipe(Annotations.annotate("Bonus", "The reward for time without claims, in any market."))

export const ProductTerms = Schema.Struct({
  url: Annotations.optional(
    Schema.String.check(
      Schema.isPattern(/^https?:\/\/\S+$/u, { message: "an http or https address" }),
      Schema.isMaxLength(2000)
    ),
    "The http or https address of the terms."
  ),
  version: Annotations.optional(text(100), "The company's name for the version of the terms."),
  validFrom: Annotations.optional(CalendarDate, "The day from which the version applies, as YYYY-MM-DD.")
}).pipe(Annotations.annotate("ProductTerms", "The terms of the product, and their version."))

export const ContractForm = Annotations.literals("The form of a contract.", {
  INDIVIDUAL: "A policy of its own.",
  GROUP: "A policy for a group, such as of an employer.",
  CERTIFICATE: "A membership in a group policy of another holder.",
  TICKET: "A short policy without a proposal, such as for a journey.",
  FLEET: "A policy for several vehicles.",
  OTHER: "Any other form."
}).annotate({ identifier: "ContractForm" })

const SavingsMovement = Schema.Struct({
  date: Annotations.optional(CalendarDate, "The day, as YYYY-MM-DD."),
  amount: Annotations.optional(MonetaryAmount, "The amount.")
}).pipe(
  Annotations.annotate("SavingsMovement", "An amount that left an insurance that saves, or moved to another one.")
)

export const InsuranceSavings = Schema.Struct({
  value: Annotations.optional(MonetaryAmount, "The amount saved so far."),
  valueDate: Annotations.optional(CalendarDate, "The day of the value, as YYYY-MM-DD."),
  withdrawals: Annotations.optional(listOf(SavingsMovement, 200), "The amounts withdrawn; empty if there were none."),
  transfers: Annotations.optional(
    listOf(SavingsMovement, 200),
    "The amounts transferred to another contract; empty if there were none."
  )
}).pipe(Annotations.annotate("InsuranceSavings", "What an insurance saves for the holder, such as a life insurance."))

export const policyFields = {
  policyStatus: Schema.optionalKey(PolicyStatus),
  contractForm: Schema.optionalKey(ContractForm),
  hasCoInsurers: Annotations.optional(
    Schema.Boolean,
    "True if several companies share the risk; insuredPersons names them as CO_INSURER."
  ),
  term: Annotations.optional(Duration, "The length of the contract's term."),
  coverages: Annotations.optional(listOf(Coverage, 500), "The covers, with limits and deductibles."),
  totalLimit: Annotations.optional(CoverageLimit, "The maximum for all covers together."),
  insuredObjects: Annotations.optional(listOf(InsuredObject, 200), "The insured objects."),
  insuredPersons: Annotations.optional(listOf(InsuredPerson, 200), "The people in the contract, with their roles."),
  payments: Annotations.optional(listOf(PremiumPayment, 200), "The payments of the premium, past and future."),
  numberOfPayments: Annotations.optional(
    Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 1000 })),
    "The number of payments in the contract's term."
  ),
  paymentMethod: Schema.optionalKey(PaymentMethod),
  claims: Annotations.optional(
    listOf(Claim, 500),
    "The claims; empty if there were none. Only if the collection's `sensitive` has CLAIMS."
  ),
  cancellation: Schema.optionalKey(CancellationTerms),
  bonus: Schema.optionalKey(Bonus),
  productTerms: Schema.optionalKey(ProductTerms),
  repair: Schema.optionalKey(RepairTerms),
  savings: Schema.optionalKey(InsuranceSavings),
  issueDate: Annotations.optional(CalendarDate, "The day on which the company issued the contract, as YYYY-MM-DD."),
  proposalNumber: Annotations.optional(text(100), "The company's number for the proposal or application."),
  details
}
