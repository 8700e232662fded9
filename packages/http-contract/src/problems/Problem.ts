/**
 * The body of every failed request: `application/problem+json` (RFC 9457; decisions 12). Each status has its own schema,
 * because each has its own codes.
 */
import { Violation } from "@sheaf/domain/Violation"
import * as Words from "@sheaf/domain/Words"
import { Schema } from "effect"
import { HttpApiSchema } from "effect/http-api"
import * as ProblemCode from "./ProblemCode.ts"

/** The media type of every problem (RFC 9457 §3). */
export const contentType = "application/problem+json"

/** A problem with one of these codes. */
export interface Problem<Code extends ProblemCode.ProblemCode = ProblemCode.ProblemCode> {
  readonly type: string
  readonly title: string
  readonly status: ProblemCode.StatusOf<Code>
  readonly detail: string
  readonly code: Code
  readonly requestId: string
  readonly errors?: ReadonlyArray<Violation>
}

/** The part of a problem that differs between occurrences of a code. */
export interface Occurrence {
  /** An explanation for developers, without secrets, names, personal numbers or the offending value. */
  readonly detail: string
  readonly requestId: string
  readonly errors?: ReadonlyArray<Violation>
}

/** Makes the problem of a code, with type, title and status from the table. */
export const make = <Code extends ProblemCode.ProblemCode>(code: Code, occurrence: Occurrence): Problem<Code> => {
  const { status, title }: { readonly status: ProblemCode.StatusOf<Code>; readonly title: string } =
    ProblemCode.table[code]
  return { type: ProblemCode.typeOf(code), title, status, code, ...occurrence }
}

const members = <Status extends ProblemCode.ProblemStatus>(status: Status) =>
  Schema.Struct({
    type: Schema.String.annotate({ description: "A stable identifier for the code, as a relative reference." }),
    title: Schema.String.annotate({ description: "A short name for the problem, the same for every occurrence." }),
    status: Schema.Literal(status).annotate({ description: `The HTTP status of the response: always \`${status}\`.` }),
    detail: Schema.String.annotate({ description: "An explanation of this occurrence, for developers." }),
    code: Schema.Literals(ProblemCode.of(status)).annotate({
      description: Words.withValues(
        "A stable error code. Branch on this. New codes can be added: handle an unknown code by its status.",
        Object.fromEntries(ProblemCode.of(status).map((code) => [code, `${ProblemCode.table[code].title}.`]))
      )
    }),
    requestId: Schema.String.annotate({
      description: "The value of the `X-Request-Id` header. Quote it when you report the problem."
    })
  })

const membersAndErrors = <Status extends ProblemCode.ProblemStatus>(status: Status) =>
  Schema.Struct({
    ...members(status).fields,
    errors: Schema.optionalKey(
      Schema.Array(Violation).annotate({
        description:
          "Every rule that the request breaks, with the location. The first rule determines the problem's code."
      })
    )
  })

const example = <Code extends ProblemCode.ProblemCode>(code: Code, detail: string, errors?: ReadonlyArray<Violation>) =>
  make(code, { detail, requestId: "b3f1c7a2e5d84f60", ...(errors && { errors }) })

/** Completes the schema of a status with its name, description and example. */
const named = <S extends Schema.Top>(
  schema: S,
  status: ProblemCode.ProblemStatus,
  identifier: string,
  description: string,
  occurrence: S["Type"]
) =>
  schema
    .pipe(Schema.annotate<S>({ identifier, description, examples: [occurrence] }))
    .pipe(HttpApiSchema.status(status), HttpApiSchema.asJson({ contentType }))

const header = (description: string) => Schema.String.annotate({ description })

const retryAfter = { "retry-after": header("Seconds to wait before trying again.") }

