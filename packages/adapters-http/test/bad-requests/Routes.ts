/** Paths of nobody, wrong methods, and callers without a key (decisions 8, 12). */
import type { BadRequest, Facts } from "./BadRequest.ts"

export const routes: ReadonlyArray<BadRequest> = [
  ...["/", "/nothing", "/collections/", "/Collections", "//collections", "/wealth"].map((path) => ({
    name: `a path of nobody: ${path}`,
    path,
    status: 404,
    code: "UNKNOWN_ROUTE"
  })),
  {
    name: "a path of nobody without a key",
    path: "/nothing",
    headers: { "authorization-token": undefined },
    status: 404,
    code: "UNKNOWN_ROUTE"
  },
  {
    name: "a wrong method",
    method: "DELETE",
    path: "/collections",
    status: 405,
    code: "METHOD_NOT_ALLOWED",
    names: "GET, HEAD, POST"
  },
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
  {
    name: "a query on an open path",
    path: "/ready?verbose",
    status: 400,
    code: "UNKNOWN_QUERY",
    errors: { "/query/verbose": "UNKNOWN_QUERY" }
  }
]

export const credentials = ({ running }: Facts): ReadonlyArray<BadRequest> => [
  ...["/companies/availability", "/collections", "/sandbox/scenarios", `/collections/${running}/status`].map(
    (path) => ({
      name: `no key: ${path}`,
      path,
      headers: { "authorization-token": undefined },
      status: 401,
      code: "MISSING_CREDENTIALS"
    })
  ),
  {
    name: "a key of nobody",
    path: "/collections",
    headers: { "authorization-token": "sheaf_test_nobody" },
    status: 401,
    code: "INVALID_API_KEY"
  },
  {
    name: "no key, and everything else wrong too",
    method: "POST",
    path: "/collections?x=1",
    headers: { "authorization-token": undefined, accept: "text/html", "content-type": "text/xml" },
    body: "<start/>",
    status: 401,
    code: "MISSING_CREDENTIALS"
  }
]
