/** Rejected reads: invalid ids, and data that does not exist yet (spec 5, 7, 10). */
import type { VersionDialect } from "@sheaf/sandbox-site/testing"
import { problemWithoutErrors, unknownQuery } from "./BadRequest.ts"
import type { BadRequest, TestObjects } from "./BadRequest.ts"

export const reads = (
  { completed, signing }: TestObjects,
  { wealth }: VersionDialect.VersionDialect
): ReadonlyArray<BadRequest> => {
  const { data, document, status } = wealth
  const badIds = ["..%2F..%2Fhealth", "%00"]
  return [
    ...badIds.map((id) => problemWithoutErrors(`an invalid id: ${id}`, status(id), 404, "NOT_FOUND")),
    ...[data(signing), document(signing, "any")].map((path) =>
      problemWithoutErrors(`data too early: ${path}`, path, 409, "COLLECTION_NOT_COMPLETED", "WAITING_FOR_USER_ACTION")
    ),
    problemWithoutErrors("an unknown document", document(completed, "nothing"), 404, "NOT_FOUND"),
    problemWithoutErrors("a badly encoded id", status("%E0%A4%A"), 404, "UNKNOWN_ROUTE"),
    problemWithoutErrors("an empty id", status(""), 404, "UNKNOWN_ROUTE"),
    problemWithoutErrors("an id that is too long", status("a".repeat(5_000)), 414, "URI_TOO_LONG"),
    unknownQuery("a data route with a query", `${data(signing)}?format=xml`, "/query/format")
  ]
}
