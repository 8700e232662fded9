/** In version 2025-01-01, transactions could only be read together with their record (spec 9, 10). */
import type { VersionChange } from "../changes/VersionChange.ts"

export const change: VersionChange = {
  title: "The transactions of one account can be read separately.",
  description:
    "GET /collections/{collectionId}/wealth/accounts/{accountId}/transactions lists the transactions of one record in " +
    "pages, by day and status. `transactionsFrom` omits older transactions from GET " +
    "/collections/{collectionId}/wealth/data. Previously, a client could read transactions only together with all " +
    "records.",
  affects: [
    "GET /collections/{collectionId}/wealth/accounts/{accountId}/transactions",
    "GET /collections/{collectionId}/wealth/data"
  ],
  losses: []
}
