/** The codes that a problem can carry, each with its HTTP status and its texts (decisions 12). */
import texts from "./problems.json" with { type: "json" }

const codes = {
  400: [
    "MALFORMED_REQUEST",
    "MALFORMED_JSON",
    "INVALID_TEXT",
    "INVALID_FIELD",
    "MISSING_FIELD",
    "UNKNOWN_FIELD",
    "UNKNOWN_QUERY",
    "INVALID_CURSOR",
    "UNKNOWN_PARAMETER",
    "DUPLICATE_PARAMETER",
    "MISSING_PARAMETER",
    "UNEXPECTED_PARAMETER",
    "UNKNOWN_INPUT",
    "NOT_A_PDF",
    "PRODUCT_NOT_SUPPORTED",
    "CONSENT_OF_ANOTHER_COMPANY",
    "UNSUPPORTED_VERSION"
  ],
  401: ["MISSING_CREDENTIALS", "INVALID_API_KEY", "USER_TOKEN_REQUIRED", "INVALID_TOKEN", "CREDENTIALS_MISMATCH"],
  403: [
    "CERTIFICATE_NOT_ACCEPTED",
    "CERTIFICATE_OUT_OF_DATE",
    "CERTIFICATE_REVOKED",
    "CERTIFICATE_MISMATCH",
    "WRONG_ENVIRONMENT",
    "MUTUAL_TLS_REQUIRED"
  ],
  404: [
    "UNKNOWN_ROUTE",
    "NOT_IN_THIS_VERSION",
    "NOT_FOUND",
    "UNKNOWN_COMPANY",
    "UNKNOWN_CONSENT",
    "PRODUCT_NOT_COLLECTED"
  ],
  405: ["METHOD_NOT_ALLOWED"],
  406: ["NOT_ACCEPTABLE"],
  409: [
    "COLLECTION_NOT_COMPLETED",
    "COLLECTION_NOT_ENDED",
    "CONSENT_NOT_USABLE",
    "NOT_AWAITING_INPUT",
    "NOTHING_TO_EXPIRE"
  ],
  410: ["DATA_EXPIRED"],
  413: ["BODY_TOO_LARGE"],
  415: ["UNSUPPORTED_MEDIA_TYPE"],
  422: ["WRONG_INPUT_TYPE", "INVALID_INPUT", "UNKNOWN_INSTRUCTION"],
  429: ["UNATTENDED_LIMIT"],
  500: ["INTERNAL"],
  503: ["NOT_READY", "TOO_MANY_LARGE_BODIES"]
} as const

/** Every status that a problem can have. */
export type ProblemStatus = keyof typeof codes

/** The codes of one status. */
export type CodeOf<Status extends ProblemStatus> = (typeof codes)[Status][number]

export type ProblemCode = CodeOf<ProblemStatus>

type StatusByCode = { readonly [Status in ProblemStatus as CodeOf<Status>]: Status }

/** The HTTP status of a code. */
export type StatusOf<Code extends ProblemCode> = StatusByCode[Code]

const byStatus: { readonly [Status in ProblemStatus]: ReadonlyArray<CodeOf<Status>> } = codes

// Object.keys returns strings. These keys are statuses, in ascending order.
const statuses = Object.keys(codes).map(Number) as ReadonlyArray<ProblemStatus>

/** Every code, in the order of their statuses. */
export const all: ReadonlyArray<ProblemCode> = statuses.flatMap(
  (status): ReadonlyArray<ProblemCode> => byStatus[status]
)

/** Returns the codes of one status. */
export const of = <Status extends ProblemStatus>(status: Status): ReadonlyArray<CodeOf<Status>> => byStatus[status]

/** Returns true if a text is a code of this status. */
export const isOf = <Status extends ProblemStatus>(status: Status, text: string): text is CodeOf<Status> =>
  of(status).some((code) => code === text)

/** The texts of a code. */
interface Texts {
  /** A short name for the problem, the same for every occurrence (RFC 9457 §3.1.3). */
  readonly title: string
  /** The cause, in a sentence or two. */
  readonly meaning: string
  /** The fix, addressed to the developer of a client. */
  readonly remedy: string
}

const textsOf: Readonly<Record<ProblemCode, Texts>> = texts

/** The table of codes: status, title, meaning and remedy. Problem pages and `docs/errors.md` are generated from it. */
export const table = Object.fromEntries(
  statuses.flatMap((status) => of(status).map((code) => [code, { status, ...textsOf[code] }]))
  // Object.fromEntries returns string keys. Each key here is a code, with its own status.
) as { readonly [Code in ProblemCode]: Texts & { readonly status: StatusOf<Code> } }

/** The codes of requests that reach no operation. No operation declares them. */
export const beforeOperations = [
  "MALFORMED_REQUEST",
  "UNKNOWN_ROUTE",
  "METHOD_NOT_ALLOWED"
] as const satisfies ReadonlyArray<ProblemCode>

/** Returns the code as it appears in addresses, in kebab case. */
export const slugOf = (code: ProblemCode): string => code.toLowerCase().replaceAll("_", "-")

/** Returns the problem's `type`: a stable identifier of the code, and the address of its page (RFC 9457 §3.1.1). */
export const typeOf = (code: ProblemCode): string => `/problems/${slugOf(code)}`
