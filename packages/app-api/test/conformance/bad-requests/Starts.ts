/** Starts of collections that are refused (decisions 2, 12, 14). */
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
  const invalid = { status: 400, code: "INVALID_FIELD" } as const
  return [
    {
      name: "a company that does not exist",
      ...start({ company: "se-nowhere" }),
      status: 404,
      code: "UNKNOWN_COMPANY",
      errors: { "/company": "UNKNOWN_COMPANY" }
    },
    {
      name: "a company that is no identifier",
      ...start({ company: "../etc" }),
      ...invalid,
      errors: { "/company": "INVALID_FIELD" }
    },
    {
      name: "a filter with a misspelt type",
      ...start({
        parameters: [
          login,
          { type: "COLLECTION_FILTER", insuranceTypes: ["vehicleInsurance", "boatInsurance"], productTypes: ["isk"] },
          { type: "COLLECTION_FILTER", insuranceSubTypes: ["Car"] }
        ]
      }),
      ...invalid,
      errors: {
        "/parameters/1/insuranceTypes/1": "INVALID_FIELD",
        "/parameters/1/productTypes/0": "INVALID_FIELD",
        "/parameters/2/insuranceSubTypes/0": "INVALID_FIELD"
      }
    },
    {
      name: "a login method outside the enum",
      ...start({ loginMethod: "TELEPATHY" }),
      ...invalid,
      errors: { "/loginMethod": "INVALID_FIELD" }
    },
    {
      name: "no login method without a stored consent",
      ...post({ company, parameters: [login] }),
      status: 400,
      code: "MISSING_FIELD",
      errors: { "/loginMethod": "MISSING_FIELD" }
    },
    {
      name: "no login method, at a company that does not exist",
      ...post({ company: "se-nowhere", parameters: [] }),
      status: 400,
      code: "MISSING_FIELD",
      errors: { "/loginMethod": "MISSING_FIELD" }
    },
    {
      name: "no parameters member",
      ...post({ company, loginMethod: "EMAIL" }),
      status: 400,
      code: "MISSING_FIELD",
      errors: { "/parameters": "MISSING_FIELD" }
    },
    {
      name: "an empty object",
      ...post({}),
      status: 400,
      code: "MISSING_FIELD",
      errors: { "/company": "MISSING_FIELD", "/parameters": "MISSING_FIELD" }
    },
    {
      name: "null where a value is expected",
      ...start({ company: null }),
      ...invalid,
      errors: { "/company": "INVALID_FIELD" }
    },
    {
      name: "a parameter that the login method needs, missing",
      ...start({ parameters: [] }),
      status: 400,
      code: "MISSING_PARAMETER",
      errors: { "/parameters": "MISSING_PARAMETER" }
    },
    {
      name: "a parameter of another login method",
      ...start({ parameters: [login, { type: "EMAIL", email: "maja@example.com" }] }),
      status: 400,
      code: "UNEXPECTED_PARAMETER",
      errors: { "/parameters/1": "UNEXPECTED_PARAMETER" }
    },
    {
      name: "a parameter twice",
      ...start({ parameters: [login, login] }),
      status: 400,
      code: "DUPLICATE_PARAMETER",
      errors: { "/parameters/1": "DUPLICATE_PARAMETER" }
    },
    {
      name: "a parameter of a type that nobody knows",
      ...start({ parameters: [login, { type: "CARRIER_PIGEON", name: "Otto" }] }),
      status: 400,
      code: "UNKNOWN_PARAMETER",
      errors: { "/parameters/1": "UNKNOWN_PARAMETER" }
    },
    {
      name: "a parameter without a type",
      ...start({ parameters: [{ username: "maja" }] }),
      status: 400,
      code: "MISSING_FIELD",
      errors: { "/parameters/0/type": "MISSING_FIELD" }
    },
    {
      name: "a parameter whose type is no text",
      ...start({ parameters: [{ type: 7 }] }),
      ...invalid,
      errors: { "/parameters/0/type": "INVALID_FIELD" }
    },
    {
      name: "a parameter that is no object",
      ...start({ parameters: [login, "EMAIL", null, []] }),
      ...invalid,
      errors: {
        "/parameters/1": "INVALID_FIELD",
        "/parameters/2": "INVALID_FIELD",
        "/parameters/3": "INVALID_FIELD"
      }
    },
    {
      name: "parameters that are no list",
      ...start({ parameters: login }),
      ...invalid,
      errors: { "/parameters": "INVALID_FIELD" }
    },
    {
      name: "a parameter with a field of the wrong type",
      ...start({ parameters: [{ ...login, username: 5 }] }),
      ...invalid,
      errors: { "/parameters/0/username": "INVALID_FIELD" }
    },
    {
      name: "members that nobody knows, at every depth",
      ...start({
        colour: "red",
        parameters: [login, { type: "SESSION_METADATA", attributes: { SHOE_SIZE: "44" }, x: 1 }]
      }),
      status: 400,
      code: "UNKNOWN_FIELD",
      errors: {
        "/colour": "UNKNOWN_FIELD",
        "/parameters/1/attributes/SHOE_SIZE": "UNKNOWN_FIELD",
        "/parameters/1/x": "UNKNOWN_FIELD"
      }
    },
    {
      name: "a misspelt member that would open all accounts",
      ...start({ parameters: [login, { type: "PSD2_AIS_CONSENT", psuIpAddress: "192.0.2.1", accountIDs: ["1"] }] }),
      status: 400,
      code: "UNKNOWN_FIELD",
      errors: { "/parameters/1/accountIDs": "UNKNOWN_FIELD" }
    },
    {
      name: "a member called __proto__",
      ...raw(`{"company":"${company}","loginMethod":"EMAIL","parameters":[],"__proto__":{"admin":true}}`),
      status: 400,
      code: "UNKNOWN_FIELD",
      errors: { "/__proto__": "UNKNOWN_FIELD" }
    },
    {
      name: "a member whose name needs escaping in a pointer",
      ...start({ "a/b~c": 1 }),
      status: 400,
      code: "UNKNOWN_FIELD",
      errors: { "/a~1b~0c": "UNKNOWN_FIELD" }
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
      ...invalid,
      errors: {
        "/company": "INVALID_FIELD",
        "/loginMethod": "INVALID_FIELD",
        "/parameters/0/email": "INVALID_FIELD",
        "/parameters/1/personalNumber": "INVALID_FIELD"
      }
    },
    {
      name: "a personal number with a wrong check digit",
      ...start({
        loginMethod: "SWEDISH_MOBILE_EID_OTHER_DEVICE",
        parameters: [{ type: "SWEDISH_EID", personalNumber: "199001012386" }]
      }),
      ...invalid,
      errors: { "/parameters/0/personalNumber": "INVALID_FIELD" }
    },
    {
      name: "a PDF that is none",
      ...start({
        loginMethod: "PDF_UPLOAD",
        parameters: [{ type: "PDF_DOCUMENT", fileName: "policy.pdf", content: "aGVsbG8=" }]
      }),
      status: 400,
      code: "NOT_A_PDF",
      errors: { "/parameters/0/content": "NOT_A_PDF" }
    },
    {
      name: "120,000 parameters, each of them wrong",
      ...raw(`{"company":"${company}","loginMethod":"EMAIL","parameters":[${"0,".repeat(119_999)}0]}`),
      ...invalid,
      names: "more than 100 rules",
      errors: hundred((index) => `/parameters/${index}`, "INVALID_FIELD")
    },
    {
      name: "10,000 halves of surrogate pairs under one long name",
      ...raw(`{"${"k".repeat(96_000)}":[${'"\\ud800",'.repeat(9_999)}"\\ud800"]}`),
      status: 400,
      code: "INVALID_TEXT",
      errors: hundred((index) => `/${"k".repeat(64)}…/${index}`, "INVALID_TEXT")
    },
    { name: "a list where an object is expected", ...raw("[]"), ...invalid, errors: { "": "INVALID_FIELD" } },
    { name: "null as the whole body", ...raw("null"), ...invalid, errors: { "": "INVALID_FIELD" } },
    { name: "JSON that is cut off", ...raw('{"company":"se-no'), status: 400, code: "MALFORMED_JSON" },
    { name: "an empty body", ...raw(" "), status: 400, code: "MALFORMED_JSON" },
    { name: "JSON that is nested 10,000 deep", ...raw(nested(10_000)), status: 400, code: "MALFORMED_JSON" },
    {
      name: "a member that is nested 10,000 deep",
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
      status: 400,
      code: "INVALID_TEXT",
      errors: { "/parameters/0/type": "INVALID_TEXT", "/parameters/1/\ufffd": "INVALID_TEXT" }
    },
    {
      name: "a lone surrogate as the whole body",
      ...raw('"\\udc00"'),
      status: 400,
      code: "INVALID_TEXT",
      errors: { "": "INVALID_TEXT" }
    },
    { name: "a whole pair as the whole body", ...raw('"\\ud83d\\ude00"'), ...invalid, errors: { "": "INVALID_FIELD" } },
    {
      name: "bytes that are not UTF-8",
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
      name: "a method that the path does not have",
      method: "DELETE",
      path: "/collections",
      status: 405,
      code: "METHOD_NOT_ALLOWED",
      names: "GET, HEAD, POST"
    },
    {
      name: "a query where there is none",
      ...start({}),
      path: "/collections?dryRun=true",
      status: 400,
      code: "UNKNOWN_QUERY",
      errors: { "/query/dryRun": "UNKNOWN_QUERY" }
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