/** The schema of each status. */
export const schemas = {
  400: named(
    membersAndErrors(400),
    400,
    "BadRequestProblem",
    "The request is invalid.",
    example("MISSING_FIELD", "The request breaks 1 rule.", [
      { pointer: "/company", code: "MISSING_FIELD", detail: "This member is required." }
    ])
  ),
  /** Includes the challenge that RFC 9110 §11.6.1 requires with every 401. */
  401: HttpApiSchema.WithHeaders(
    named(
      members(401),
      401,
      "UnauthorizedProblem",
      "The credentials are missing or invalid.",
      example("MISSING_CREDENTIALS", "The Authorization-token header is missing.")
    ),
    { "www-authenticate": header("The required credentials.") }
  ),
  403: named(
    members(403),
    403,
    "ForbiddenProblem",
    "The client certificate is missing, or does not allow the request.",
    example("CERTIFICATE_MISMATCH", "The certificate and the API key or token belong to different clients.")
  ),
  404: named(
    membersAndErrors(404),
    404,
    "NotFoundProblem",
    "No such object, or it belongs to another client.",
    example("NOT_FOUND", "No such collection.")
  ),
  406: named(
    members(406),
    406,
    "NotAcceptableProblem",
    "The Accept header excludes JSON.",
    example("NOT_ACCEPTABLE", "The response is application/json, which Accept excludes.")
  ),
  409: named(
    members(409),
    409,
    "ConflictProblem",
    "The collection's or consent's status does not allow the request; `detail` names the status.",
    example("COLLECTION_NOT_COMPLETED", "The collection is in status COLLECTING, which has no data.")
  ),
  410: named(
    members(410),
    410,
    "GoneProblem",
    "The data was erased.",
    example("DATA_EXPIRED", "The collection's data was erased, at the end of its retention period or on request.")
  ),
  413: named(
    membersAndErrors(413),
    413,
    "TooLargeProblem",
    "The body, or a file in it, exceeds the size limit.",
    example("BODY_TOO_LARGE", "The body is larger than 262144 bytes.")
  ),
  415: named(
    members(415),
    415,
    "UnsupportedMediaTypeProblem",
    "The body is not sent as application/json.",
    example("UNSUPPORTED_MEDIA_TYPE", "The body must be application/json, without a content coding.")
  ),
  422: named(
    membersAndErrors(422),
    422,
    "UnprocessableProblem",
    "The collection asked for different input.",
    example("INVALID_INPUT", "The request breaks 1 rule.", [
      { pointer: "/inputs/EMAIL", code: "INVALID_INPUT", detail: "Not an email address." }
    ])
  ),
  /** Includes the time to wait, which RFC 6585 §4 allows with every 429. */
  429: HttpApiSchema.WithHeaders(
    named(
      members(429),
      429,
      "TooManyRequestsProblem",
      "A request limit was reached.",
      example("UNATTENDED_LIMIT", "The consent has reached its limit of unattended reads for today (UTC).")
    ),
    retryAfter
  ),
  500: named(
    members(500),
    500,
    "InternalProblem",
    "The service failed. The operator can find the cause in the log by `requestId`.",
    example("INTERNAL", "The request could not be processed.")
  ),
  /** Includes the time to wait, which RFC 9110 §15.6.4 allows with a 503. */
  503: HttpApiSchema.WithHeaders(
    named(
      members(503),
      503,
      "UnavailableProblem",
      "The service is temporarily unable to process the request.",
      example("NOT_READY", "The service is starting or shutting down.")
    ),
    retryAfter
  )
}

/** A code that an operation can declare. */
export type Declarable = ProblemCode.CodeOf<keyof typeof schemas & ProblemCode.ProblemStatus>

/** The schema of problems with a code. All codes with the same HTTP status share one schema. */
export type SchemaOf<Code extends Declarable> = (typeof schemas)[ProblemCode.StatusOf<Code>]

const schemaOf = <Code extends Declarable>(code: Code): SchemaOf<Code> => {
  const { status }: { readonly status: ProblemCode.StatusOf<Code> } = ProblemCode.table[code]
  return schemas[status]
}

/** The codes that an operation or a middleware returns, and their schemas. */
export interface Declared<Code extends Declarable = Declarable> {
  readonly codes: ReadonlyArray<Code>
  readonly error: ReadonlyArray<SchemaOf<Code>>
}

/**
 * Declares the codes that an operation or a middleware returns. The rest follows from the table.
 *
 * @example
 * Problem.of("NOT_FOUND", "COLLECTION_NOT_ENDED")
 */
export const of = <const Codes extends ReadonlyArray<Declarable>>(...codes: Codes): Declared<Codes[number]> => ({
  codes,
  error: Array.from(new Set(codes.map((code) => schemaOf<Codes[number]>(code))))
})
