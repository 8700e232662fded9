/**
 * Declares operations: endpoints with their texts (`texts.json`), examples and problem codes. Everything else in the
 * OpenAPI documents is derived from the endpoint's middlewares and responses.
 */
import { Context, Option } from "effect"
import { HttpApi, OpenApi } from "effect/http-api"
import type { HttpApiEndpoint, HttpApiGroup } from "effect/http-api"
import type { ApiKeyScope } from "@sheaf/domain/ApiKeyScope"
import * as IdempotencyKey from "@sheaf/domain/IdempotencyKey"
import type * as Problem from "../problems/Problem.ts"
import * as ProblemCode from "../problems/ProblemCode.ts"
import components from "./components.json" with { type: "json" }
import * as Middlewares from "../access/Middlewares.ts"
import texts from "./texts.json" with { type: "json" }

export type OpenApiObject = Readonly<Record<string, unknown>>

interface OperationTexts {
  /** The operation's name in generated clients. */
  readonly id: string
  /** An imperative of two to five words, without a period. */
  readonly summary: string
  readonly description: string
  /** The description of each successful response, by status. */
  readonly answers: Readonly<Record<number, string>>
}

export type OperationRate = "status" | "starts" | "requests"

/** The scope that an API key with limited scopes needs for the operation, or `any` if it needs none (spec 5). */
type OperationScope = ApiKeyScope | "any"

interface Options<Code extends Problem.DeclarableCode = Problem.DeclarableCode> {
  readonly problems?: Problem.DeclaredProblems<Code>
  /** True if clients poll the operation. A server may give such an operation a fast path (spec 2.5). */
  readonly polled?: true
  /**
   * The rate limit that applies to the operation (spec 8). Default: `status` if clients poll it, otherwise `requests`.
   */
  readonly rate?: OperationRate
  /**
   * The scope that an API key needs. Required for every operation with credentials. To open a user session, the key
   * needs the scope for consents, because the session's token can access the user's consents without the key.
   */
  readonly scope?: OperationScope
  /**
   * For each query parameter, OpenAPI members (such as `schema`) that replace the generated ones. Most are in
   * `queries.json`. Their schemas describe the values themselves, not how a query encodes them.
   */
  readonly query?: Readonly<Record<string, OpenApiObject>>
  readonly anyQuery?: boolean
  readonly examples?: {
    readonly request?: Readonly<Record<string, unknown>>
    readonly answer?: Readonly<Record<string, unknown>>
  }
  readonly csvExample?: string
  /** The media types of a successful response that is never JSON. */
  readonly mediaTypes?: ReadonlyArray<string>
}

interface OperationDetails extends OperationTexts, Options {}

export const { groups, operations } = texts

export const groupAnnotations = (name: keyof typeof groups) => OpenApi.annotations(groups[name])

const { anyQuery, ifNoneMatch, prefer } = components.parameters

const idempotencyKey = {
  ...components.parameters.idempotencyKey,
  schema: { type: "string", pattern: IdempotencyKey.headerPattern.source }
}

/** The 304 response, which has the header fields of the 200 response (RFC 9110 §15.4.5). */
const notModified = (responses: OpenApi.OpenAPISpecResponses) => ({
  description: "The `ETag` is still current.",
  headers: responses[200]?.headers
})

const problemText = (codes: ReadonlyArray<ProblemCode.ProblemCode>) => codes.map((code) => `\`${code}\``).join(", ")

const withExamples = (
  content: Readonly<Record<string, object>> | undefined,
  examples: Readonly<Record<string, unknown>> | undefined
) => {
  const json = content?.["application/json"]
  if (json === undefined || examples === undefined) return content
  const named = Object.entries(examples).map(([name, value]) => [name, { value }])
  return { ...content, "application/json": { ...json, examples: Object.fromEntries(named) } }
}

const replayed = { "idempotent-replayed": { $ref: "#/components/headers/IdempotentReplayed" } }

