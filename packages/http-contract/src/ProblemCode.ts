/** Every code that a problem can carry, in one table (decisions 12): its HTTP status, and its title for developers. */
import type { ViolationCode } from "@sheaf/domain/Violation"

interface Row {
  readonly status: 400 | 401 | 404 | 405 | 406 | 409 | 410 | 413 | 415 | 422 | 500 | 503
  /** What is wrong, the same for every occurrence (RFC 9457 §3.1.3). */
  readonly title: string
}

/** The table. What a single occurrence adds is said in `detail`. A rule that a request breaks can give a problem its code. */
export const table = {
  MALFORMED_REQUEST: { status: 400, title: "The request is not one that HTTP knows" },
  MALFORMED_JSON: { status: 400, title: "The body is not JSON that can be read" },
  INVALID_TEXT: { status: 400, title: "A text holds code points that do not exist" },
  INVALID_FIELD: { status: 400, title: "A field has a wrong value" },
  MISSING_FIELD: { status: 400, title: "A required field is missing" },
  UNKNOWN_FIELD: { status: 400, title: "A field is not known" },
  UNKNOWN_QUERY: { status: 400, title: "A query parameter is not known, or is repeated" },
  INVALID_CURSOR: { status: 400, title: "The cursor does not belong to this list" },
  UNKNOWN_PARAMETER: { status: 400, title: "The type of a parameter is not known" },
  DUPLICATE_PARAMETER: { status: 400, title: "A parameter is given twice" },
  MISSING_PARAMETER: { status: 400, title: "The login method needs a parameter that is missing" },
  UNEXPECTED_PARAMETER: { status: 400, title: "A parameter does not go with the login method" },
  UNKNOWN_INPUT: { status: 400, title: "The key of an input is not known" },
  NOT_A_PDF: { status: 400, title: "The document is not a PDF" },
  PRODUCT_NOT_SUPPORTED: { status: 400, title: "The company does not offer the product" },
  UNSUPPORTED_VERSION: { status: 400, title: "The version is not running" },
  MISSING_CREDENTIALS: { status: 401, title: "No credentials were given" },
  INVALID_API_KEY: { status: 401, title: "The API key is not valid" },
  USER_TOKEN_REQUIRED: { status: 401, title: "The token of the consent's user is required" },
  UNKNOWN_ROUTE: { status: 404, title: "There is nothing at this path" },
  NOT_IN_THIS_VERSION: { status: 404, title: "The path belongs to another version" },
  NOT_FOUND: { status: 404, title: "There is no such object" },
  UNKNOWN_COMPANY: { status: 404, title: "The company is not known" },
  PRODUCT_NOT_COLLECTED: { status: 404, title: "The collection does not cover the product" },
  METHOD_NOT_ALLOWED: { status: 405, title: "The method is not allowed at this path" },
  NOT_ACCEPTABLE: { status: 406, title: "The answer has no form that is accepted" },
  COLLECTION_NOT_COMPLETED: { status: 409, title: "The collection has no data in its status" },
  NOT_AWAITING_INPUT: { status: 409, title: "The collection does not wait for input" },
  DATA_EXPIRED: { status: 410, title: "The data was erased after its retention time" },
  BODY_TOO_LARGE: { status: 413, title: "The body is too large" },
  UNSUPPORTED_MEDIA_TYPE: { status: 415, title: "The body has a media type that is not read here" },
  WRONG_INPUT_TYPE: { status: 422, title: "The input is of another kind than was asked for" },
  INVALID_INPUT: { status: 422, title: "The input has a wrong value" },
  INTERNAL: { status: 500, title: "The service failed" },
  NOT_READY: { status: 503, title: "The service cannot serve now" }
} as const satisfies Record<string, Row> & Record<ViolationCode, Row>

export type ProblemCode = keyof typeof table

/** The HTTP status of a code. */
export type StatusOf<Code extends ProblemCode> = (typeof table)[Code]["status"]

/** Every status that a problem can have. */
export type ProblemStatus = StatusOf<ProblemCode>

/** The codes of one status. */
export type CodeOf<Status extends ProblemStatus> = {
  [Code in ProblemCode]: StatusOf<Code> extends Status ? Code : never
}[ProblemCode]

// The keys of a constant object are its own: Object.keys forgets that.
/** Every code, in the order of the table. */
export const all = Object.keys(table) as ReadonlyArray<ProblemCode>

/** Whether a text is the code of a problem with this status. */
export const isOf = <Status extends ProblemStatus>(status: Status, text: string): text is CodeOf<Status> =>
  all.some((code) => code === text && table[code].status === status)

/** The codes of one status, in the order of the table. */
export const of = <Status extends ProblemStatus>(status: Status): ReadonlyArray<CodeOf<Status>> =>
  all.filter((code): code is CodeOf<Status> => isOf(status, code))

/** The problem's `type`: a stable identifier of the code (RFC 9457 §3.1.1). There are no pages behind it. */
export const typeOf = (code: ProblemCode): string => `/problems/${code.toLowerCase().replaceAll("_", "-")}`
