/** Unknown paths, wrong methods and missing credentials (decisions 8, 12). */
import type { Speaker } from "@sheaf/adapters-http/testing"
import { problem, refusal, rejected } from "./BadRequest.ts"
import type { BadRequest, Facts } from "./BadRequest.ts"

export const routes: ReadonlyArray<BadRequest> = [
  ...["/nothing", "/companies/availability/", "/Collections", "//collections", "/wealth", "/wealth/collection/"].map(
    (path) => rejected(`an unknown path: ${path}`, path, problem(404, "UNKNOWN_ROUTE"))
  ),
  rejected(
    "an unknown path without a key",
    { path: "/nothing", headers: { "authorization-token": undefined } },
    problem(404, "UNKNOWN_ROUTE")
  ),
  rejected("an unknown problem", "/problems/out-of-cake", problem(404, "NOT_FOUND")),
  rejected(
    "OPTIONS",
    { method: "OPTIONS", path: "/companies/availability" },
    problem(405, "METHOD_NOT_ALLOWED", "GET, HEAD")
  ),
  rejected(
    "a wrong method on an open path",
    { method: "POST", path: "/health" },
    problem(405, "METHOD_NOT_ALLOWED", "GET, HEAD")
  ),
  rejected("a query on an open path", "/ready?verbose", refusal("UNKNOWN_QUERY", "/query/verbose"))
]

/** On known paths, the service checks credentials before the rest of the request. */
export const credentials = (
  { signing }: Facts,
  { wealth: { starts, status } }: Speaker.Speaker
): ReadonlyArray<BadRequest> => [
  ...["/companies/availability", starts, "/sandbox/scenarios", status(signing)].map((path) =>
    rejected(
      `no key: ${path}`,
      { method: path === starts ? "POST" : "GET", path, headers: { "authorization-token": undefined } },
      problem(401, "MISSING_CREDENTIALS")
    )
  ),
  rejected(
    "an unknown key",
    { path: status(signing), headers: { "authorization-token": "sheaf_test_nobody" } },
    problem(401, "INVALID_API_KEY")
  ),
  rejected(
    "no key, and every other part of the request invalid",
    {
      method: "POST",
      path: `${starts}?x=1`,
      headers: { "authorization-token": undefined, accept: "text/html", "content-type": "text/xml" },
      body: "<start/>"
    },
    problem(401, "MISSING_CREDENTIALS")
  )
]