const retryAfter = { "retry-after": { $ref: "#/components/headers/RetryAfter" } }

const headersOfRepeats = (status: string) => (Number(status) < 300 ? replayed : status === "409" ? retryAfter : {})

const csvContent = (example: string) => ({ schema: { type: "string" }, example })

const binary = { schema: { type: "string", format: "binary" } }

const hasField = (responses: OpenApi.OpenAPISpecResponses, name: string): boolean =>
  Object.hasOwn(responses[200]?.headers ?? {}, name)

const isConditional = (responses: OpenApi.OpenAPISpecResponses): boolean => hasField(responses, "etag")

const responsesOf = (
  operation: OperationDetails,
  problems: ReadonlyArray<ProblemCode.ProblemCode>,
  responses: OpenApi.OpenAPISpecResponses,
  isRepeatable: boolean
) =>
  Object.fromEntries([
    ...Object.entries(responses).map(([status, response]) => {
      const answer = operation.answers[Number(status)]
      const codes = problems.filter((code) => String(ProblemCode.problemTable[code].status) === status)
      const mediaTypes = answer === undefined ? undefined : operation.mediaTypes
      const content = mediaTypes
        ? Object.fromEntries(mediaTypes.map((mediaType) => [mediaType, binary]))
        : withExamples(response.content, answer === undefined ? undefined : operation.examples?.answer)
      const table = answer === undefined ? undefined : operation.csvExample
      return [
        status,
        {
          ...response,
          ...(isRepeatable && { headers: { ...response.headers, ...headersOfRepeats(status) } }),
          description: answer ?? problemText(codes),
          ...(content && {
            content: { ...content, ...(table !== undefined && { "text/csv; charset=utf-8": csvContent(table) }) }
          })
        }
      ]
    }),
    ...(isConditional(responses) ? [["304", notModified(responses)]] : [])
  ])

const parametersOf = (
  operation: OperationDetails,
  isRepeatable: boolean,
  responses: OpenApi.OpenAPISpecResponses,
  parameters: ReadonlyArray<OpenApi.OpenAPISpecParameter>
) => [
  ...parameters.map((parameter) => ({ ...parameter, ...operation.query?.[parameter.name] })),
  ...(operation.anyQuery ? [anyQuery] : []),
  ...(isRepeatable ? [idempotencyKey] : []),
  ...(isConditional(responses) ? [ifNoneMatch] : []),
  ...(hasField(responses, "preference-applied") ? [prefer] : [])
]

/**
 * Returns the credentials that an operation accepts: an API key or a token if one of them is enough, or both together
 * (spec 5).
 */
const securityOf = ({ middlewares }: HttpApiEndpoint.Top) => {
  const both = { ApiKey: [], Bearer: [] }
  if (middlewares.has(Middlewares.UserAuthentication)) return [{ Bearer: [] }, both]
  if (middlewares.has(Middlewares.ClientOrUserAuthentication)) return [{ ApiKey: [] }, { Bearer: [] }, both]
  return middlewares.has(Middlewares.ApiKeyAuthentication) ? [{ ApiKey: [] }, both] : []
}

class Declared extends Context.Service<Declared, OperationDetails>()("@sheaf/http-contract/Declared") {}

interface Annotatable<Endpoint> {
  readonly annotate: (key: typeof Declared, value: OperationDetails) => Endpoint
}

/**
 * Declares an operation. `words` contains the operation's texts, or is its id in `texts.json`. `endpoint` receives the
 * schemas of the problem codes.
 */
export const make = <Endpoint, Code extends Problem.DeclarableCode = never>(
  words: keyof typeof operations | OperationTexts,
  options: Options<Code>,
  endpoint: (error: ReadonlyArray<Problem.SchemaOf<Code>>) => Annotatable<Endpoint>
): Endpoint =>
  endpoint(options.problems?.error ?? []).annotate(Declared, {
    ...(typeof words === "string" ? { id: words, ...operations[words] } : words),
    ...options
  })

