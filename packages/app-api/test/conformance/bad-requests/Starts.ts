/** Rejected start requests (decisions 2, 12, 14). */
import { refusal } from "./BadRequest.ts"
import type { BadRequest, Facts } from "./BadRequest.ts"
import { nested } from "./Nested.ts"

const login = { type: "USERNAME_PASSWORD", username: "maja", password: "a-password" }

const bytes = (text: string, ...more: ReadonlyArray<number>) =>
  new Uint8Array([...new TextEncoder().encode(text), ...more])

const hundred = (pointerAt: (index: number) => string, code: string) =>
  Object.fromEntries(Array.from({ length: 100 }, (_, index) => [pointerAt(index), code]))

export const starts = ({ company }: Facts): ReadonlyArray<BadRequest> => {
  const raw = (body: string | Uint8Array<ArrayBuffer>) => ({ method: "POST", path: "/collections", body })
  const post = (body: object) => raw(JSON.stringify(body))
  const start = (more: object) => post({ company, loginMethod: "USERNAME_AND_PASSWORD", parameters: [login], ...more })
  return [
    {
      name: "an unknown company",
      ...start({ company: "se-nowhere" }),
      ...refusal("UNKNOWN_COMPANY", "/company"),
      status: 404
    },
    {
      name: "a malformed company identifier",
      ...start({ company: "../etc" }),
      ...refusal("INVALID_FIELD", "/company")
    },
    {
      name: "a filter with a misspelled type",
      ...start({
        parameters: [
          login,
          { type: "COLLECTION_FILTER", insuranceTypes: ["vehicleInsurance", "boatInsurance"], productTypes: ["isk"] },
          { type: "COLLECTION_FILTER", insuranceSubTypes: ["Car"] }
        ]
      }),
      ...refusal(
        "INVALID_FIELD",
        "/parameters/1/insuranceTypes/1",
        "/parameters/1/productTypes/0",
        "/parameters/2/insuranceSubTypes/0"
      )
    },
    {
      name: "an unknown login method",
      ...start({ loginMethod: "TELEPATHY" }),
      ...refusal("INVALID_FIELD", "/loginMethod")
    },
    {
      name: "no login method without a stored consent",
      ...post({ company, parameters: [login] }),
      ...refusal("MISSING_FIELD", "/loginMethod")
    },
    {
      name: "no login method and an unknown company",
      ...post({ company: "se-nowhere", parameters: [] }),
      ...refusal("MISSING_FIELD", "/loginMethod")
    },
    {
      name: "no parameters member",
      ...post({ company, loginMethod: "EMAIL" }),
      ...refusal("MISSING_FIELD", "/parameters")
    },
    { name: "an empty object", ...post({}), ...refusal("MISSING_FIELD", "/company", "/parameters") },
    { name: "null where a value is expected", ...start({ company: null }), ...refusal("INVALID_FIELD", "/company") },
    {
      name: "no parameter for the login method",
      ...start({ parameters: [] }),
      ...refusal("MISSING_PARAMETER", "/parameters")
    },
    {
      name: "a parameter of another login method",
      ...start({ parameters: [login, { type: "EMAIL", email: "maja@example.com" }] }),
      ...refusal("UNEXPECTED_PARAMETER", "/parameters/1")
    },
    {
      name: "a parameter twice",
      ...start({ parameters: [login, login] }),
      ...refusal("DUPLICATE_PARAMETER", "/parameters/1")
    },
    {
      name: "a parameter of an unknown type",
      ...start({ parameters: [login, { type: "CARRIER_PIGEON", name: "Otto" }] }),
      ...refusal("UNKNOWN_PARAMETER", "/parameters/1")
    },
    {
      name: "a parameter without a type",
      ...start({ parameters: [{ username: "maja" }] }),
      ...refusal("MISSING_FIELD", "/parameters/0/type")
    },
    {
      name: "a parameter whose type is not a string",
      ...start({ parameters: [{ type: 7 }] }),
      ...refusal("INVALID_FIELD", "/parameters/0/type")
    },
    {
      name: "a parameter that is not an object",
      ...start({ parameters: [login, "EMAIL", null, []] }),
      ...refusal("INVALID_FIELD", "/parameters/1", "/parameters/2", "/parameters/3")
    },
    {
      name: "parameters that are not a list",
      ...start({ parameters: login }),
      ...refusal("INVALID_FIELD", "/parameters")
    },
    {
      name: "a parameter with a field of the wrong type",
      ...start({ parameters: [{ ...login, username: 5 }] }),
      ...refusal("INVALID_FIELD", "/parameters/0/username")
    },
    {
      name: "unknown members at every depth",
      ...start({
        colour: "red",
        parameters: [login, { type: "SESSION_METADATA", attributes: { SHOE_SIZE: "44" }, x: 1 }]
      }),
      ...refusal("UNKNOWN_FIELD", "/colour", "/parameters/1/attributes/SHOE_SIZE", "/parameters/1/x")
    },
    {
      name: "a misspelled member that would open all accounts",
      ...start({ parameters: [login, { type: "PSD2_AIS_CONSENT", psuIpAddress: "192.0.2.1", accountIDs: ["1"] }] }),
      ...refusal("UNKNOWN_FIELD", "/parameters/1/accountIDs")
    },
    {
      name: "a member called __proto__",
      ...raw(`{"company":"${company}","loginMethod":"EMAIL","parameters":[],"__proto__":{"admin":true}}`),
      ...refusal("UNKNOWN_FIELD", "/__proto__")
    },
    {
      name: "a member whose name needs escaping in a pointer",
      ...start({ "a/b~c": 1 }),
      ...refusal("UNKNOWN_FIELD", "/a~1b~0c")
    },
    {
      name: "every wrong field at once",
      ...post({
        company: 5,
        loginMethod: "X",
        parameters: [
          { type: "EMAIL", email: "no address" },
          { type: "SWEDISH_EID", personalNumber: "12" }
        ]
      }),
      ...refusal("INVALID_FIELD", "/company", "/loginMethod", "/parameters/0/email", "/parameters/1/personalNumber")
    },
    {
      name: "a personal number with a wrong check digit",
      ...start({
        loginMethod: "SWEDISH_MOBILE_EID_OTHER_DEVICE",
        parameters: [{ type: "SWEDISH_EID", personalNumber: "199001012386" }]
      }),
      ...refusal("INVALID_FIELD", "/parameters/0/personalNumber")
    },
    {
      name: "a document that is not a PDF",
      ...start({
        loginMethod: "PDF_UPLOAD",
        parameters: [{ type: "PDF_DOCUMENT", fileName: "policy.pdf", content: "aGVsbG8=" }]
      }),
      ...refusal("NOT_A_PDF", "/parameters/0/content")
    },
    {
      name: "120,000 invalid parameters",
      ...raw(`{"company":"${company}","loginMethod":"EMAIL","parameters":[${"0,".repeat(119_999)}0]}`),
      status: 400,
      code: "INVALID_FIELD",
      names: "more than 100 rules",
      errors: hundred((index) => `/parameters/${index}`, "INVALID_FIELD")
    },
    {
      name: "10,000 lone surrogates under one long name",
      ...raw(`{"${"k".repeat(96_000)}":[${'"\\ud800",'.repeat(9_999)}"\\ud800"]}`),
      status: 400,
      code: "INVALID_TEXT",
      errors: hundred((index) => `/${"k".repeat(64)}…/${index}`, "INVALID_TEXT")
    },
    { name: "a list where an object is expected", ...raw("[]"), ...refusal("INVALID_FIELD", "") },
    { name: "null as the whole body", ...raw("null"), ...refusal("INVALID_FIELD", "") },
    { name: "truncated JSON", ...raw('{"company":"se-no'), status: 400, code: "MALFORMED_JSON" },
    { name: "an empty body", ...raw(" "), status: 400, code: "MALFORMED_JSON" },
    { name: "JSON nested 10,000 levels deep", ...raw(nested(10_000)), status: 400, code: "MALFORMED_JSON" },
    {
      name: "a member nested 10,000 levels deep",
      ...raw(`{"company":${nested(10_000)}}`),
      status: 400,
      code: "MALFORMED_JSON"
    },
    {
      name: "JSON of 300 KB",
      ...start({ filler: "x".repeat(300_000) }),
      status: 413,
      code: "BODY_TOO_LARGE",
      names: "262144"
    },
    {
      name: "lone surrogates in values and in names",
      ...raw(`{"company":"${company}","parameters":[{"type":"\\ud800"},{"\\udc00":1}]}`),
      ...refusal("INVALID_TEXT", "/parameters/0/type", "/parameters/1/\ufffd")
    },
    { name: "a lone surrogate as the whole body", ...raw('"\\udc00"'), ...refusal("INVALID_TEXT", "") },
    { name: "a surrogate pair as the whole body", ...raw('"\\ud83d\\ude00"'), ...refusal("INVALID_FIELD", "") },
    {
      name: "a body that is not UTF-8",
      ...raw(bytes('{"company":"', 0xff, 0xfe, 0x22, 0x7d)),
      status: 400,
      code: "INVALID_TEXT"
    },
    {
      name: "a wrong content type",
      ...start({}),
      headers: { "content-type": "text/xml" },
      status: 415,
      code: "UNSUPPORTED_MEDIA_TYPE"
    },
    {
      name: "a form",
      ...start({}),
      headers: { "content-type": "application/x-www-form-urlencoded" },
      status: 415,
      code: "UNSUPPORTED_MEDIA_TYPE"
    },
    {
      name: "a content coding",
      ...start({}),
      headers: { "content-encoding": "gzip" },
      status: 415,
      code: "UNSUPPORTED_MEDIA_TYPE"
    },
    {
      name: "a method that the path does not support",
      method: "DELETE",
      path: "/collections",
      status: 405,
      code: "METHOD_NOT_ALLOWED",
      names: "GET, HEAD, POST"
    },
    {
      name: "a query parameter on a path without any",
      ...start({}),
      path: "/collections?dryRun=true",
      ...refusal("UNKNOWN_QUERY", "/query/dryRun")
    },
    {
      name: "an Accept that excludes JSON",
      ...start({}),
      headers: { accept: "text/html" },
      status: 406,
      code: "NOT_ACCEPTABLE"
    }
  ]
}
