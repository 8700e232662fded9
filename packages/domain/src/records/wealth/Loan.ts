/** Loans and credit lines. */
import { Schema } from "effect"
import { CalendarDate } from "../../shared/CalendarDate.ts"
import { Address } from "../Address.ts"
import { Duration } from "../Duration.ts"
import { MonetaryAmount } from "../MonetaryAmount.ts"
import { PaymentFrequency } from "../PaymentFrequency.ts"
import { Ratio } from "../Ratio.ts"
import { details, listOf, text } from "../RecordText.ts"
import { LoanType } from "../WealthType.ts"
import * as Annotations from "../../shared/Annotations.ts"
import { wealthFields } from "./WealthFields.ts"

const yearlyRate = Schema.Finite

export const Fixation = Schema.Struct({
  type: Annotations.literals("The kind of interest rate.", {
    FIXED: "Fixed until a date, or for the whole term.",
    VARIABLE: "Follows a reference rate, or the lender's decisions.",
    MIXED: "Fixed for a part of the loan."
  }),
  until: Annotations.optional(CalendarDate, "The last day of the fixed rate, as YYYY-MM-DD."),
  referenceRate: Annotations.optional(text(100), "The reference rate, such as EURIBOR 6M."),
  margin: Annotations.optional(
    yearlyRate,
    "The addition to the reference rate, as a decimal ratio: 0.015 is 1.5 percent."
  )
}).pipe(Annotations.annotate("Fixation", "The rule for a loan's interest rate."))

export const Amortization = Schema.Struct({
  type: Annotations.literals("The kind of repayment.", {
    ANNUITY: "Equal payments of interest and principal.",
    LINEAR: "Equal payments of principal.",
    INTEREST_ONLY: "No repayment for now.",
    BULLET: "One repayment at the end.",
    FREE: "The borrower decides.",
    OTHER: "Any other kind."
  }),
  amount: Annotations.optional(MonetaryAmount, "The repayment of principal in one payment."),
  frequency: Schema.optionalKey(PaymentFrequency),
  yearlyRatio: Annotations.optional(Ratio, "The repayment in a year, as a decimal ratio of the original principal.")
}).pipe(Annotations.annotate("Amortization", "The repayment of a loan."))

export const Collateral = Schema.Struct({
  type: Annotations.literals("The kind of collateral.", {
    PROPERTY: "A building, apartment or land.",
    VEHICLE: "A vehicle.",
    SECURITIES: "Securities.",
    GUARANTEE: "A guarantee.",
    OTHER: "Any other kind."
  }),
  description: Annotations.optional(text(), "The collateral, in the company's words."),
  address: Schema.optionalKey(Address),
  value: Annotations.optional(MonetaryAmount, "The value."),
  valueDate: Annotations.optional(CalendarDate, "The day of the value, as YYYY-MM-DD."),
  loanToValue: Annotations.optional(
    Schema.Finite.check(Schema.isGreaterThanOrEqualTo(0)),
    "The loan as a decimal ratio of the value: 0.75 is 75 percent."
  )
}).pipe(Annotations.annotate("Collateral", "The collateral of a loan."))

export const Borrower = Schema.Struct({
  name: text().pipe(Annotations.describe("The full name.")),
  share: Annotations.optional(
    Schema.Finite.check(Schema.isGreaterThanOrEqualTo(0)),
    "The share of the debt, as a decimal ratio: 0.5 is half."
  )
}).pipe(Annotations.annotate("Borrower", "A borrower of a loan."))

export const Loan = Schema.Struct({
  type: LoanType,
  ...wealthFields,
  principal: Annotations.optional(MonetaryAmount, "The debt that remains, without interest."),
  principalDate: Annotations.optional(CalendarDate, "The day of the principal, as YYYY-MM-DD."),
  originalPrincipal: Annotations.optional(MonetaryAmount, "The debt at the start."),
  creditLimit: Annotations.optional(MonetaryAmount, "The limit of a credit line."),
  interestRate: Annotations.optional(yearlyRate, "The yearly interest rate, as a decimal ratio: 0.041 is 4.1 percent."),
  effectiveRate: Annotations.optional(
    yearlyRate,
    "The annual percentage rate of charge (Directive 2008/48/EC), as a decimal ratio."
  ),
  fixation: Schema.optionalKey(Fixation),
  startDate: Annotations.optional(CalendarDate, "The first day, as YYYY-MM-DD."),
  maturityDate: Annotations.optional(CalendarDate, "The last day, as YYYY-MM-DD."),
  term: Annotations.optional(Duration, "The agreed term."),
  amortization: Schema.optionalKey(Amortization),
  nextPaymentDate: Annotations.optional(CalendarDate, "The day of the next payment, as YYYY-MM-DD."),
  nextPaymentAmount: Annotations.optional(MonetaryAmount, "The next payment of interest and principal."),
  collateral: Annotations.optional(listOf(Collateral), "The collateral; empty if the loan is unsecured."),
  borrowers: Annotations.optional(listOf(Borrower), "The borrowers."),
  details
}).pipe(
  Annotations.annotate(
    "Loan",
    "A loan or credit line. Its members follow the EU's standard information on credit (ESIS)."
  )
)
export type Loan = typeof Loan.Type
