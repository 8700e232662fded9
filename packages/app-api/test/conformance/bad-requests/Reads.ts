/** Rejected reads: invalid ids, and data that does not exist yet (decisions 8, 10, 12). */
import type { Speaker } from "@sheaf/adapters-http/testing"
import { problem, refusal, rejected } from "./BadRequest.ts"
import type { BadRequest, Facts } from "./BadRequest.ts"

export const reads = ({ completed, signing }: Facts, { wealth }: Speaker.Speaker): ReadonlyArray<BadRequest> => {
  const { data, document, status } = wealth
  const notFound = { status: 404, code: "NOT_FOUND" } as const
  const badIds = ["", "1", "undefined", "..%2F..%2Fhealth", "%00", signing.toUpperCase(), `${signing}0`, "ö"]
  return [
    ...badIds.map((id) => rejected(`an invalid id: ${id}`, status(id), notFound)),
    rejected("a well-formed unknown id", status("019a0000-0000-7000-8000-0000000000ff"), notFound),
    rejected("a UUID of another version", status("019a0000-0000-4000-8000-000000000001"), notFound),
    rejected("data too early", data(signing), problem(409, "COLLECTION_NOT_COMPLETED", "WAITING_FOR_USER_ACTION")),
    rejected(
      "a document too early",
      document(signing, "any"),
      problem(409, "COLLECTION_NOT_COMPLETED", "WAITING_FOR_USER_ACTION")
    ),
    rejected("an unknown document", document(completed, "nothing"), notFound),
    rejected("a document id with a path", document(completed, "..%2F..%2F..%2Fetc%2Fpasswd"), notFound),
    rejected("a badly encoded id", status("%E0%A4%A"), problem(404, "UNKNOWN_ROUTE")),
    rejected("an id that is too long", status("a".repeat(5_000)), problem(404, "UNKNOWN_ROUTE")),
    rejected("a data route with a query", `${data(signing)}?format=xml`, refusal("UNKNOWN_QUERY", "/query/format"))
  ]
}
