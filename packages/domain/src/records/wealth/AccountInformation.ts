/** An investment account's details other than its holdings (spec 2.2, 2.9, 10). */
import { Schema } from "effect"
import { MonetaryAmount } from "../MonetaryAmount.ts"
import * as Annotations from "../../shared/Annotations.ts"

export const AccountInformation = Schema.Struct({
  availableBalance: Annotations.optional(MonetaryAmount, "The cash in the account, available to invest or withdraw."),
  interestRate: Annotations.optional(
    Schema.Finite,
    "The yearly interest rate on the cash, as a decimal ratio: 0.025 means 2.5 percent."
  ),
  hasExclusiveOwnership: Annotations.optional(
    Schema.Boolean,
    "True if the holder is the sole owner, false if the account is shared, absent if unknown."
  )
}).pipe(Annotations.annotate("AccountInformation", "An account's details other than its holdings."))
export type AccountInformation = typeof AccountInformation.Type
