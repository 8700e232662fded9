/** In version 2025-01-01, every accepted request returned 200 (spec 2.1, 2.2, 2.5). */
import type { VersionChange } from "../changes/VersionChange.ts"

export const change: VersionChange = {
  title: "Responses distinguish created from accepted.",
  description:
    "Starting a collection returns 201 with the Location of the status, and supplement-info returns 202 with the " +
    "current status object, so clients need not poll for the result.",
  affects: ["POST /collections", "POST /collections/{collectionId}/supplement-info"],
  losses: []
}
