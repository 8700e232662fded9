/** In version 2025-01-01, three causes of failure had no status of their own (spec 2.2, 3.1, 9). */
import { describeLosses } from "../changes/VersionChange.ts"
import type { CodecLoss, VersionChange } from "../changes/VersionChange.ts"
import type { CompanyCollectionStatus } from "./UnifyLoginMethodStatus.ts"

/**
 * What version 2025-01-01 shows instead of two of the three new statuses. `UnifyLoginMethodStatus` handles the third.
 */
export const replacementStatuses = {
  AUTHENTICATION_ERROR: { otherwise: "FAILED" },
  TWO_FACTOR_METHOD_SELECTION_TIMEOUT: { otherwise: "AUTHENTICATION_TIMEOUT" }
} as const

export const codecLosses = Object.entries(replacementStatuses).map(
  ([status, { otherwise }]): CodecLoss<CompanyCollectionStatus> => ({
    description: `${status}, which becomes ${otherwise}.`,
    // Object.entries types its keys as plain strings.
    example: { company: "se-nordhem", status: status as keyof typeof replacementStatuses },
    forget: (value) => (value.status === status ? { ...value, status: otherwise } : value)
  })
)

export const change: VersionChange = {
  title: "Rejected authentications and missed two-factor choices have their own statuses.",
  description:
    "Clients that branch on the status need a branch for each new status, or a default. Previously, FAILED or " +
    "AUTHENTICATION_TIMEOUT did not tell users what to do next.",
  affects: ["GET /collections/{collectionId}/status", "GET /collections"],
  losses: describeLosses(codecLosses)
}
