/** In version 2025-01-01, each product had its own collections and its own path (spec 2.2, 4, 9). */
import type { VersionChange } from "../changes/VersionChange.ts"

export const change: VersionChange = {
  title: "A collection is one resource for all products.",
  description:
    "All collections are under /collections, with separate paths for the data and documents of each product. " +
    "Previously, a collection covered only the product in its path, and a person with insurance and investments had " +
    "to log in twice. Now it covers everything that the company offers and the filter allows. Each version can read " +
    "the collections of the other.",
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
