/** What cannot be read: ids that are none, objects of others, data too early (decisions 8, 10, 12). */
import type { BadRequest, Facts } from "./BadRequest.ts"

export const reads = (facts: Facts): ReadonlyArray<BadRequest> => {
  const notFound = { status: 404, code: "NOT_FOUND" } as const
  const badIds = [
    "",
    "1",
    "undefined",
    "..%2F..%2Fhealth",
    "%00",
    facts.running.toUpperCase(),
    `${facts.running}0`,
    "ö"
  ]
  return [
    ...badIds.map((id) => ({ name: `an id that is no id: ${id}`, path: `/collections/${id}/status`, ...notFound })),
    {
      name: "an id in the form of ours that was never given out",
      path: "/collections/019a0000-0000-7000-8000-0000000000ff/status",
      ...notFound
    },
    {
      name: "a UUID of another version than ours",
      path: "/collections/019a0000-0000-4000-8000-000000000001/status",
      ...notFound
    },
    { name: "a collection of another client", path: `/collections/${facts.ofAnotherClient}/status`, ...notFound },
    { name: "data of another client", path: `/collections/${facts.ofAnotherClient}/wealth/data`, ...notFound },
    {
      name: "data too early",
      path: `/collections/${facts.running}/insurance/data`,
      status: 409,
      code: "COLLECTION_NOT_COMPLETED",
      names: "COLLECTING"
    },
    {
      name: "a document too early",
      path: `/collections/${facts.running}/wealth/document/any`,
      status: 409,
      code: "COLLECTION_NOT_COMPLETED",
      names: "COLLECTING"
    },
    {
      name: "a document that there is not",
      path: `/collections/${facts.completed}/insurance/document/nothing`,
      ...notFound
    },
    {
      name: "a document id that leads elsewhere",
      path: `/collections/${facts.completed}/insurance/document/..%2F..%2F..%2Fetc%2Fpasswd`,
      ...notFound
    },
    {
      name: "an id that is badly encoded",
      path: "/collections/%E0%A4%A/status",
      status: 404,
      code: "UNKNOWN_ROUTE"
    },
    {
      name: "an id longer than any",
      path: `/collections/${"a".repeat(5_000)}/status`,
      status: 404,
      code: "UNKNOWN_ROUTE"
    },
    {
      name: "a data route with a query",
      path: `/collections/${facts.running}/insurance/data?format=xml`,
      status: 400,
      code: "UNKNOWN_QUERY",
      errors: { "/query/format": "UNKNOWN_QUERY" }
    }
  ]
}
