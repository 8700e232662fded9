/** Rejected reads: invalid ids, and data that does not exist yet (spec 5, 7, 10). */
import type { Speaker } from "@sheaf/adapters-http/testing"
import { refused, unknownQuery } from "./BadRequest.ts"
import type { BadRequest, Facts } from "./BadRequest.ts"

export const reads = ({ completed, signing }: Facts, { wealth }: Speaker.Speaker): ReadonlyArray<BadRequest> => {
  const { data, document, status } = wealth
  const badIds = ["", "1", "undefined", "..%2F..%2Fhealth", "%00", `${signing}0`, "ö"]
  return [
    ...badIds.map((id) => refused(`an invalid id: ${id}`, status(id), 404, "NOT_FOUND")),
    refused("a well-formed unknown id", status("019a0000-0000-7000-8000-0000000000ff"), 404, "NOT_FOUND"),
    refused("a UUID of another version", status("019a0000-0000-4000-8000-000000000001"), 404, "NOT_FOUND"),
    ...[data(signing), document(signing, "any")].map((path) =>
      refused(`data too early: ${path}`, path, 409, "COLLECTION_NOT_COMPLETED", "WAITING_FOR_USER_ACTION")
    ),
    refused("an unknown document", document(completed, "nothing"), 404, "NOT_FOUND"),
    refused("a document id with a path", document(completed, "..%2F..%2F..%2Fetc%2Fpasswd"), 404, "NOT_FOUND"),
    refused("a badly encoded id", status("%E0%A4%A"), 404, "UNKNOWN_ROUTE"),
    refused("an id that is too long", status("a".repeat(5_000)), 404, "UNKNOWN_ROUTE"),
    unknownQuery("a data route with a query", `${data(signing)}?format=xml`, "/query/format")
  ]
}
