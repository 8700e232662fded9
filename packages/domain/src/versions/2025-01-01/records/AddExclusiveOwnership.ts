/** In version 2025-01-01, accounts did not show whether they had one owner or several (spec 2.2, 2.9, 9). */
import { Schema, Struct } from "effect"
import { describeLosses } from "../../changes/VersionChange.ts"
import type { CodecLoss, VersionChange } from "../../changes/VersionChange.ts"
import { AccountInformation } from "../../2026-04-01/Records.ts"
import * as Annotations from "../../../shared/Annotations.ts"

/** Encoding drops the ownership, so it is unknown after decoding. */
export const FrenchAccountInformation = Schema.Struct(
  Struct.omit(AccountInformation.fields, ["hasExclusiveOwnership"])
).pipe(Annotations.annotate("FrenchAccountInformation", "An account's details other than its holdings."))

const forgetOwnership = (information: AccountInformation): AccountInformation => {
  const { hasExclusiveOwnership, ...rest } = information
  return hasExclusiveOwnership === undefined ? information : rest
}

export const codecLosses: ReadonlyArray<CodecLoss<AccountInformation>> = [
  {
    description: "hasExclusiveOwnership of an account.",
    example: { availableBalance: { amount: 820.4, currency: "EUR" }, hasExclusiveOwnership: true },
    forget: forgetOwnership
  }
]

export const change: VersionChange = {
  title: "Account information shows exclusive ownership.",
  description:
    "The new member hasExclusiveOwnership is false for a shared account, and absent if unknown. Clients can therefore " +
    "avoid counting a shared account in full for each owner.",
  affects: ["GET /collections/{collectionId}/wealth/data"],
  losses: describeLosses(codecLosses)
}
