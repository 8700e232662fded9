/** Unknown paths, wrong methods and missing credentials (decisions 8, 12). */
import type { Speaker } from "@sheaf/adapters-http/testing"
import { refusal } from "./BadRequest.ts"
import type { BadRequest, Facts } from "./BadRequest.ts"

export const routes: ReadonlyArray<BadRequest> = [
  ...["/nothing", "/companies/availability/", "/Collections", "//collections", "/wealth", "/wealth/collection/"].map(
    (path) => ({ name: `an unknown path: ${path}`, path, status: 404, code: "UNKNOWN_ROUTE" })
  ),
  {
    name: "an unknown path without a key",
    path: "/nothing",
    headers: { "authorization-token": undefined },
    status: 404,
    code: "UNKNOWN_ROUTE"
  },
  { name: "an unknown problem", path: "/problems/out-of-cake", status: 404, code: "NOT_FOUND" },
  {
    name: "OPTIONS",
    method: "OPTIONS",
    path: "/companies/availability",
    status: 405,
    code: "METHOD_NOT_ALLOWED",
    names: "GET, HEAD"
  },
  {
    name: "a wrong method on an open path",
    method: "POST",
    path: "/health",
    status: 405,
    code: "METHOD_NOT_ALLOWED",
    names: "GET, HEAD"
  },
  { name: "a query on an open path", path: "/ready?verbose", ...refusal("UNKNOWN_QUERY", "/query/verbose") }
]

/** On known paths, the service checks credentials before the rest of the request. */
export const credentials = (
  { signing }: Facts,
  { wealth: { starts, status } }: Speaker.Speaker
): ReadonlyArray<BadRequest> => [
  ...["/companies/availability", starts, "/sandbox/scenarios", status(signing)].map((path) => ({
    name: `no key: ${path}`,
    method: path === starts ? "POST" : "GET",
    path,
    headers: { "authorization-token": undefined },
    status: 401,
    code: "MISSING_CREDENTIALS"
  })),
  {
    name: "an unknown key",
    path: status(signing),
    headers: { "authorization-token": "sheaf_test_nobody" },
    status: 401,
    code: "INVALID_API_KEY"
  },
  {
    name: "no key, and every other part of the request invalid",
    method: "POST",
    path: `${starts}?x=1`,
    headers: { "authorization-token": undefined, accept: "text/html", "content-type": "text/xml" },
    body: "<start/>",
    status: 401,
    code: "MISSING_CREDENTIALS"
  }
]
