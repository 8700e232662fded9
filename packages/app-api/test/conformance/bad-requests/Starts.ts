/** Rejected start requests (decisions 2, 12, 14). */
import { invalid, missing, problem, refusal, rejected, unknown } from "./BadRequest.ts"
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
    rejected("an unknown company", start({ company: "se-nowhere" }), {
      ...refusal("UNKNOWN_COMPANY", "/company"),
      status: 404
    }),
    invalid("a malformed company identifier", start({ company: "../etc" }), "/company"),
    invalid(
      "a filter with a misspelled type",
      start({
        parameters: [
          login,
          { type: "COLLECTION_FILTER", insuranceTypes: ["vehicleInsurance", "boatInsurance"], productTypes: ["isk"] },
          { type: "COLLECTION_FILTER", insuranceSubTypes: ["Car"] }
        ]
      }),
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
    rejected(
      "no parameter for the login method",
      start({ parameters: [] }),
      refusal("MISSING_PARAMETER", "/parameters")
    ),
    rejected(
      "a parameter of another login method",
      start({ parameters: [login, { type: "EMAIL", email: "maja@example.com" }] }),
      refusal("UNEXPECTED_PARAMETER", "/parameters/1")
    ),
    rejected(
      "a parameter twice",
      start({ parameters: [login, login] }),
      refusal("DUPLICATE_PARAMETER", "/parameters/1")
    ),
    rejected(
      "a parameter of an unknown type",
      start({ parameters: [login, { type: "CARRIER_PIGEON", name: "Otto" }] }),
      refusal("UNKNOWN_PARAMETER", "/parameters/1")
    ),
    missing("a parameter without a type", start({ parameters: [{ username: "maja" }] }), "/parameters/0/type"),
    invalid("a parameter whose type is not a string", start({ parameters: [{ type: 7 }] }), "/parameters/0/type"),
    invalid(
      "a parameter that is not an object",
      start({ parameters: [login, "EMAIL", null, []] }),
      "/parameters/1",
      "/parameters/2",
      "/parameters/3"
    ),
    invalid("parameters that are not a list", start({ parameters: login }), "/parameters"),
    invalid(
      "a parameter with a field of the wrong type",
      start({ parameters: [{ ...login, username: 5 }] }),
      "/parameters/0/username"
    ),
    unknown(
      "unknown members at every depth",
      start({
        colour: "red",
        parameters: [login, { type: "SESSION_METADATA", attributes: { SHOE_SIZE: "44" }, x: 1 }]
      }),
      "/colour",
      "/parameters/1/attributes/SHOE_SIZE",
      "/parameters/1/x"
    ),
    unknown(
      "a misspelled member that would open all accounts",
      start({ parameters: [login, { type: "PSD2_AIS_CONSENT", psuIpAddress: "192.0.2.1", accountIDs: ["1"] }] }),
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
        names: "more than 100 rules",
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
    rejected("truncated JSON", raw('{"company":"se-no'), problem(400, "MALFORMED_JSON")),
    rejected("an empty body", raw(" "), problem(400, "MALFORMED_JSON")),
    rejected("JSON nested 10,000 levels deep", raw(nested(10_000)), problem(400, "MALFORMED_JSON")),
    rejected(
      "a member nested 10,000 levels deep",
      raw(`{"company":${nested(10_000)}}`),
      problem(400, "MALFORMED_JSON")
    ),
    rejected("JSON of 300 KB", start({ filler: "x".repeat(300_000) }), problem(413, "BODY_TOO_LARGE", "262144")),
    rejected(
      "lone surrogates in values and in names",
      raw(`{"company":"${company}","parameters":[{"type":"\\ud800"},{"\\udc00":1}]}`),
      refusal("INVALID_TEXT", "/parameters/0/type", "/parameters/1/\ufffd")
    ),
    rejected("a lone surrogate as the whole body", raw('"\\udc00"'), refusal("INVALID_TEXT", "")),
    invalid("a surrogate pair as the whole body", raw('"\\ud83d\\ude00"'), ""),
    rejected(
      "a body that is not UTF-8",
      raw(bytes('{"company":"', 0xff, 0xfe, 0x22, 0x7d)),
      problem(400, "INVALID_TEXT")
    ),
    rejected(
      "a wrong content type",
      { ...start({}), headers: { "content-type": "text/xml" } },
      problem(415, "UNSUPPORTED_MEDIA_TYPE")
    ),
    rejected(
      "a form",
      { ...start({}), headers: { "content-type": "application/x-www-form-urlencoded" } },
      problem(415, "UNSUPPORTED_MEDIA_TYPE")
    ),
    rejected(
      "a content coding",
      { ...start({}), headers: { "content-encoding": "gzip" } },
      problem(415, "UNSUPPORTED_MEDIA_TYPE")
    ),
    rejected(
      "a method that the path does not support",
      { method: "DELETE", path: "/collections" },
      problem(405, "METHOD_NOT_ALLOWED", "GET, HEAD, POST")
    ),
    rejected(
      "a query parameter on a path without any",
      { ...start({}), path: "/collections?dryRun=true" },
      refusal("UNKNOWN_QUERY", "/query/dryRun")
    ),
    rejected(
      "an Accept that excludes JSON",
      { ...start({}), headers: { accept: "text/html" } },
      problem(406, "NOT_ACCEPTABLE")
    )
  ]
}
