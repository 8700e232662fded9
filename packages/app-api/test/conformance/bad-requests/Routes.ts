/** Unknown paths and wrong methods (spec 5, 7). */
import { problemWithoutErrors, unknownQuery } from "./BadRequest.ts"
import type { BadRequest } from "./BadRequest.ts"

const withoutKey = { "authorization-token": undefined }

export const routes: ReadonlyArray<BadRequest> = [
  ...["/nothing", "/companies/availability/", "//collections"].map((path) =>
    problemWithoutErrors(`an unknown path: ${path}`, path, 404, "UNKNOWN_ROUTE")
  ),
  problemWithoutErrors(
    "an unknown path without a key",
    { path: "/nothing", headers: withoutKey },
    404,
    "UNKNOWN_ROUTE"
  ),
  problemWithoutErrors("an unknown problem", "/problems/out-of-cake", 404, "NOT_FOUND"),
  ...[
    { method: "OPTIONS", path: "/companies/availability" },
    { method: "POST", path: "/health" }
  ].map((request) =>
    problemWithoutErrors(`${request.method} ${request.path}`, request, 405, "METHOD_NOT_ALLOWED", "GET, HEAD")
  ),
  problemWithoutErrors(
    "an Accept that excludes JSON",
    { path: "/companies/availability", headers: { accept: "text/csv" } },
    406,
    "NOT_ACCEPTABLE"
  ),
  unknownQuery("a query on an open path", "/ready?verbose", "/query/verbose")
]
