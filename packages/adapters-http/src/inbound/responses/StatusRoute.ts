/**
 * Compiles an endpoint's declaration into a status route for the fast path. Compilation fails if the declaration
 * contains anything that the fast path does not implement. Otherwise, the fast path could silently skip a condition
 * that is added later.
 */
import {
  ApiKeyAuthentication,
  PathIdValidation,
  ContentNegotiation,
  ProblemResponses,
  RateLimiting,
  RequestValidation
} from "@sheaf/http-contract"
import { SchemaAST } from "effect"
import type { HttpApiEndpoint } from "effect/http-api"
import * as StatusResponse from "./StatusResponse.ts"

export interface StatusRoute {
  readonly template: string
  readonly before: string
  readonly after: string
  readonly write: StatusResponse.StatusResponseWriter
}

export type EndpointDeclaration = Pick<
  HttpApiEndpoint.Top,
  "headers" | "method" | "middlewares" | "params" | "path" | "payload" | "query" | "success"
>

/**
 * The conditions that the fast path implements: an admitted API key, the rate of status reads, a well-formed id (no
 * other id names an object), and a client that accepts JSON. A request with a query never takes the fast path, because
 * its URL continues after the route's path.
 */
const known = [
  ApiKeyAuthentication,
  PathIdValidation,
  ContentNegotiation,
  ProblemResponses,
  RateLimiting,
  RequestValidation
]

const fields = ["cache-control", "etag", "preference-applied", "retry-after"]

const onePlace = /^([^:]*\/):([A-Za-z]+)(\/[^:]*)$/

const membersOf = (ast: SchemaAST.AST) => (ast._tag === "Objects" ? ast.propertySignatures : [])

const namesOf = (ast: SchemaAST.AST): ReadonlyArray<string> => membersOf(ast).map(({ name }) => String(name))

/** Effect's annotation for encodings other than JSON. */
const formOf = SchemaAST.resolveAt("~httpApiEncoding")

const strangeIn = ({
  headers,
  method,
  middlewares,
  params,
  payload,
  query
}: EndpointDeclaration): ReadonlyArray<string> => {
  const others = Array.from(middlewares).filter(({ key }) => known.every((condition) => condition.key !== key))
  const isRead = params !== undefined && SchemaAST.toEncoded(params.ast) === SchemaAST.toType(params.ast)
  return [
    ...(method === "GET" ? [] : [`the method ${method}`]),
    ...others.map(({ key }) => `the condition ${key}`),
    ...known.filter((condition) => !middlewares.has(condition)).map(({ key }) => `a poll without ${key}`),
    ...(headers === undefined ? [] : ["request headers"]),
    ...(query === undefined ? [] : ["queries"]),
    ...(payload.size === 0 ? [] : ["request bodies"]),
    ...(isRead ? [] : ["parameters that are decoded"])
  ]
}

/**
 * Compiles the route of a status endpoint that this version's clients poll. `statuses` are the endpoint's HTTP status
 * codes for success. Throws if the endpoint declares anything that the fast path does not implement.
 */
export const compile = (
  version: string,
  endpoint: EndpointDeclaration,
  statuses: ReadonlyArray<number>
): StatusRoute => {
  const { params, path } = endpoint
  const success = StatusResponse.successSchemaOf(endpoint)
  const [, before, name, after] = onePlace.exec(path) ?? []
  const [id, ...others] = params === undefined ? [] : membersOf(params.ast)
  const answered = namesOf(SchemaAST.toEncoded(success.headers.ast)).toSorted()
  const strange = [
    ...strangeIn(endpoint),
    ...(id?.name === name && others.length === 0 ? [] : ["a path with parameters other than one id"]),
    ...(statuses.join() === "200" ? [] : [`responses with ${statuses.join(", ")}`]),
    ...([success, success.schema].every(({ ast }) => formOf(ast) === undefined) ? [] : ["responses other than JSON"]),
    ...(answered.join() === fields.join() ? [] : [`responses with the headers ${answered.join(", ")}`])
  ]
  if (id === undefined || before === undefined || after === undefined || strange.length > 0) {
    throw new Error(`the fast path cannot serve ${endpoint.method} ${path}: it does not support ${strange.join(", ")}`)
  }
  return {
    template: path,
    before,
    after,
    write: StatusResponse.compileWriter(version, endpoint)
  }
}
