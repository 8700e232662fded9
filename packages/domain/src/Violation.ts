/** A rule that a request breaks, with the place where it breaks it; one entry of `errors` in a problem (decisions 12). */
import { Schema, SchemaAST } from "effect"
import * as Words from "./Words.ts"

/** The codes of a broken rule: of a field by itself, and of a parameter among the others (decisions 2, 12). */
export const ViolationCode = Words.literals(
  {
    INVALID_FIELD: "The value is of a wrong type or form.",
    MISSING_FIELD: "The member is required, and not given.",
    UNKNOWN_FIELD: "The version knows no such member.",
    INVALID_TEXT: "The text holds half of a surrogate pair.",
    UNKNOWN_QUERY: "The operation knows no such query parameter, or takes it once only.",
    INVALID_CURSOR: "The cursor does not belong to this list.",
    UNKNOWN_PARAMETER: "The version knows no parameter of this type.",
    DUPLICATE_PARAMETER: "The parameter was given before.",
    MISSING_PARAMETER: "A parameter that is needed is not given.",
    UNEXPECTED_PARAMETER: "The parameter does not go with the rest of the request.",
    INVALID_INPUT: "The input cannot be right, or was not asked for.",
    WRONG_INPUT_TYPE: "The collection waits for input of another kind.",
    UNKNOWN_INSTRUCTION: "The etag is that of none of the pending requests.",
    NOT_A_PDF: "The content is not the base64 of a PDF.",
    BODY_TOO_LARGE: "The file is larger than this service takes.",
    UNKNOWN_INPUT: "The version knows no such key of `input`.",
    CONSENT_OF_ANOTHER_COMPANY: "The stored consent was given for another company.",
    UNKNOWN_CONSENT: "There is no such consent of this user.",
    UNKNOWN_COMPANY: "No company has this identifier.",
    PRODUCT_NOT_SUPPORTED: "The company does not offer what is asked for."
  },
  { identifier: "ViolationCode", description: "Which kind of rule is broken." }
)
export type ViolationCode = typeof ViolationCode.Type

export const Violation = Schema.Struct({
  pointer: Schema.String.annotate({
    description: "Where, as a JSON pointer (RFC 6901) into the body; into `/query` or `/headers` for those."
  }),
  code: ViolationCode,
  detail: Schema.String.annotate({ description: "Which rule, in words for a developer; never the offending value." })
}).annotate({
  identifier: "Violation",
  description: "A rule that the request breaks, and where.",
  examples: [{ pointer: "/company", code: "MISSING_FIELD", detail: "Required, and not given." }]
})
export type Violation = typeof Violation.Type

const unknownKeyCode = "~sheaf/unknownKeyCode"

/** Annotates an object whose unknown keys have a code of their own, because its keys are no fields. */
export const unknownKeysAre = (code: ViolationCode) => ({ [unknownKeyCode]: code })

/** Returns the code that an object has for its unknown keys; `undefined` where they are fields. */
export const unknownKeyCodeOf: (ast: SchemaAST.AST) => ViolationCode | undefined =
  SchemaAST.resolveAt<ViolationCode>(unknownKeyCode)
