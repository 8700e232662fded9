/** Queries that are refused (decisions 11, 12). */
import type { BadRequest } from "./BadRequest.ts"

/** Of what every version has. */
export const queries: ReadonlyArray<BadRequest> = [
  {
    name: "a query parameter that nobody knows",
    path: "/companies/availability?color=red",
    status: 400,
    code: "UNKNOWN_QUERY",
    errors: { "/query/color": "UNKNOWN_QUERY" }
  },
  {
    name: "a query parameter twice",
    path: "/companies/supported-products?market=se&market=se",
    status: 400,
    code: "UNKNOWN_QUERY",
    errors: { "/query/market": "UNKNOWN_QUERY" }
  },
  {
    name: "every wrong query parameter at once",
    path: "/companies/availability?market=atlantis&product=GOLD&company=ACME",
    status: 400,
    code: "INVALID_FIELD",
    errors: { "/query/market": "INVALID_FIELD", "/query/product": "INVALID_FIELD", "/query/company": "INVALID_FIELD" }
  },
  {
    name: "query parameters called like members of every object",
    path: "/companies/availability?__proto__=1&constructor=2&toString=3",
    status: 400,
    code: "UNKNOWN_QUERY",
    errors: {
      "/query/__proto__": "UNKNOWN_QUERY",
      "/query/constructor": "UNKNOWN_QUERY",
      "/query/toString": "UNKNOWN_QUERY"
    }
  },
  {
    name: "a query of the sandbox",
    path: "/sandbox/scenarios?page=2",
    status: 400,
    code: "UNKNOWN_QUERY",
    errors: { "/query/page": "UNKNOWN_QUERY" }
  }
]

/** Of the list of collections, which 2026-04-01 has. */
export const listQueries: ReadonlyArray<BadRequest> = [
  ...["0", "101", "-1", "1.5", "1e1", "0x10", "ten", "", " 5"].map((limit) => ({
    name: `a limit of "${limit}"`,
    path: `/collections?limit=${encodeURIComponent(limit)}`,
    status: 400,
    code: "INVALID_FIELD",
    errors: { "/query/limit": "INVALID_FIELD" }
  })),
  ...["1", "yes", "TRUE", ""].map((latest) => ({
    name: `latest=${latest}`,
    path: `/collections?latest=${latest}`,
    status: 400,
    code: "INVALID_FIELD",
    errors: { "/query/latest": "INVALID_FIELD" }
  })),
  ...["DONE", "RUNNING,", "RUNNING,DONE", "running", ""].map((statuses) => ({
    name: `statusIn=${statuses}`,
    path: `/collections?statusIn=${statuses}`,
    status: 400,
    code: "INVALID_FIELD",
    errors: { "/query/statusIn": "INVALID_FIELD" }
  })),
  {
    name: "a status that only another version has",
    path: "/collections?statusIn=RUNNING&statusIn=REJECTED_INCORRECT_LOGIN_METHOD",
    status: 400,
    code: "INVALID_FIELD",
    errors: { "/query/statusIn": "INVALID_FIELD" }
  },
  {
    name: "a reference with a control character",
    path: "/collections?externalReference=a%00b",
    status: 400,
    code: "INVALID_FIELD",
    errors: { "/query/externalReference": "INVALID_FIELD" }
  },
  {
    name: "a cursor of nobody",
    path: "/collections?cursor=AAAA",
    status: 400,
    code: "INVALID_CURSOR",
    errors: { "/query/cursor": "INVALID_CURSOR" }
  },
  {
    name: "limit, status and a stranger at once",
    path: "/collections?limit=0&statusIn=DONE&page=2",
    status: 400,
    code: "UNKNOWN_QUERY",
    errors: { "/query/page": "UNKNOWN_QUERY", "/query/limit": "INVALID_FIELD", "/query/statusIn": "INVALID_FIELD" }
  }
]
