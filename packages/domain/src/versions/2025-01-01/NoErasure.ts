/** In 2025-01-01 the data of a collection went after its retention time, and no sooner (decisions 8, 10). */
import type { VersionChange } from "../VersionChange.ts"

export const change: VersionChange = {
  title: "The data of a collection can be erased.",
  description:
    "DELETE /collections/{collectionId} erases the data of a collection that has ended. Before, a client that had taken " +
    "the data over could only wait for the end of its retention time.",
  affects: ["DELETE /collections/{collectionId}"],
  losses: []
}
