/**
 * The place of a poll, compiled from the declaration of its endpoint: the fast lane answers there as the declaration
 * says. Whatever the lane would not look at is a reason to build none, so that nobody can add it and forget the lane.
 */
import { Authenticated, Identified, Negotiated, Validated } from "@sheaf/http-contract"
import { Schema, SchemaAST } from "effect"
import type { HttpApiEndpoint } from "effect/http-api"
import * as StatusAnswer from "./StatusAnswer.ts"

export interface PollPlace {
  /** The path as the contract has it. */
  readonly route: string
  /** The parts of the path around the id. */
  readonly before: string
  readonly after: string
  /** Returns whether a text is an id as the path takes it. */
  readonly isId: (text: string) => boolean
  readonly write: StatusAnswer.Writer
}

/** An endpoint, as far as a lane depends on it. */
export type Declaration = Pick<
  HttpApiEndpoint.Top,
  "headers" | "method" | "middlewares" | "params" | "path" | "payload" | "query" | "success"
>

/**
 * The conditions that the lane asks for by itself: the API key, the form of the id, JSON in the answer, and no query,
 * because the path ends with the id's surroundings.
 */
const known = [Authenticated, Identified, Negotiated, Validated]

/** The header fields that an answer has. */
const fields = ["cache-control", "etag", "retry-after"]

const onePlace = /^([^:]*\/):([A-Za-z]+)(\/[^:]*)$/

const membersOf = (ast: SchemaAST.AST) => (ast._tag === "Objects" ? ast.propertySignatures : [])

const namesOf = (ast: SchemaAST.AST): ReadonlyArray<string> => membersOf(ast).map(({ name }) => String(name))

/** Effect notes here that a body has another form than JSON. */
const formOf = SchemaAST.resolveAt("~httpApiEncoding")

/** The reasons why the lane cannot answer as an endpoint declares. */
const strangeIn = ({ headers, method, middlewares, params, payload, query }: Declaration): ReadonlyArray<string> => {
  const others = Array.from(middlewares).filter(({ key }) => known.every((condition) => condition.key !== key))
  const isRead = params !== undefined && SchemaAST.toEncoded(params.ast) === SchemaAST.toType(params.ast)
  return [
    ...(method === "GET" ? [] : [`the method ${method}`]),
    ...others.map(({ key }) => `the condition ${key}`),
    ...known.filter((condition) => !middlewares.has(condition)).map(({ key }) => `a poll without ${key}`),
    ...(headers === undefined ? [] : ["headers of requests"]),
    ...(query === undefined ? [] : ["queries"]),
    ...(payload.size === 0 ? [] : ["bodies of requests"]),
    ...(isRead ? [] : ["parameters that are decoded"])
  ]
}

/**
 * Compiles the place of a poll in a version; `statuses` are those of the successes that the endpoint declares.
 *
 * @throws if the endpoint declares anything that the lane does not know.
 */
export const compile = (version: string, endpoint: Declaration, statuses: ReadonlyArray<number>): PollPlace => {
  const { params, path } = endpoint
  const success = StatusAnswer.successOf(endpoint)
  const [, before, name, after] = onePlace.exec(path) ?? []
  const [id, ...others] = params === undefined ? [] : membersOf(params.ast)
  const answered = namesOf(SchemaAST.toEncoded(success.headers.ast)).toSorted()
  const strange = [
    ...strangeIn(endpoint),
    ...(id?.name === name && others.length === 0 ? [] : ["a path with other parameters than one id"]),
    ...(statuses.join() === "200" ? [] : [`answers with ${statuses.join(", ")}`]),
    ...([success, success.schema].every(({ ast }) => formOf(ast) === undefined) ? [] : ["answers other than JSON"]),
    ...(answered.join() === fields.join() ? [] : [`answers with the headers ${answered.join(", ")}`])
  ]
  if (id === undefined || before === undefined || after === undefined || strange.length > 0) {
    throw new Error(`the fast lane cannot answer ${endpoint.method} ${path}: it does not know ${strange.join(", ")}`)
  }
  return {
    route: path,
    before,
    after,
    isId: Schema.is(Schema.make(id.type)),
    write: StatusAnswer.compile(version, endpoint)
  }
}
