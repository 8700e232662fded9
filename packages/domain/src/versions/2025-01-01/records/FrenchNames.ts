/** In 2025-01-01, some schema names had a French prefix (spec 2.9; decisions 3). */
import { Holding } from "../../../records/wealth/Holding.ts"
import { PayoutDetail } from "../../../records/wealth/PayoutDetail.ts"
import type { VersionChange } from "../../VersionChange.ts"

/** The old and new names. `NoExclusiveOwnership.ts` defines the French account information, whose members differ too. */
export const names = {
  FrenchAccountInformation: "AccountInformation",
  FrenchInsurance: "Insurance",
  FrenchHolding: "Holding",
  FrenchPayoutDetail: "PayoutDetail"
} as const

const named = (identifier: keyof typeof names) => ({ identifier })

export const FrenchHolding = Holding.annotate(named("FrenchHolding"))

export const FrenchPayoutDetail = PayoutDetail.annotate(named("FrenchPayoutDetail"))

export const change: VersionChange = {
  title: "Schemas no longer have the French prefix.",
  description:
    "FrenchAccountInformation, FrenchInsurance, FrenchHolding and FrenchPayoutDetail become AccountInformation, " +
    "Insurance, Holding and PayoutDetail. Their fields are unchanged, and other markets use them too. JSON on " +
    "the wire stays the same; only generated code changes.",
  affects: ["GET /collections/{collectionId}/wealth/data"],
  losses: []
}
