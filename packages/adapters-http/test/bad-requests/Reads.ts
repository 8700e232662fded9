/** What cannot be read: ids that are none, objects of others, data too early (decisions 8, 10, 12). */
import type { Speaker } from "./Speaker.ts"
import type { BadRequest, Facts } from "./BadRequest.ts"

export const reads = (facts: Facts, speaker: Speaker): ReadonlyArray<BadRequest> => {
  const { insuranceData, insuranceDocument, status, version, wealthData, wealthDocument } = speaker
  const headers = { "service-version": version }
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
    ...badIds.map((id) => ({ name: `${version}: an id that is no id: ${id}`, path: status(id), headers, ...notFound })),
    {
      name: `${version}: an id in the form of ours that was never given out`,
      path: status("019a0000-0000-7000-8000-0000000000ff"),
      headers,
      ...notFound
    },
    {
      name: `${version}: a UUID of another version than ours`,
      path: status("019a0000-0000-4000-8000-000000000001"),
      headers,
      ...notFound
    },
    { name: `${version}: a collection of another client`, path: status(facts.ofAnotherClient), headers, ...notFound },
    { name: `${version}: data of another client`, path: wealthData(facts.ofAnotherClient), headers, ...notFound },
    {
      name: `${version}: data too early`,
      path: insuranceData(facts.running),
      headers,
      status: 409,
      code: "COLLECTION_NOT_COMPLETED",
      names: "COLLECTING"
    },
    {
      name: `${version}: a document too early`,
      path: wealthDocument(facts.running, "any"),
      headers,
      status: 409,
      code: "COLLECTION_NOT_COMPLETED",
      names: "COLLECTING"
    },
    {
      name: `${version}: a document that there is not`,
      path: insuranceDocument(facts.completed, "nothing"),
      headers,
      ...notFound
    },
    {
      name: `${version}: a document id that leads elsewhere`,
      path: insuranceDocument(facts.completed, "..%2F..%2F..%2Fetc%2Fpasswd"),
      headers,
      ...notFound
    },
    {
      name: `${version}: an id that is badly encoded`,
      path: status("%E0%A4%A"),
      headers,
      status: 404,
      code: "UNKNOWN_ROUTE"
    },
    {
      name: `${version}: an id longer than any`,
      path: status("a".repeat(5_000)),
      headers,
      status: 404,
      code: "UNKNOWN_ROUTE"
    },
    {
      name: `${version}: a data route with a query`,
      path: `${insuranceData(facts.running)}?format=xml`,
      headers,
      status: 400,
      code: "UNKNOWN_QUERY",
      errors: { "/query/format": "UNKNOWN_QUERY" }
    }
  ]
}
