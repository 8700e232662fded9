/** A rule that a request breaks, with the place where it breaks it; one entry of `errors` in a problem (decisions 12). */
import { Schema } from "effect"

/** The codes of a broken rule: of a field by itself, and of a parameter among the others (decisions 2, 12). */
export const ViolationCode = Schema.Literals([
  "INVALID_FIELD",
  "MISSING_FIELD",
  "UNKNOWN_FIELD",
  "INVALID_TEXT",
  "UNKNOWN_QUERY",
  "INVALID_CURSOR",
  "UNKNOWN_PARAMETER",
  "DUPLICATE_PARAMETER",
  "MISSING_PARAMETER",
  "UNEXPECTED_PARAMETER",
  "INVALID_INPUT",
  "WRONG_INPUT_TYPE",
  "UNKNOWN_INSTRUCTION",
  "NOT_A_PDF",
  "BODY_TOO_LARGE",
  "UNKNOWN_INPUT"
]).annotate({ identifier: "ViolationCode", description: "Which kind of rule is broken." })
export type ViolationCode = typeof ViolationCode.Type

export const Violation = Schema.Struct({
  pointer: Schema.String.annotate({
    description: "Where, as a JSON pointer (RFC 6901) into the body; into `/query` or `/headers` for those."
  }),
  code: ViolationCode,
  detail: Schema.String.annotate({ description: "Which rule, in words for a developer; never the offending value." })
}).annotate({ identifier: "Violation", description: "A rule that the request breaks, and where." })
export type Violation = typeof Violation.Type
