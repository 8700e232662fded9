/** In version 2025-01-01, clients could not delete collected data (spec 5, 10). */
import type { VersionChange } from "../changes/VersionChange.ts"

export const change: VersionChange = {
  title: "A collection's data can be erased.",
  description:
    "DELETE /collections/{collectionId} erases the data of an ended collection. Previously, a client that had " +
    "copied the data could only wait for the retention period to end.",
  affects: ["DELETE /collections/{collectionId}"],
  losses: []
}
