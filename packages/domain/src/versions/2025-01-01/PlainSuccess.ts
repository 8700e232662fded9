/** In 2025-01-01 every accepted request was answered with 200 (decisions 2, 3, 5). */
import type { VersionChange } from "../VersionChange.ts"

export const change: VersionChange = {
  title: "What was accepted and what was created are told apart.",
  description:
    "A start answers 201 with the Location of the status, and supplement-info 202 with the current status object. " +
    "Before, both answered 200, supplement-info without a body, so that a client had to poll to learn anything.",
  affects: ["POST /collections", "POST /collections/{collectionId}/supplement-info"],
  losses: []
}
