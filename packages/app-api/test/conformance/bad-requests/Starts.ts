/** Rejected start requests (decisions 2, 12, 14). */
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
import { nested } from "./Nested.ts"

const login = { type: "USERNAME_PASSWORD", username: "maja", password: "a-password" }
const email = { type: "EMAIL", email: "maja@example.com" }

const bytes = (text: string, ...more: ReadonlyArray<number>) =>
  new Uint8Array([...new TextEncoder().encode(text), ...more])

const hundred = (pointerAt: (index: number) => string, code: string) =>
  Object.fromEntries(Array.from({ length: 100 }, (_, index) => [pointerAt(index), code]))

export const starts = ({ company }: Facts): ReadonlyArray<BadRequest> => {
  const raw = (body: string | Uint8Array<ArrayBuffer>) => ({ method: "POST", path: "/collections", body })
  const post = (body: object) => raw(JSON.stringify(body))
  const start = (more: object) => post({ company, loginMethod: "USERNAME_AND_PASSWORD", parameters: [login], ...more })
  const startWith = (...parameters: ReadonlyArray<unknown>) => start({ parameters })
  const withHeader = (name: string, value: string) => ({ ...start({}), headers: { [name]: value } })
  return [
    unknownCompany(start({ company: "se-nowhere" })),
    invalid("a malformed company identifier", start({ company: "../etc" }), "/company"),
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
    invalid("an unknown login method", start({ loginMethod: "TELEPATHY" }), "/loginMethod"),
    missing("no login method without a stored consent", post({ company, parameters: [login] }), "/loginMethod"),
    missing("no login method and an unknown company", post({ company: "se-nowhere", parameters: [] }), "/loginMethod"),
    missing("no parameters member", post({ company, loginMethod: "EMAIL" }), "/parameters"),
    missing("an empty object", post({}), "/company", "/parameters"),
    invalid("null where a value is expected", start({ company: null }), "/company"),
    rejected("no parameter for the login method", startWith(), refusal("MISSING_PARAMETER", "/parameters")),
    unexpectedParameter("a parameter of another login method", startWith(login, email), "/parameters/1"),
    duplicateParameter("a parameter twice", startWith(login, login), "/parameters/1"),
    unknownParameter("a parameter of an unknown type", startWith(login, { type: "CARRIER_PIGEON" }), "/parameters/1"),
    missing("a parameter without a type", startWith({ username: "maja" }), "/parameters/0/type"),
    invalid("a parameter whose type is not a string", startWith({ type: 7 }), "/parameters/0/type"),
    ...["EMAIL", null, []].map((parameter) =>
      invalid(`a parameter that is not an object: ${JSON.stringify(parameter)}`, startWith(parameter), "/parameters/0")
    ),
    invalid("parameters that are not a list", start({ parameters: login }), "/parameters"),
    invalid(
      "a parameter with a field of the wrong type",
      startWith({ ...login, username: 5 }),
      "/parameters/0/username"
    ),
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
    invalid(
      "a personal number with a wrong check digit",
      start({
        loginMethod: "SWEDISH_MOBILE_EID_OTHER_DEVICE",
        parameters: [{ type: "SWEDISH_EID", personalNumber: "199001012386" }]
      }),
      "/parameters/0/personalNumber"
    ),
    invalid(
      "a personal number with the birth number 000, also of a test",
      start({
        loginMethod: "SWEDISH_MOBILE_EID_OTHER_DEVICE_MOCK",
        parameters: [{ type: "SWEDISH_EID", personalNumber: "850161-0000" }]
      }),
      "/parameters/0/personalNumber"
    ),
    rejected(
      "a document that is not a PDF",
      start({
        loginMethod: "PDF_UPLOAD",
        parameters: [{ type: "PDF_DOCUMENT", fileName: "policy.pdf", content: "aGVsbG8=" }]
      }),
      refusal("NOT_A_PDF", "/parameters/0/content")
    ),
    rejected(
      "120,000 invalid parameters",
      raw(`{"company":"${company}","loginMethod":"EMAIL","parameters":[${"0,".repeat(119_999)}0]}`),
      {
        status: 400,
        code: "INVALID_FIELD",
        names: "more than 100 validation errors",
        errors: hundred((index) => `/parameters/${index}`, "INVALID_FIELD")
      }
    ),
    rejected(
      "10,000 lone surrogates under one long name",
      raw(`{"${"k".repeat(96_000)}":[${'"\\ud800",'.repeat(9_999)}"\\ud800"]}`),
      { status: 400, code: "INVALID_TEXT", errors: hundred((index) => `/${"k".repeat(64)}…/${index}`, "INVALID_TEXT") }
    ),
    invalid("a list where an object is expected", raw("[]"), ""),
    invalid("null as the whole body", raw("null"), ""),
    refused("truncated JSON", raw('{"company":"se-no'), 400, "MALFORMED_JSON"),
    refused("an empty body", raw(" "), 400, "MALFORMED_JSON"),
    refused("JSON nested 10,000 levels deep", raw(nested(10_000)), 400, "MALFORMED_JSON"),
    refused("a member nested 10,000 levels deep", raw(`{"company":${nested(10_000)}}`), 400, "MALFORMED_JSON"),
    refused("JSON of 300 KB", start({ filler: "x".repeat(300_000) }), 413, "BODY_TOO_LARGE", "262144"),
    rejected(
      "repeated members, one of them with an escape",
      raw(
        `{"company":"${company}","loginMethod":"EMAIL","parameters":[{"type":"EMAIL","type":1}],"\\u0063ompany":"x"}`
      ),
      refusal("DUPLICATE_MEMBER", "/parameters/0/type", "/company")
    ),
    rejected(
      "two unknown members that a parser could hide",
      raw('{"__proto__":{"company":"x"},"__proto__":{}}'),
      refusal("DUPLICATE_MEMBER", "/__proto__")
    ),
    rejected("10,000 equal members", raw(`{${'"a":1,'.repeat(9_999)}"a":1}`), {
      status: 400,
      code: "DUPLICATE_MEMBER",
      errors: { "/a": "DUPLICATE_MEMBER" }
    }),
    rejected(
      "lone surrogates in values and in names",
      raw(`{"company":"${company}","parameters":[{"type":"\\ud800"},{"\\udc00":1}]}`),
      refusal("INVALID_TEXT", "/parameters/0/type", "/parameters/1/\ufffd")
    ),
    rejected("a lone surrogate as the whole body", raw('"\\udc00"'), refusal("INVALID_TEXT", "")),
    invalid("a surrogate pair as the whole body", raw('"\\ud83d\\ude00"'), ""),
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
