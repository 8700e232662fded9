/** Violations: the entries of `errors` in a problem, each with the rule and where it was violated (spec 7). */
import { Schema, SchemaAST } from "effect"
import * as Annotations from "./Annotations.ts"

export const ViolationCode = Annotations.literals("The kind of rule violation.", {
  INVALID_FIELD: "The value has the wrong type or format.",
  MISSING_FIELD: "A required member is missing.",
  UNKNOWN_FIELD: "This version has no such member.",
  DUPLICATE_MEMBER: "The object already has a member with this name.",
  INVALID_TEXT: "The text contains an unpaired surrogate.",
  UNKNOWN_QUERY: "The operation has no such query parameter, or allows it only once.",
  INVALID_CURSOR: "The cursor does not belong to this list.",
  UNKNOWN_PARAMETER: "This version has no parameter of this type.",
  DUPLICATE_PARAMETER: "The parameter appears more than once.",
  MISSING_PARAMETER: "A required parameter is missing.",
  UNEXPECTED_PARAMETER: "The parameter cannot be combined with the rest of the request.",
  SENSITIVE_NOT_ALLOWED: "The client is not registered for this category of sensitive data.",
  INVALID_INPUT: "The input is invalid, or was not asked for.",
  WRONG_INPUT_TYPE: "The open question asks for another type of input.",
  UNKNOWN_INSTRUCTION: "No pending request has this etag.",
  NOT_A_PDF: "The content is not a base64-encoded PDF.",
  BODY_TOO_LARGE: "The file exceeds the size limit.",
  UNKNOWN_INPUT: "`input` has no such key in this version.",
  CONSENT_OF_ANOTHER_COMPANY: "The stored consent is for another company.",
  UNKNOWN_CONSENT: "The user has no such consent.",
  UNKNOWN_COMPANY: "No company has this identifier.",
  LOGIN_METHOD_NOT_IN_PRODUCTION: "The login method is for tests, which are not allowed here.",
  LOGIN_METHOD_NOT_FOR_USER: "A user is either for tests or real, and so are login methods.",
  PRODUCT_NOT_SUPPORTED: "The company does not offer the requested product.",
  STORED_CONSENT_NOT_SUPPORTED: "The company does not support stored consents."
}).annotate({ identifier: "ViolationCode" })
export type ViolationCode = typeof ViolationCode.Type

export const Violation = Schema.Struct({
  pointer: Schema.String.annotate({
    description:
      "A JSON Pointer (RFC 6901) into the body. Pointers to query parameters start with `/query`, and pointers to headers with `/headers`."
  }),
  code: ViolationCode,
  detail: Schema.String.annotate({
    description: "An explanation for developers. It never contains the offending value."
  })
}).pipe(Annotations.annotate("Violation", "A rule violation, with its location in the request."))
export type Violation = typeof Violation.Type

const unknownKeyCode = "~sheaf/unknownKeyCode"

/** Makes an object schema report unknown keys with the given code instead of UNKNOWN_FIELD. */
export const unknownKeyCodeAnnotation = (code: ViolationCode) => ({ [unknownKeyCode]: code })

/** Returns the violation code that an object's schema declares for unknown keys, or `undefined` if it declares none. */
export const unknownKeyCodeOf: (ast: SchemaAST.AST) => ViolationCode | undefined =
  SchemaAST.resolveAt<ViolationCode>(unknownKeyCode)
