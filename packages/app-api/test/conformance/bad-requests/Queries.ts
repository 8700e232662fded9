/** Rejected query parameters (spec 7, 11). */
import { invalidFields, badRequestProblem, badRequest, unknownQuery } from "./BadRequest.ts"
import type { BadRequest } from "./BadRequest.ts"

export const queries: ReadonlyArray<BadRequest> = [
  unknownQuery("an unknown query parameter", "/companies/availability?color=red", "/query/color"),
  unknownQuery("a query parameter twice", "/companies/supported-products?market=se&market=se", "/query/market"),
  invalidFields(
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
  )
]

export const listQueries: ReadonlyArray<BadRequest> = [
  invalidFields(
    "a status that only another version has",
    "/collections?statusIn=RUNNING&statusIn=REJECTED_INCORRECT_LOGIN_METHOD",
    "/query/statusIn"
  ),
  badRequest("an unknown cursor", "/collections?cursor=AAAA", badRequestProblem("INVALID_CURSOR", "/query/cursor")),
  badRequest("limit, status and an unknown parameter at once", "/collections?limit=0&statusIn=DONE&page=2", {
    status: 400,
    code: "UNKNOWN_QUERY",
    errors: { "/query/page": "UNKNOWN_QUERY", "/query/limit": "INVALID_FIELD", "/query/statusIn": "INVALID_FIELD" }
  })
]
