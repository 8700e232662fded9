/** Unknown paths, wrong methods and missing credentials (spec 5, 7). */
import type { Speaker } from "@sheaf/adapters-http/testing"
import { refused, unknownQuery } from "./BadRequest.ts"
import type { BadRequest, Facts } from "./BadRequest.ts"

const withoutKey = { "authorization-token": undefined }

export const routes: ReadonlyArray<BadRequest> = [
  ...["/nothing", "/companies/availability/", "/Collections", "//collections", "/wealth", "/wealth/collection/"].map(
    (path) => refused(`an unknown path: ${path}`, path, 404, "UNKNOWN_ROUTE")
  ),
  refused("an unknown path without a key", { path: "/nothing", headers: withoutKey }, 404, "UNKNOWN_ROUTE"),
  refused("an unknown problem", "/problems/out-of-cake", 404, "NOT_FOUND"),
  ...[
    { method: "OPTIONS", path: "/companies/availability" },
    { method: "POST", path: "/health" }
  ].map((request) => refused(`${request.method} ${request.path}`, request, 405, "METHOD_NOT_ALLOWED", "GET, HEAD")),
  refused(
    "an Accept that excludes JSON",
    { path: "/companies/availability", headers: { accept: "text/csv" } },
    406,
    "NOT_ACCEPTABLE"
  ),
  unknownQuery("a query on an open path", "/ready?verbose", "/query/verbose")
]

/** For known paths, the service checks credentials before the rest of the request. */
export const credentials = (
  { signing }: Facts,
  { wealth: { starts, status } }: Speaker.Speaker
): ReadonlyArray<BadRequest> => [
  ...["/companies/availability", starts, "/sandbox/scenarios", status(signing)].map((path) => {
    const method = path === starts ? "POST" : "GET"
    return refused(`no key: ${path}`, { method, path, headers: withoutKey }, 401, "MISSING_CREDENTIALS")
  }),
  refused(
    "an unknown key",
    { path: status(signing), headers: { "authorization-token": "sheaf_test_nobody" } },
    401,
    "INVALID_API_KEY"
  ),
  refused(
    "no key, and every other part of the request is invalid",
    {
      method: "POST",
      path: `${starts}?x=1`,
      headers: { ...withoutKey, accept: "text/html", "content-type": "text/xml" },
      body: "<start/>"
    },
    401,
    "MISSING_CREDENTIALS"
  )
]
