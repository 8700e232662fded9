/**
 * The body of every response to a failed request: `application/problem+json` (RFC 9457; spec 7). Each status has its
 * own schema, because it has its own codes.
 */
import { Timestamp } from "@sheaf/domain/Timestamp"
import { Violation } from "@sheaf/domain/Violation"
import * as Annotations from "@sheaf/domain/Annotations"
import { Schema } from "effect"
import { HttpApiSchema } from "effect/http-api"
import * as ProblemCode from "./ProblemCode.ts"

export const contentType = "application/problem+json"

export interface Problem<Code extends ProblemCode.ProblemCode = ProblemCode.ProblemCode> {
  readonly type: string
  readonly title: string
  readonly status: ProblemCode.StatusOf<Code>
  readonly detail: string
  readonly code: Code
  readonly requestId: string
  readonly errors?: ReadonlyArray<Violation>
  readonly oldestAvailable?: string
}

export interface Occurrence {
  /** An explanation for developers. Must not contain secrets, names, personal numbers or the offending value. */
  readonly detail: string
  readonly requestId: string
  readonly errors?: ReadonlyArray<Violation>
  /** All events from this time on still exist (ISO 8601 in UTC). */
  readonly oldestAvailable?: string
}

export const make = <Code extends ProblemCode.ProblemCode>(code: Code, occurrence: Occurrence): Problem<Code> => {
  const { status, title }: { readonly status: ProblemCode.StatusOf<Code>; readonly title: string } =
    ProblemCode.problemTable[code]
  // The members have the same order as in the schemas.
  const { detail, requestId, ...more } = occurrence
  return { type: ProblemCode.typeOf(code), title, status, detail, code, requestId, ...more }
}

export const isProblem = (value: unknown): value is Problem =>
  typeof value === "object" && value !== null && "code" in value && "requestId" in value

const members = <Status extends ProblemCode.ProblemStatus>(status: Status) =>
  Schema.Struct({
    type: Schema.String.annotate({ description: "A stable identifier for the code, as a relative reference." }),
    title: Schema.String.annotate({ description: "A short name for the problem, the same for every occurrence." }),
    status: Schema.Literal(status).annotate({ description: `The HTTP status of the response: always \`${status}\`.` }),
    detail: Schema.String.annotate({ description: "An explanation of this occurrence, for developers." }),
    code: Schema.Literals(ProblemCode.codesOf(status)).annotate({
      description: Annotations.describeValues(
        "A stable code. Handle an unknown one by its HTTP status.",
        Object.fromEntries(
          ProblemCode.codesOf(status).map((code) => [code, `${ProblemCode.problemTable[code].title}.`])
        )
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
          "All rule violations in the request, each with its location. The first violation determines the problem's code."
      })
    )
  })

/** The HTTP statuses of problems that operations declare. All other problems come from the listener and the router. */
type DeclaredStatus = Exclude<ProblemCode.ProblemStatus, 405 | 408 | 414 | 421 | 431 | 501 | 505>

interface Example extends Omit<Occurrence, "requestId"> {
  readonly code: ProblemCode.ProblemCode
}

const named = <S extends Schema.Top>(status: DeclaredStatus, schema: S) => {
  const { description, example, identifier } = ProblemCode.problemsByStatus[`${status}` as const]
  const { code, detail, ...more } = example as Example
  const examples = [make(code, { detail, requestId: "b3f1c7a2e5d84f60", ...more }) as S["Type"]]
  return schema
    .pipe(Schema.annotate<S>({ identifier, description, examples }))
    .pipe(HttpApiSchema.status(status), HttpApiSchema.asJson({ contentType }))
}

const plain = <const Status extends DeclaredStatus>(status: Status) => named(status, members(status))

const withErrors = <const Status extends DeclaredStatus>(status: Status) => named(status, membersAndErrors(status))

const header = (description: string) => Schema.String.annotate({ description })

const retryAfter = { "retry-after": header("Seconds to wait before trying again.") }

export const schemasByStatus = {
  400: withErrors(400),
  /** A 401 has the challenge that RFC 9110 §11.6.1 requires. */
  401: HttpApiSchema.WithHeaders(plain(401), { "www-authenticate": header("The required credentials.") }),
  403: plain(403),
  404: withErrors(404),
  406: plain(406),
  409: plain(409),
  410: named(
    410,
    Schema.Struct({
      ...members(410).fields,
      oldestAvailable: Annotations.optional(
        Timestamp,
        "The time from which on all events are kept; present only with the code EVENTS_EXPIRED."
      )
    })
  ),
  413: withErrors(413),
  415: plain(415),
  422: withErrors(422),
  /** A 429 says how long to wait, as RFC 6585 §4 allows. */
  429: HttpApiSchema.WithHeaders(plain(429), retryAfter),
  500: plain(500),
  /** A 503 says how long to wait, as RFC 9110 §15.6.4 allows. */
  503: HttpApiSchema.WithHeaders(plain(503), retryAfter)
}

export type DeclarableCode = ProblemCode.CodeOf<keyof typeof schemasByStatus & ProblemCode.ProblemStatus>

/** All codes with one HTTP status share a schema. */
export type SchemaOf<Code extends DeclarableCode> = (typeof schemasByStatus)[ProblemCode.StatusOf<Code>]

const schemaOf = <Code extends DeclarableCode>(code: Code): SchemaOf<Code> => {
  const { status }: { readonly status: ProblemCode.StatusOf<Code> } = ProblemCode.problemTable[code]
  return schemasByStatus[status]
}

export interface DeclaredProblems<Code extends DeclarableCode = DeclarableCode> {
  readonly codes: ReadonlyArray<Code>
  readonly error: ReadonlyArray<SchemaOf<Code>>
}

/**
 * Declares the codes that an operation or a middleware can return. Everything else follows from the table of problems.
 *
 * @example
 * Problem.declareCodes("NOT_FOUND", "COLLECTION_NOT_ENDED")
 */
export const declareCodes = <const Codes extends ReadonlyArray<DeclarableCode>>(
  ...codes: Codes
): DeclaredProblems<Codes[number]> => ({
  codes,
  error: Array.from(new Set(codes.map((code) => schemaOf<Codes[number]>(code))))
})
