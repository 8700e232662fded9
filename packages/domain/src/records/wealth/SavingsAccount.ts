/** Savings accounts and deposits, which Sheaf reads after a login at the company and not under a PSD2 consent. */
import { Schema } from "effect"
import { CalendarDate } from "../../shared/CalendarDate.ts"
import { Duration } from "../Duration.ts"
import { MonetaryAmount } from "../MonetaryAmount.ts"
import { details, text } from "../RecordText.ts"
import { SavingsAccountType } from "../WealthType.ts"
import * as Annotations from "../../shared/Annotations.ts"
import { activityFields } from "./InvestmentTransaction.ts"
import { wealthFields } from "./WealthFields.ts"

export const SavingsAccount = Schema.Struct({
  type: SavingsAccountType,
  ...wealthFields,
  balance: Annotations.optional(MonetaryAmount, "The balance."),
  balanceDate: Annotations.optional(CalendarDate, "The day of the balance, as YYYY-MM-DD."),
  interestRate: Annotations.optional(
    Schema.Finite,
    "The yearly interest rate, as a decimal ratio: 0.025 is 2.5 percent."
  ),
  accruedInterest: Annotations.optional(MonetaryAmount, "The interest earned and not paid yet."),
  openingDate: Annotations.optional(CalendarDate, "The first day, as YYYY-MM-DD."),
  maturityDate: Annotations.optional(CalendarDate, "The last day of a fixed-term deposit, as YYYY-MM-DD."),
  term: Annotations.optional(Duration, "The agreed term of a fixed-term deposit."),
  noticePeriod: Annotations.optional(Duration, "The notice before a withdrawal."),
  depositGuarantee: Annotations.optional(text(), "The scheme that guarantees the deposit (Directive 2014/49/EU)."),
  ...activityFields,
  details
}).pipe(Annotations.annotate("SavingsAccount", "A savings account or deposit outside of PSD2."))
export type SavingsAccount = typeof SavingsAccount.Type
