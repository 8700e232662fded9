/** Rejected query parameters (decisions 11, 12). */
import { refusal } from "./BadRequest.ts"
import type { BadRequest } from "./BadRequest.ts"

/** On operations that every version has. */
export const queries: ReadonlyArray<BadRequest> = [
  {
    name: "an unknown query parameter",
    path: "/companies/availability?color=red",
    ...refusal("UNKNOWN_QUERY", "/query/color")
  },
  {
    name: "a query parameter twice",
    path: "/companies/supported-products?market=se&market=se",
    ...refusal("UNKNOWN_QUERY", "/query/market")
  },
  {
    name: "every wrong query parameter at once",
    path: "/companies/availability?market=atlantis&product=GOLD&company=ACME",
    ...refusal("INVALID_FIELD", "/query/market", "/query/product", "/query/company")
  },
  {
    name: "query parameters named like members of every object",
    path: "/companies/availability?__proto__=1&constructor=2&toString=3",
    ...refusal("UNKNOWN_QUERY", "/query/__proto__", "/query/constructor", "/query/toString")
  },
  { name: "a query of the sandbox", path: "/sandbox/scenarios?page=2", ...refusal("UNKNOWN_QUERY", "/query/page") }
]

/** On the list of collections, which only 2026-04-01 has. */
export const listQueries: ReadonlyArray<BadRequest> = [
  ...["0", "101", "-1", "1.5", "1e1", "0x10", "ten", "", " 5"].map((limit) => ({
    name: `a limit of "${limit}"`,
    path: `/collections?limit=${encodeURIComponent(limit)}`,
    ...refusal("INVALID_FIELD", "/query/limit")
  })),
  ...["1", "yes", "TRUE", ""].map((latest) => ({
    name: `latest=${latest}`,
    path: `/collections?latest=${latest}`,
    ...refusal("INVALID_FIELD", "/query/latest")
  })),
  ...["DONE", "RUNNING,", "RUNNING,DONE", "running", ""].map((statuses) => ({
    name: `statusIn=${statuses}`,
    path: `/collections?statusIn=${statuses}`,
    ...refusal("INVALID_FIELD", "/query/statusIn")
  })),
  {
    name: "a status that only another version has",
    path: "/collections?statusIn=RUNNING&statusIn=REJECTED_INCORRECT_LOGIN_METHOD",
    ...refusal("INVALID_FIELD", "/query/statusIn")
  },
  {
    name: "a reference with a control character",
    path: "/collections?externalReference=a%00b",
    ...refusal("INVALID_FIELD", "/query/externalReference")
  },
  { name: "an unknown cursor", path: "/collections?cursor=AAAA", ...refusal("INVALID_CURSOR", "/query/cursor") },
  {
    name: "limit, status and an unknown parameter at once",
    path: "/collections?limit=0&statusIn=DONE&page=2",
    status: 400,
    code: "UNKNOWN_QUERY",
    errors: { "/query/page": "UNKNOWN_QUERY", "/query/limit": "INVALID_FIELD", "/query/statusIn": "INVALID_FIELD" }
  }
]
