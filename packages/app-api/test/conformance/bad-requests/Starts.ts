/** Rejected start requests (spec 2.1, 7, 8). */
import {
  invalidFields,
  missingFields,
  badRequestProblem,
  problemWithoutErrors,
  badRequest,
  unknownFields,
  unknownCompanies,
  unknownParameter,
  unknownQuery
} from "./BadRequest.ts"
import type { BadRequest, TestObjects } from "./BadRequest.ts"

const login = { type: "USERNAME_PASSWORD", username: "maja", password: "a-password" }

export const starts = ({ company }: TestObjects): ReadonlyArray<BadRequest> => {
  const raw = (body: string) => ({ method: "POST", path: "/collections", body })
  const post = (body: object) => raw(JSON.stringify(body))
  const start = (more: object) => post({ company, loginMethod: "USERNAME_AND_PASSWORD", parameters: [login], ...more })
  const startWith = (...parameters: ReadonlyArray<unknown>) => start({ parameters })
  const withHeader = (name: string, value: string) => ({ ...start({}), headers: { [name]: value } })
  return [
    ...unknownCompanies((company) => start({ company })),
    missingFields("no login method without a stored consent", post({ company, parameters: [login] }), "/loginMethod"),
    missingFields("an empty object", post({}), "/company"),
    badRequest(
      "parameters that are null, with a method that needs one",
      start({ parameters: null }),
      badRequestProblem("MISSING_PARAMETER", "/parameters")
    ),
    invalidFields("parameters of another type", start({ parameters: {} }), "/parameters"),
    invalidFields(
      "every wrong field of the Baltic logins",
      startWith(
        { type: "SMART_ID", personalCode: "1", country: "ee", documentNumber: "PNOSE-198112189876-MOCK-Q" },
        { type: "MOBILE_ID", personalCode: "50001029996\u0000", phoneNumber: 37200000766 }
      ),
      "/parameters/0/personalCode",
      "/parameters/0/country",
      "/parameters/0/documentNumber",
      "/parameters/1/personalCode",
      "/parameters/1/phoneNumber"
    ),
    badRequest("no parameter for the login method", startWith(), badRequestProblem("MISSING_PARAMETER", "/parameters")),
    unknownParameter("a parameter of an unknown type", startWith(login, { type: "CARRIER_PIGEON" }), "/parameters/1"),
    missingFields("a parameter without a type", startWith({ username: "maja" }), "/parameters/0/type"),
    unknownFields(
      "unknown members at every depth",
      start({ colour: "red", parameters: [{ type: "SESSION_METADATA", attributes: {}, x: 1 }] }),
      "/colour",
      "/parameters/0/x"
    ),
    unknownFields(
      "a member called __proto__",
      raw(`{"company":"${company}","loginMethod":"EMAIL","parameters":[],"__proto__":{"admin":true}}`),
      "/__proto__"
    ),
    unknownFields("a member whose name needs escaping in a pointer", start({ "a/b~c": 1 }), "/a~1b~0c"),
    invalidFields(
      "every wrong field at once",
      post({
        company: 5,
        loginMethod: "X",
        parameters: [
          { type: "EMAIL", email: "no address" },
          { type: "SWEDISH_EID", personalNumber: "12" }
        ]
      }),
      "/company",
      "/loginMethod",
      "/parameters/0/email",
      "/parameters/1/personalNumber"
    ),
    invalidFields("a list where an object is expected", raw("[]"), ""),
    problemWithoutErrors("truncated JSON", raw('{"company":"se-no'), 400, "MALFORMED_JSON"),
    badRequest(
      "repeated members, one of them with an escape",
      raw(
        `{"company":"${company}","loginMethod":"EMAIL","parameters":[{"type":"EMAIL","type":1}],"\\u0063ompany":"x"}`
      ),
      badRequestProblem("DUPLICATE_MEMBER", "/parameters/0/type", "/company")
    ),
    badRequest(
      "lone surrogates in values and in names",
      raw(`{"company":"${company}","parameters":[{"type":"\\ud800"},{"\\udc00":1}]}`),
      badRequestProblem("INVALID_TEXT", "/parameters/0/type", "/parameters/1/\ufffd")
    ),
    ...[
      "text/xml",
      "application/x-www-form-urlencoded",
      "application/json; charset=iso-8859-1",
      'application/json;charset="UTF-16"',
      "application/json; charset"
    ].map((type) =>
      problemWithoutErrors(`the content type ${type}`, withHeader("content-type", type), 415, "UNSUPPORTED_MEDIA_TYPE")
    ),
    problemWithoutErrors("a content coding", withHeader("content-encoding", "gzip"), 415, "UNSUPPORTED_MEDIA_TYPE"),
    problemWithoutErrors(
      "a method that the path does not support",
      { method: "DELETE", path: "/collections" },
      405,
      "METHOD_NOT_ALLOWED",
      "GET, HEAD, POST"
    ),
    unknownQuery("a query on a path without any", { ...start({}), path: "/collections?dryRun=true" }, "/query/dryRun")
  ]
}
