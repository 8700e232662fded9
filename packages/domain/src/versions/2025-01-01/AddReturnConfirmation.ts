/**
 * In version 2025-01-01, a client could not confirm which person had returned from a bank's page during a collection
 * (spec 2.4).
 */
import type { VersionChange } from "../changes/VersionChange.ts"

export const change: VersionChange = {
  title: "Clients confirm who returns to a collection.",
  description:
    "A start request can have `returnUrl` and `state`. The person then comes back from the bank's page with a " +
    "one-time code, and the collection continues once the client has posted the code to " +
    "/collections/{collectionId}/confirmation. Previously, whoever started a collection received the accounts of " +
    "whoever authorized it at the bank.",
  affects: ["POST /collections", "POST /collections/{collectionId}/confirmation"],
  losses: []
}
