/** Rejected reads: invalid ids, and data that does not exist yet (spec 5, 7, 10). */
import type { Speaker } from "@sheaf/adapters-http/testing"
import { refused, unknownQuery } from "./BadRequest.ts"
import type { BadRequest, Facts } from "./BadRequest.ts"

export const reads = ({ completed, signing }: Facts, { wealth }: Speaker.Speaker): ReadonlyArray<BadRequest> => {
  const { data, document, status } = wealth
  const badIds = ["", "..%2F..%2Fhealth", "%00"]
  return [
    ...badIds.map((id) => refused(`an invalid id: ${id}`, status(id), 404, "NOT_FOUND")),
    ...[data(signing), document(signing, "any")].map((path) =>
      refused(`data too early: ${path}`, path, 409, "COLLECTION_NOT_COMPLETED", "WAITING_FOR_USER_ACTION")
    ),
    refused("an unknown document", document(completed, "nothing"), 404, "NOT_FOUND"),
    refused("a badly encoded id", status("%E0%A4%A"), 404, "UNKNOWN_ROUTE"),
    refused("an id that is too long", status("a".repeat(5_000)), 404, "UNKNOWN_ROUTE"),
    unknownQuery("a data route with a query", `${data(signing)}?format=xml`, "/query/format")
  ]
}
