/** Rejected query parameters (spec 7, 11). */
import { invalid, refusal, rejected, unknownQuery } from "./BadRequest.ts"
import type { BadRequest } from "./BadRequest.ts"

/** Rows for operations that every version has. */
export const queries: ReadonlyArray<BadRequest> = [
  unknownQuery("an unknown query parameter", "/companies/availability?color=red", "/query/color"),
  unknownQuery("a query parameter twice", "/companies/supported-products?market=se&market=se", "/query/market"),
  invalid(
    "every wrong query parameter at once",
    "/companies/availability?market=atlantis&product=GOLD&company=ACME",
    "/query/market",
    "/query/product",
    "/query/company"
  ),
  unknownQuery(
    "query parameters named like members of every object",
    "/companies/availability?__proto__=1&constructor=2&toString=3",
    "/query/__proto__",
    "/query/constructor",
    "/query/toString"
  ),
  unknownQuery("a query of the sandbox", "/sandbox/scenarios?page=2", "/query/page")
]

/** Rows for the list of collections, which only version 2026-04-01 has. */
export const listQueries: ReadonlyArray<BadRequest> = [
  ...["0", "101"].map((limit) =>
    invalid(`a limit of "${limit}"`, `/collections?limit=${encodeURIComponent(limit)}`, "/query/limit")
  ),
  ...["yes"].map((latest) => invalid(`latest=${latest}`, `/collections?latest=${latest}`, "/query/latest")),
  ...["RUNNING,DONE"].map((statuses) =>
    invalid(`statusIn=${statuses}`, `/collections?statusIn=${statuses}`, "/query/statusIn")
  ),
  invalid(
    "a status that only another version has",
    "/collections?statusIn=RUNNING&statusIn=REJECTED_INCORRECT_LOGIN_METHOD",
    "/query/statusIn"
  ),
  invalid("a filter of 65 statuses", `/collections?statusIn=${"RUNNING,".repeat(64)}RUNNING`, "/query/statusIn"),
  invalid("a reference with a control character", "/collections?externalReference=a%00b", "/query/externalReference"),
  rejected("an unknown cursor", "/collections?cursor=AAAA", refusal("INVALID_CURSOR", "/query/cursor")),
  rejected("limit, status and an unknown parameter at once", "/collections?limit=0&statusIn=DONE&page=2", {
    status: 400,
    code: "UNKNOWN_QUERY",
    errors: { "/query/page": "UNKNOWN_QUERY", "/query/limit": "INVALID_FIELD", "/query/statusIn": "INVALID_FIELD" }
  })
]
