/** In version 2025-01-01, clients could not list their collections (spec 4, 9, 11). */
import type { VersionChange } from "../changes/VersionChange.ts"

export const change: VersionChange = {
  title: "Collections can be listed.",
  description:
    "GET /collections lists the client's collections or, with a user's token, the user's collections, newest first. " +
    "You can filter by user, time, status, company and external reference. GET /users/{userId}/collections lists the " +
    "collections of one user, and GET /collections/{collectionId} returns one collection. Previously, a client that " +
    "lost a collection id could not find the collection again.",
  affects: ["GET /collections", "GET /collections/{collectionId}", "GET /users/{userId}/collections"],
  losses: []
}
