/** An investment account's details other than its holdings (spec 2.9; decisions 3, 10). */
import { Schema } from "effect"
import { MonetaryAmount } from "../MonetaryAmount.ts"
import * as Described from "../../Described.ts"

export const AccountInformation = Schema.Struct({
  availableBalance: Described.optional(MonetaryAmount, "The cash in the account, available to invest or withdraw."),
  interestRate: Described.optional(
    Schema.Finite,
    "The yearly interest rate on the cash, as a decimal ratio: 0.025 means 2.5 percent."
  ),
  hasExclusiveOwnership: Described.optional(
    Schema.Boolean,
    "True if the holder is the sole owner, false if the account is shared, absent if unknown."
  )
}).pipe(Described.named("AccountInformation", "An account's details other than its holdings."))
export type AccountInformation = typeof AccountInformation.Type
