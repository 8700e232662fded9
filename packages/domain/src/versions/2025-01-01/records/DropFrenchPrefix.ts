/**
 * In version 2025-01-01, some schema names had a French prefix (spec 2.2, 2.9). French account information also has
 * different members; see `AddExclusiveOwnership.ts`.
 */
import { PayoutDetail } from "../../2026-04-01/Records.ts"
import type { VersionChange } from "../../changes/VersionChange.ts"
import { OldHolding } from "./AddRecordDetails.ts"

export const FrenchHolding = OldHolding.annotate({ identifier: "FrenchHolding" })

export const FrenchPayoutDetail = PayoutDetail.annotate({ identifier: "FrenchPayoutDetail" })

export const change: VersionChange = {
  title: "Schemas no longer have the French prefix.",
  description:
    "FrenchAccountInformation, FrenchInsurance, FrenchHolding and FrenchPayoutDetail become AccountInformation, " +
    "Insurance, Holding and PayoutDetail, because other markets use them too. Their fields and the JSON on the wire " +
    "stay the same; only generated code changes.",
  affects: ["GET /collections/{collectionId}/wealth/data"],
  losses: []
}