export const isPolled = ({ annotations }: HttpApiEndpoint.Top): boolean =>
  Option.exists(Context.getOption(annotations, Declared), ({ polled }) => polled === true)

/** Returns which rate limit applies to an endpoint. Every endpoint with credentials has one. */
export const rateLimitOf = ({ annotations }: HttpApiEndpoint.Top): OperationRate => {
  const { polled, rate }: Options = Context.getUnsafe(annotations, Declared)
  return rate ?? (polled ? "status" : "requests")
}

/**
 * Returns the scope that API keys need for an endpoint, or undefined if they need none.
 *
 * @throws if the endpoint declares no scope, so that a new operation cannot be open by accident.
 */
export const requiredScopeOf = ({
  annotations,
  method,
  path
}: Pick<HttpApiEndpoint.Top, "annotations" | "method" | "path">): ApiKeyScope | undefined => {
  const { scope }: Options = Context.getUnsafe(annotations, Declared)
  if (scope === undefined) throw new Error(`${method} ${path} does not declare the scope that it needs`)
  return scope === "any" ? undefined : scope
}

const codesOf = ({ middlewares }: HttpApiEndpoint.Top, { problems }: OperationDetails) => {
  const fulfilled = Middlewares.documentedMiddlewares.filter((condition) => middlewares.has(condition))
  const codes = fulfilled.flatMap((condition): ReadonlyArray<ProblemCode.ProblemCode> => condition.codes)
  return Array.from(new Set([...codes, ...(problems?.codes ?? [])]))
}

export const problemsOf = <Id extends string, Groups extends HttpApiGroup.Constraint>(
  api: HttpApi.HttpApi<Id, Groups>
): ReadonlySet<ProblemCode.ProblemCode> => {
  const codes = new Set<ProblemCode.ProblemCode>()
  HttpApi.reflect(api, {
    onGroup: () => {},
    onEndpoint: ({ endpoint }) =>
      codesOf(endpoint, Context.getUnsafe(endpoint.annotations, Declared)).forEach((code) => codes.add(code))
  })
  return codes
}

const wordsOf = (endpoint: HttpApiEndpoint.Top) => {
  const declaration = Context.getUnsafe(endpoint.annotations, Declared)
  const codes = codesOf(endpoint, declaration)
  const isRepeatable = endpoint.middlewares.has(Middlewares.IdempotencyKeySupport)
  return OpenApi.annotations({
    identifier: declaration.id,
    summary: declaration.summary,
    description: declaration.description,
    transform: (spec) => ({
      ...spec,
      ...(declaration.examples?.request && {
        requestBody: {
          ...spec["requestBody"],
          content: withExamples(spec["requestBody"].content, declaration.examples.request)
        }
      }),
      security: securityOf(endpoint),
      parameters: parametersOf(declaration, isRepeatable, spec["responses"], spec["parameters"]),
      responses: responsesOf(declaration, codes, spec["responses"], isRepeatable)
    })
  })
}

/** Completes the documentation of an API's operations. Call it after all middlewares are applied. */
export const describe = <Id extends string, Groups extends HttpApiGroup.Constraint>(
  api: HttpApi.HttpApi<Id, Groups>
): HttpApi.HttpApi<Id, Groups> => {
  const described = new Map<string, HttpApiGroup.Top>()
  HttpApi.reflect(api, {
    onGroup: ({ group }) => described.set(group.identifier, group),
    onEndpoint: ({ endpoint, group }) => {
      const sofar = described.get(group.identifier) ?? group
      described.set(group.identifier, sofar.add(endpoint.annotateMerge(wordsOf(endpoint))))
    }
  })
  const groups: ReadonlyArray<HttpApiGroup.Constraint> = Array.from(described.values())
  // The cast is safe, because annotations do not change the types of groups.
  return groups.reduce((all, group) => all.add(group as Groups), api)
}
