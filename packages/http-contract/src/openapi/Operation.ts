/** What a person reads about one operation, and what an OpenAPI document says beyond what schemas can. */
import type { Context } from "effect"
import { OpenApi } from "effect/http-api"
import * as ProblemCode from "../problems/ProblemCode.ts"

/** The codes that every operation behind a credential can answer with. */
export const guarded = [
  "UNKNOWN_QUERY",
  "UNSUPPORTED_VERSION",
  "MISSING_CREDENTIALS",
  "INVALID_API_KEY",
  "INVALID_TOKEN",
  "CREDENTIALS_MISMATCH",
  "CERTIFICATE_NOT_ACCEPTED",
  "CERTIFICATE_OUT_OF_DATE",
  "CERTIFICATE_REVOKED",
  "CERTIFICATE_MISMATCH",
  "WRONG_ENVIRONMENT",
  "MUTUAL_TLS_REQUIRED",
  "INTERNAL"
] as const satisfies ReadonlyArray<ProblemCode.ProblemCode>

/** The codes of operations that read a body. */
export const withBody = [
  "MALFORMED_JSON",
  "INVALID_TEXT",
  "INVALID_FIELD",
  "MISSING_FIELD",
  "UNKNOWN_FIELD",
  "BODY_TOO_LARGE",
  "UNSUPPORTED_MEDIA_TYPE"
] as const satisfies ReadonlyArray<ProblemCode.ProblemCode>

/** A member of `parameters` or `responses` as OpenAPI has it. */
export type Raw = Readonly<Record<string, unknown>>

export interface Operation {
  /** How generated clients call it. */
  readonly id: string
  /** The title, without a full stop. */
  readonly summary: string
  readonly description: string
  /** What each success means, by its status. */
  readonly answers: Readonly<Record<number, string>>
  /** Every code that it can answer with. */
  readonly problems: ReadonlyArray<ProblemCode.ProblemCode>
  /** Its answer carries an `ETag`, and `If-None-Match` saves sending it again. */
  readonly conditional?: boolean
  /** It needs no credential and belongs to no version. */
  readonly open?: boolean
  /** It wants the token of a user; the others that are not open want an API key (decisions 8). */
  readonly ofUser?: boolean
  /** What replaces the schema of a query parameter: a query is text, its meaning may be more. */
  readonly query?: Readonly<Record<string, Raw>>
  /** It takes any query, and reads none of it. */
  readonly anyQuery?: boolean
  /** Bodies that go with it, by name: what is sent, and what comes back where that is one thing. */
  readonly examples?: {
    readonly request?: Readonly<Record<string, unknown>>
    readonly answer?: Readonly<Record<string, unknown>>
  }
  /** The media types of a success that is no JSON. */
  readonly mediaTypes?: ReadonlyArray<string>
}

const ifNoneMatch = {
  name: "If-None-Match",
  in: "header",
  required: false,
  description: "The `ETag` of an earlier answer: the answer is 304 without a body while that one still holds.",
  schema: { type: "string" }
}

const anyQuery = {
  name: "query",
  in: "query",
  required: false,
  description: "Whatever there is; none of it is read.",
  schema: { type: "object", additionalProperties: { type: "string" } },
  style: "form",
  explode: true
}

/** It has the header fields of the answer that it stands for (RFC 9110 §15.4.5). */
const notModified = (responses: OpenApi.OpenAPISpecResponses) => ({
  description: "The answer with the given `ETag` still holds.",
  headers: responses[200]?.headers
})

const problemText = (codes: ReadonlyArray<ProblemCode.ProblemCode>) =>
  codes.map((code) => `- \`${code}\`: ${ProblemCode.table[code].title}.`).join("\n")

/** Puts examples beside the schema of a JSON body. */
const withExamples = (
  content: Readonly<Record<string, object>> | undefined,
  examples: Readonly<Record<string, unknown>> | undefined
) => {
  const json = content?.["application/json"]
  if (json === undefined || examples === undefined) return content
  const named = Object.entries(examples).map(([name, value]) => [name, { value }])
  return { ...content, "application/json": { ...json, examples: Object.fromEntries(named) } }
}

const binary = { schema: { type: "string", format: "binary" } }

const responsesOf = (operation: Operation, responses: OpenApi.OpenAPISpecResponses) =>
  Object.fromEntries([
    ...Object.entries(responses).map(([status, response]) => {
      const answer = operation.answers[Number(status)]
      const codes = operation.problems.filter((code) => String(ProblemCode.table[code].status) === status)
      const mediaTypes = answer === undefined ? undefined : operation.mediaTypes
      const content = mediaTypes
        ? Object.fromEntries(mediaTypes.map((mediaType) => [mediaType, binary]))
        : withExamples(response.content, answer === undefined ? undefined : operation.examples?.answer)
      return [
        status,
        {
          ...response,
          description: answer ?? problemText(codes),
          ...(content && { content })
        }
      ]
    }),
    ...(operation.conditional ? [["304", notModified(responses)]] : [])
  ])

const parametersOf = (operation: Operation, parameters: ReadonlyArray<OpenApi.OpenAPISpecParameter>) => [
  ...parameters.map((parameter) => ({ ...parameter, ...operation.query?.[parameter.name] })),
  ...(operation.anyQuery ? [anyQuery] : []),
  ...(operation.conditional ? [ifNoneMatch] : [])
]

/** The credentials that an operation takes: either of them may have the other beside it (decisions 8). */
const securityOf = ({ ofUser, open }: Operation) => {
  if (open) return []
  const both = { ApiKey: [], Bearer: [] }
  return ofUser ? [{ Bearer: [] }, both] : [{ ApiKey: [] }, both]
}

/** The annotations that put an operation into words. */
export const describe = (operation: Operation): Context.Context<never> =>
  OpenApi.annotations({
    identifier: operation.id,
    summary: operation.summary,
    description: operation.description,
    transform: (spec) => ({
      ...spec,
      ...(operation.examples?.request && {
        requestBody: {
          ...spec["requestBody"],
          content: withExamples(spec["requestBody"].content, operation.examples.request)
        }
      }),
      security: securityOf(operation),
      parameters: parametersOf(operation, spec["parameters"]),
      responses: responsesOf(operation, spec["responses"])
    })
  })
