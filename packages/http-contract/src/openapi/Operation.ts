/**
 * One operation of the interface: its endpoint, what a person reads about it, and the problems that it answers with.
 * Documents say the rest as well, which follows from its conditions and its answer.
 */
import { Context, Option } from "effect"
import { HttpApi, OpenApi } from "effect/http-api"
import type { HttpApiEndpoint, HttpApiGroup } from "effect/http-api"
import type * as Problem from "../problems/Problem.ts"
import * as ProblemCode from "../problems/ProblemCode.ts"
import * as Conditions from "./Conditions.ts"

/** A member of `parameters` or `responses` as OpenAPI has it. */
export type Raw = Readonly<Record<string, unknown>>

/** What is said of an operation beside its schemas. */
interface Words {
  /** How generated clients call it. */
  readonly id: string
  /** The title, without a full stop. */
  readonly summary: string
  readonly description: string
  /** What each success means, by its status. */
  readonly answers: Readonly<Record<number, string>>
  /** Clients ask for it again and again, so that a server may compile a faster way to answer it (decisions 4). */
  readonly polled?: true
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

/** An `ETag` on the answer lets clients ask for it with `If-None-Match`. */
const isConditional = (responses: OpenApi.OpenAPISpecResponses): boolean => "etag" in (responses[200]?.headers ?? {})

const responsesOf = (
  operation: Words,
  problems: ReadonlyArray<ProblemCode.ProblemCode>,
  responses: OpenApi.OpenAPISpecResponses
) =>
  Object.fromEntries([
    ...Object.entries(responses).map(([status, response]) => {
      const answer = operation.answers[Number(status)]
      const codes = problems.filter((code) => String(ProblemCode.table[code].status) === status)
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
    ...(isConditional(responses) ? [["304", notModified(responses)]] : [])
  ])

const parametersOf = (
  operation: Words,
  isConditional: boolean,
  parameters: ReadonlyArray<OpenApi.OpenAPISpecParameter>
) => [
  ...parameters.map((parameter) => ({ ...parameter, ...operation.query?.[parameter.name] })),
  ...(operation.anyQuery ? [anyQuery] : []),
  ...(isConditional ? [ifNoneMatch] : [])
]

/** The credentials that an operation takes: either of them may have the other beside it (decisions 8). */
const securityOf = ({ middlewares }: HttpApiEndpoint.Top) => {
  const both = { ApiKey: [], Bearer: [] }
  if (middlewares.has(Conditions.UserAuthenticated)) return [{ Bearer: [] }, both]
  return middlewares.has(Conditions.Authenticated) ? [{ ApiKey: [] }, both] : []
}

interface Declaration extends Words {
  readonly problems?: Problem.Declared
}

/** The declaration of an endpoint. */
class Declared extends Context.Service<Declared, Declaration>()("@sheaf/http-contract/Operation") {}

/** An endpoint, of which only this is to be known. */
interface Annotatable<Endpoint> {
  readonly annotate: (key: typeof Declared, value: Declaration) => Endpoint
}

/**
 * Declares an operation: words and problems first, then its endpoint. `problems` are the codes that the operation answers
 * with beside those of its conditions; the endpoint takes their schemas.
 */
export const make = <Endpoint, Code extends Problem.Declarable = never>(
  declaration: Words & { readonly problems?: Problem.Declared<Code> },
  endpoint: (error: ReadonlyArray<Problem.SchemaOf<Code>>) => Annotatable<Endpoint>
): Endpoint => endpoint(declaration.problems?.error ?? []).annotate(Declared, declaration)

/** Returns whether an endpoint is declared as polled. */
export const isPolled = ({ annotations }: HttpApiEndpoint.Top): boolean =>
  Option.exists(Context.getOption(annotations, Declared), ({ polled }) => polled === true)

/** Every code that an endpoint answers with, in the order in which documents list them. */
const codesOf = ({ middlewares }: HttpApiEndpoint.Top, { problems }: Declaration) => {
  const fulfilled = Conditions.listedConditions.filter((condition) => middlewares.has(condition))
  const codes = fulfilled.flatMap((condition): ReadonlyArray<ProblemCode.ProblemCode> => condition.codes)
  return Array.from(new Set([...codes, ...(problems?.codes ?? [])]))
}

/** Returns every code that some operation of an API answers with. */
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

/** The annotations that put an endpoint into words. */
const wordsOf = (endpoint: HttpApiEndpoint.Top) => {
  const declaration = Context.getUnsafe(endpoint.annotations, Declared)
  const codes = codesOf(endpoint, declaration)
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
      parameters: parametersOf(declaration, isConditional(spec["responses"]), spec["parameters"]),
      responses: responsesOf(declaration, codes, spec["responses"])
    })
  })
}

/** Puts every operation of an API into words. The conditions of all of them must be there already. */
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
  // The same groups: annotations do not show in their types.
  return groups.reduce((all, group) => all.add(group as Groups), api)
}
