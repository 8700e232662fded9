/** What is known of an investment account beside its holdings (spec 2.9; decisions 3, 10). */
import { Schema } from "effect"
import { MonetaryAmount } from "../MonetaryAmount.ts"

/** `hasExclusiveOwnership` is new in 2026-04-01: false where the account is shared, absent where that is unknown. */
export const AccountInformation = Schema.Struct({
  availableBalance: Schema.optionalKey(MonetaryAmount),
  interestRate: Schema.optionalKey(Schema.Finite).pipe(
    Schema.annotateKey({ description: "A year's interest as a decimal ratio: 0.025 means 2.5 percent." })
  ),
  hasExclusiveOwnership: Schema.optionalKey(Schema.Boolean).pipe(
    Schema.annotateKey({ description: "Whether the holder is the only owner; absent when unknown." })
  )
}).annotate({
  identifier: "AccountInformation",
  description: "What is known of an account beside its holdings.",
  examples: [{ availableBalance: { amount: 820.4, currency: "EUR" }, hasExclusiveOwnership: true }]
})
export type AccountInformation = typeof AccountInformation.Type
