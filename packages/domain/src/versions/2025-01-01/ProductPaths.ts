/** In 2025-01-01 every product had collections of its own, under its own path (spec 4, 9; decisions 3). */
import type { VersionChange } from "../VersionChange.ts"

export const change: VersionChange = {
  title: "A collection is one resource for all products.",
  description:
    "Collections live under /collections; data and documents are read below it by product. Before, the path of a " +
    "collection named the one product that it collected (/wealth/collection, /insurance/collection), and a person " +
    "with both had to log in to the company twice. Now one collection covers everything that the company offers and " +
    "the filter admits. A collection that was started in one version can be read in the other.",
  affects: [
    "POST /collections",
    "GET /collections/{collectionId}/status",
    "GET /collections/{collectionId}/insurance/data",
    "GET /collections/{collectionId}/insurance/document/{documentId}",
    "GET /collections/{collectionId}/wealth/data",
    "GET /collections/{collectionId}/wealth/document/{documentId}",
    "POST /collections/{collectionId}/supplement-info"
  ],
  losses: []
}
