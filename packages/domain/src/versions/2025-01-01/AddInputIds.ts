/**
 * In version 2025-01-01, questions had no identifiers (spec 2.5). The body of supplement-info was
 * `SupplementInfo`.
 */
import type { VersionChange } from "../changes/VersionChange.ts"

export const change: VersionChange = {
  title: "Answers can identify their question, and can be repeated safely.",
  description:
    "pendingInput identifies the open question and its deadline, and answers can repeat its inputId. A repeated " +
    "answer with the same value then returns 202 again. An answer that comes too late returns 409 " +
    "INPUT_NO_LONGER_PENDING instead of reaching a later question. Previously, a client that lost a response could " +
    "not know whether its answer had been accepted.",
  affects: ["POST /collections/{collectionId}/supplement-info", "GET /collections/{collectionId}/status"],
  losses: []
}
