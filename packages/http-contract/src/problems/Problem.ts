/**
 * The one form of every failed request: `application/problem+json` (RFC 9457; decisions 12). There is a schema for each
 * status, because each status has codes of its own, and because the status tells which schema a value belongs to.
 */
import { Violation } from "@sheaf/domain/Violation"
import * as Words from "@sheaf/domain/Words"
import { Schema } from "effect"
import { HttpApiSchema } from "effect/http-api"
import * as ProblemCode from "./ProblemCode.ts"

/** The media type of every problem (RFC 9457 §3). */
export const contentType = "application/problem+json"

/** The problem of one code. */
export interface Problem<Code extends ProblemCode.ProblemCode = ProblemCode.ProblemCode> {
  readonly type: string
  readonly title: string
  readonly status: ProblemCode.StatusOf<Code>
  readonly detail: string
  readonly code: Code
  readonly requestId: string
  readonly errors?: ReadonlyArray<Violation>
}

/** What one occurrence adds to its code. */
export interface Occurrence {
  /** What happened, in words for a developer; never a secret, a name, a person's number, or the offending value. */
  readonly detail: string
  readonly requestId: string
  readonly errors?: ReadonlyArray<Violation>
}

/** The problem of a code; type, title and status come out of the table. */
export const make = <Code extends ProblemCode.ProblemCode>(code: Code, occurrence: Occurrence): Problem<Code> => {
  const { status, title }: { readonly status: ProblemCode.StatusOf<Code>; readonly title: string } =
    ProblemCode.table[code]
  return { type: ProblemCode.typeOf(code), title, status, code, ...occurrence }
}

const members = <Status extends ProblemCode.ProblemStatus>(status: Status) =>
  Schema.Struct({
    type: Schema.String.annotate({ description: "A stable identifier of the code, as a relative reference." }),
    title: Schema.String.annotate({ description: "What the code means; the same for every occurrence." }),
    status: Schema.Literal(status).annotate({ description: `The HTTP status of the answer: always \`${status}\`.` }),
    detail: Schema.String.annotate({ description: "What happened this time, in words for a developer." }),
    code: Schema.Literals(ProblemCode.of(status)).annotate({
      description: Words.withValues(
        "What to switch over. Codes may be added: treat one that is not known by its status.",
        Object.fromEntries(ProblemCode.of(status).map((code) => [code, `${ProblemCode.table[code].title}.`]))
      )
    }),
    requestId: Schema.String.annotate({
      description: "The same as the header `X-Request-Id`: quote it when you report the problem."
    })
  })

const membersAndErrors = <Status extends ProblemCode.ProblemStatus>(status: Status) =>
  Schema.Struct({
    ...members(status).fields,
    errors: Schema.optionalKey(
      Schema.Array(Violation).annotate({
        description: "Every rule that the request breaks, with its place. The first one gives the problem its code."
      })
    )
  })

const asProblem = HttpApiSchema.asJson({ contentType })

const example = <Code extends ProblemCode.ProblemCode>(code: Code, detail: string, errors?: ReadonlyArray<Violation>) =>
  make(code, { detail, requestId: "b3f1c7a2e5d84f60", ...(errors && { errors }) })

