/** What is known of an investment account beside its holdings (spec 2.9; decisions 3, 10). */
import { Schema } from "effect"
import { MonetaryAmount } from "../MonetaryAmount.ts"
import * as Words from "../../Words.ts"

/** `hasExclusiveOwnership` is false if the account is shared, and absent if that is unknown. */
export const AccountInformation = Schema.Struct({
  availableBalance: Schema.optionalKey(MonetaryAmount).pipe(
    Words.means("The cash on the account that can be invested or withdrawn now.")
  ),
  interestRate: Schema.optionalKey(Schema.Finite).pipe(
    Words.means("A year's interest on the cash as a decimal ratio: 0.025 means 2.5 percent.")
  ),
  hasExclusiveOwnership: Schema.optionalKey(Schema.Boolean).pipe(
    Words.means("True when the holder is the only owner, false when the account is shared, absent when unknown.")
  )
}).annotate({
  identifier: "AccountInformation",
  description: "What is known of an account beside its holdings.",
  examples: [{ availableBalance: { amount: 820.4, currency: "EUR" }, hasExclusiveOwnership: true }]
})
export type AccountInformation = typeof AccountInformation.Type
