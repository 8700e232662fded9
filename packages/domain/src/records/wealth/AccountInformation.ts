/** An investment account's details other than its holdings (spec 2.2, 2.9, 10). */
import { Schema } from "effect"
import { MonetaryAmount } from "../MonetaryAmount.ts"
import * as Texts from "../../Texts.ts"

export const AccountInformation = Schema.Struct({
  availableBalance: Texts.optional(MonetaryAmount, "The cash in the account, available to invest or withdraw."),
  interestRate: Texts.optional(
    Schema.Finite,
    "The yearly interest rate on the cash, as a decimal ratio: 0.025 means 2.5 percent."
  ),
  hasExclusiveOwnership: Texts.optional(
    Schema.Boolean,
    "True if the holder is the sole owner, false if the account is shared, absent if unknown."
  )
}).pipe(Texts.named("AccountInformation", "An account's details other than its holdings."))
export type AccountInformation = typeof AccountInformation.Type
