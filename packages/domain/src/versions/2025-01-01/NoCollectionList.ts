/** In 2025-01-01 a client had to remember the collections that it had started (spec 4, 9; decisions 11). */
import type { VersionChange } from "../VersionChange.ts"

export const change: VersionChange = {
  title: "Collections can be listed.",
  description:
    "GET /collections lists the collections of the client or of its user, newest first, filtered by status, company " +
    "and external reference. Before, a collection whose id was lost could not be found again.",
  affects: ["GET /collections"],
  losses: []
}