/** The schema of each status. */
export const schemas = {
  400: membersAndErrors(400)
    .annotate({
      identifier: "BadRequestProblem",
      description: "The request is wrong in itself.",
      examples: [
        example("MISSING_FIELD", "The request breaks 1 rule.", [
          { pointer: "/company", code: "MISSING_FIELD", detail: "Required, and not given." }
        ])
      ]
    })
    .pipe(HttpApiSchema.status(400), asProblem),
  /** With the challenge that RFC 9110 §11.6.1 wants beside every 401. */
  401: HttpApiSchema.WithHeaders(
    members(401)
      .annotate({
        identifier: "UnauthorizedProblem",
        description: "The credentials are missing, or not valid.",
        examples: [example("MISSING_CREDENTIALS", "The header Authorization-token is missing.")]
      })
      .pipe(HttpApiSchema.status(401), asProblem),
    { "www-authenticate": Schema.String.annotate({ description: "Which credentials are wanted." }) }
  ),
  403: members(403)
    .annotate({
      identifier: "ForbiddenProblem",
      description: "The certificate of the client does not fit, or is missing.",
      examples: [example("CERTIFICATE_MISMATCH", "The API key is of another client than the certificate.")]
    })
    .pipe(HttpApiSchema.status(403), asProblem),
  404: membersAndErrors(404)
    .annotate({
      identifier: "NotFoundProblem",
      description: "There is no such object, or it is another client's: which of the two is not told.",
      examples: [example("NOT_FOUND", "There is no such collection.")]
    })
    .pipe(HttpApiSchema.status(404), asProblem),
  406: members(406)
    .annotate({
      identifier: "NotAcceptableProblem",
      description: "The header Accept excludes JSON.",
      examples: [example("NOT_ACCEPTABLE", "The answer is application/json, which Accept excludes.")]
    })
    .pipe(HttpApiSchema.status(406), asProblem),
  409: members(409)
    .annotate({
      identifier: "ConflictProblem",
      description: "The collection, or the consent, is in a status that does not allow this; `detail` names it.",
      examples: [example("COLLECTION_NOT_COMPLETED", "The collection is in status COLLECTING, which has no data.")]
    })
    .pipe(HttpApiSchema.status(409), asProblem),
  410: members(410)
    .annotate({
      identifier: "GoneProblem",
      description: "The data was there, and was erased.",
      examples: [
        example(
          "DATA_EXPIRED",
          "The data of the collection was erased: after its retention time, or because it was asked for."
        )
      ]
    })
    .pipe(HttpApiSchema.status(410), asProblem),
  413: membersAndErrors(413)
    .annotate({
      identifier: "TooLargeProblem",
      description: "The body is larger than this route reads, or a file in it is larger than this service takes.",
      examples: [example("BODY_TOO_LARGE", "The body is larger than 262144 bytes.")]
    })
    .pipe(HttpApiSchema.status(413), asProblem),
  415: members(415)
    .annotate({
      identifier: "UnsupportedMediaTypeProblem",
      description: "The body is not sent as application/json.",
      examples: [example("UNSUPPORTED_MEDIA_TYPE", "The body must be application/json, without a content coding.")]
    })
    .pipe(HttpApiSchema.status(415), asProblem),
  422: membersAndErrors(422)
    .annotate({
      identifier: "UnprocessableProblem",
      description: "The input does not answer what the collection asked for.",
      examples: [
        example("INVALID_INPUT", "The request breaks 1 rule.", [
          { pointer: "/inputs/EMAIL", code: "INVALID_INPUT", detail: "Not an e-mail address." }
        ])
      ]
    })
    .pipe(HttpApiSchema.status(422), asProblem),
  /** With the time that RFC 6585 §4 wants said beside every 429. */
  429: HttpApiSchema.WithHeaders(
    members(429)
      .annotate({
        identifier: "TooManyRequestsProblem",
        description: "What was asked for is limited, and the limit is reached.",
        examples: [
          example("UNATTENDED_LIMIT", "The consent was used without its user as often as it may be on one day.")
        ]
      })
      .pipe(HttpApiSchema.status(429), asProblem),
    { "retry-after": Schema.String.annotate({ description: "Seconds until it can be tried again." }) }
  ),
  500: members(500)
    .annotate({
      identifier: "InternalProblem",
      description: "The service failed. What happened inside is not told; `requestId` finds it in the service's log.",
      examples: [example("INTERNAL", "The request could not be answered.")]
    })
    .pipe(HttpApiSchema.status(500), asProblem),
  /** With the time that RFC 9110 §15.6.4 lets a server say beside a 503. */
  503: HttpApiSchema.WithHeaders(
    members(503)
      .annotate({
        identifier: "UnavailableProblem",
        description: "The service cannot do this now, and will soon.",
        examples: [example("NOT_READY", "The service is starting or shutting down.")]
      })
      .pipe(HttpApiSchema.status(503), asProblem),
    { "retry-after": Schema.String.annotate({ description: "Seconds until it can be tried again." }) }
  )
}

/** A code that an operation can declare: the others answer requests that reach none. */
export type Declarable = ProblemCode.CodeOf<keyof typeof schemas & ProblemCode.ProblemStatus>

/** The schema of a code: that of its status. */
export type SchemaOf<Code extends Declarable> = (typeof schemas)[ProblemCode.StatusOf<Code>]

const schemaOf = <Code extends Declarable>(code: Code): SchemaOf<Code> => {
  const { status }: { readonly status: ProblemCode.StatusOf<Code> } = ProblemCode.table[code]
  return schemas[status]
}

/** Codes that an operation or a middleware answers with, and the schemas that they give it. */
export interface Declared<Code extends Declarable = Declarable> {
  readonly codes: ReadonlyArray<Code>
  readonly error: ReadonlyArray<SchemaOf<Code>>
}

/**
 * Declares the codes that an operation or a middleware answers with. Everything else about them follows from the table.
 *
 * @example
 * Problem.of("NOT_FOUND", "COLLECTION_NOT_ENDED")
 */
export const of = <const Codes extends ReadonlyArray<Declarable>>(...codes: Codes): Declared<Codes[number]> => ({
  codes,
  error: Array.from(new Set(codes.map((code) => schemaOf<Codes[number]>(code))))
})
