/** Rejected start requests (spec 2.1, 7, 8). */
import {
  duplicateParameter,
  invalid,
  missing,
  refusal,
  refused,
  rejected,
  unexpectedParameter,
  unknown,
  unknownCompany,
  unknownParameter,
  unknownQuery
} from "./BadRequest.ts"
import type { BadRequest, Facts } from "./BadRequest.ts"

const login = { type: "USERNAME_PASSWORD", username: "maja", password: "a-password" }
const email = { type: "EMAIL", email: "maja@example.com" }

const bytes = (text: string, ...more: ReadonlyArray<number>) =>
  new Uint8Array([...new TextEncoder().encode(text), ...more])

export const starts = ({ company }: Facts): ReadonlyArray<BadRequest> => {
  const raw = (body: string | Uint8Array<ArrayBuffer>) => ({ method: "POST", path: "/collections", body })
  const post = (body: object) => raw(JSON.stringify(body))
  const start = (more: object) => post({ company, loginMethod: "USERNAME_AND_PASSWORD", parameters: [login], ...more })
  const startWith = (...parameters: ReadonlyArray<unknown>) => start({ parameters })
  const withHeader = (name: string, value: string) => ({ ...start({}), headers: { [name]: value } })
  return [
    unknownCompany(start({ company: "se-nowhere" })),
    invalid(
      "a filter with a misspelled type",
      startWith(
        login,
        { type: "COLLECTION_FILTER", insuranceTypes: ["vehicleInsurance", "boatInsurance"], productTypes: ["isk"] },
        { type: "COLLECTION_FILTER", insuranceSubTypes: ["Car"] }
      ),
      "/parameters/1/insuranceTypes/1",
      "/parameters/1/productTypes/0",
      "/parameters/2/insuranceSubTypes/0"
    ),
    missing("no login method without a stored consent", post({ company, parameters: [login] }), "/loginMethod"),
    missing("an empty object", post({}), "/company", "/parameters"),
    rejected("no parameter for the login method", startWith(), refusal("MISSING_PARAMETER", "/parameters")),
    unexpectedParameter("a parameter of another login method", startWith(login, email), "/parameters/1"),
    duplicateParameter("a parameter twice", startWith(login, login), "/parameters/1"),
    unknownParameter("a parameter of an unknown type", startWith(login, { type: "CARRIER_PIGEON" }), "/parameters/1"),
    missing("a parameter without a type", startWith({ username: "maja" }), "/parameters/0/type"),
    unknown(
      "unknown members at every depth",
      start({ colour: "red", parameters: [{ type: "SESSION_METADATA", attributes: {}, x: 1 }] }),
      "/colour",
      "/parameters/0/x"
    ),
    unknown(
      "a misspelled member that would open all accounts",
      startWith(login, { type: "PSD2_AIS_CONSENT", psuIpAddress: "192.0.2.1", accountIDs: ["1"] }),
      "/parameters/1/accountIDs"
    ),
    unknown(
      "a member called __proto__",
      raw(`{"company":"${company}","loginMethod":"EMAIL","parameters":[],"__proto__":{"admin":true}}`),
      "/__proto__"
    ),
    unknown("a member whose name needs escaping in a pointer", start({ "a/b~c": 1 }), "/a~1b~0c"),
    invalid(
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
    rejected(
      "a document that is not a PDF",
      start({
        loginMethod: "PDF_UPLOAD",
        parameters: [{ type: "PDF_DOCUMENT", fileName: "policy.pdf", content: "aGVsbG8=" }]
      }),
      refusal("NOT_A_PDF", "/parameters/0/content")
    ),
    invalid("a list where an object is expected", raw("[]"), ""),
    refused("truncated JSON", raw('{"company":"se-no'), 400, "MALFORMED_JSON"),
    refused(
      "a member nested 10,000 levels deep",
      raw(`{"company":${"[".repeat(10_000)}${"]".repeat(10_000)}}`),
      400,
      "MALFORMED_JSON"
    ),
    refused("JSON of 300 KB", start({ filler: "x".repeat(300_000) }), 413, "BODY_TOO_LARGE", "262144"),
    rejected(
      "repeated members, one of them with an escape",
      raw(
        `{"company":"${company}","loginMethod":"EMAIL","parameters":[{"type":"EMAIL","type":1}],"\\u0063ompany":"x"}`
      ),
      refusal("DUPLICATE_MEMBER", "/parameters/0/type", "/company")
    ),
    rejected(
      "lone surrogates in values and in names",
      raw(`{"company":"${company}","parameters":[{"type":"\\ud800"},{"\\udc00":1}]}`),
      refusal("INVALID_TEXT", "/parameters/0/type", "/parameters/1/\ufffd")
    ),
    refused("a body that is not UTF-8", raw(bytes('{"company":"', 0xff, 0xfe, 0x22, 0x7d)), 400, "INVALID_TEXT"),
    ...[
      "text/xml",
      "application/x-www-form-urlencoded",
      "application/json; charset=iso-8859-1",
      'application/json;charset="UTF-16"',
      "application/json; charset"
    ].map((type) =>
      refused(`the content type ${type}`, withHeader("content-type", type), 415, "UNSUPPORTED_MEDIA_TYPE")
    ),
    ...["application/json; charset=UTF-8", 'Application/JSON;charset="utf-8"; a=b'].map((type) =>
      invalid(`an empty object with the content type ${type}`, { ...post([]), headers: { "content-type": type } }, "")
    ),
    refused("a content coding", withHeader("content-encoding", "gzip"), 415, "UNSUPPORTED_MEDIA_TYPE"),
    refused(
      "a method that the path does not support",
      { method: "DELETE", path: "/collections" },
      405,
      "METHOD_NOT_ALLOWED",
      "GET, HEAD, POST"
    ),
    unknownQuery("a query on a path without any", { ...start({}), path: "/collections?dryRun=true" }, "/query/dryRun")
  ]
}
