/** Rejected reads: invalid ids, and data that does not exist yet (decisions 8, 10, 12). */
import type { Speaker } from "@sheaf/adapters-http/testing"
import { refusal } from "./BadRequest.ts"
import type { BadRequest, Facts } from "./BadRequest.ts"

export const reads = ({ completed, signing }: Facts, { wealth }: Speaker.Speaker): ReadonlyArray<BadRequest> => {
  const { data, document, status } = wealth
  const notFound = { status: 404, code: "NOT_FOUND" } as const
  const badIds = ["", "1", "undefined", "..%2F..%2Fhealth", "%00", signing.toUpperCase(), `${signing}0`, "ö"]
  return [
    ...badIds.map((id) => ({ name: `an invalid id: ${id}`, path: status(id), ...notFound })),
    {
      name: "a well-formed unknown id",
      path: status("019a0000-0000-7000-8000-0000000000ff"),
      ...notFound
    },
    { name: "a UUID of another version", path: status("019a0000-0000-4000-8000-000000000001"), ...notFound },
    {
      name: "data too early",
      path: data(signing),
      status: 409,
      code: "COLLECTION_NOT_COMPLETED",
      names: "WAITING_FOR_USER_ACTION"
    },
    {
      name: "a document too early",
      path: document(signing, "any"),
      status: 409,
      code: "COLLECTION_NOT_COMPLETED",
      names: "WAITING_FOR_USER_ACTION"
    },
    { name: "an unknown document", path: document(completed, "nothing"), ...notFound },
    {
      name: "a document id with a path",
      path: document(completed, "..%2F..%2F..%2Fetc%2Fpasswd"),
      ...notFound
    },
    { name: "a badly encoded id", path: status("%E0%A4%A"), status: 404, code: "UNKNOWN_ROUTE" },
    { name: "an id that is too long", path: status("a".repeat(5_000)), status: 404, code: "UNKNOWN_ROUTE" },
    {
      name: "a data route with a query",
      path: `${data(signing)}?format=xml`,
      ...refusal("UNKNOWN_QUERY", "/query/format")
    }
  ]
}
