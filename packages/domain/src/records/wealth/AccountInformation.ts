/** What is known of an investment account beside its holdings (spec 2.9; decisions 3, 10). */
import { Schema } from "effect"
import { MonetaryAmount } from "../MonetaryAmount.ts"
import * as Words from "../../Words.ts"

/** `hasExclusiveOwnership` is false if the account is shared, and absent if that is unknown. */
export const AccountInformation = Schema.Struct({
  availableBalance: Schema.optionalKey(MonetaryAmount).pipe(
    Words.means("The cash in the account, available to invest or withdraw.")
  ),
  interestRate: Schema.optionalKey(Schema.Finite).pipe(
    Words.means("The yearly interest rate on the cash, as a decimal ratio: 0.025 means 2.5 percent.")
  ),
  hasExclusiveOwnership: Schema.optionalKey(Schema.Boolean).pipe(
    Words.means("True if the holder is the sole owner, false if the account is shared, absent if unknown.")
  )
}).annotate({
  identifier: "AccountInformation",
  description: "The details of an account besides its holdings.",
  examples: [{ availableBalance: { amount: 820.4, currency: "EUR" }, hasExclusiveOwnership: true }]
})
export type AccountInformation = typeof AccountInformation.Type
