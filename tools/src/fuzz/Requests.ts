/** Valid requests to an operation, and requests that are valid except for one change. */
import { Arbitrary } from "effect"
import { integerBelow, oneOf, pick } from "./Arbitraries.ts"
import { mutation } from "./Mutations.ts"
import type { Mutation } from "./Mutations.ts"
import type { Operation, Parameter, PublishedApi } from "./PublishedApi.ts"
import * as EdgeValues from "./EdgeValues.ts"
import { utf8ByteString } from "./Request.ts"
import type { Header, FuzzRequest } from "./Request.ts"
import * as Values from "./Values.ts"
import type { Fixtures } from "./Fixtures.ts"

export interface OperationTarget {
  readonly operation: Operation
  readonly published: PublishedApi
}

/** A request in which known values, such as collection ids, have not been filled in yet. */
export interface RequestPlan {
  readonly parameters: Readonly<Record<string, ReadonlyArray<unknown>>>
  readonly body: unknown
  /** Selects an example to send in place of the generated values. Zero keeps the generated values. */
  readonly example: number
  /** Selects known values to send in place of generated strings. Zero keeps the generated strings. */
  readonly known: number
  readonly credentials: "REQUIRED" | "BOTH" | "NONE"
  readonly change: Mutation
}

export const validTarget = "valid"

type Known = Pick<Fixtures, "token" | "known" | "examples">

const valuesOf = (
  parameter: Parameter,
  { published }: OperationTarget
): Arbitrary.Arbitrary<ReadonlyArray<unknown>> => {
  const one = Arbitrary.map(
    Values.matchingValue(parameter.schema, published.schemas),
    (value): ReadonlyArray<unknown> => {
      if (!Array.isArray(value)) return [value]
      return parameter.explode === false ? [value.map(textOf).join(",")] : value
    }
  )
  return parameter.required === true ? one : oneOf(...[[], [], []].map(Arbitrary.Constant<ReadonlyArray<unknown>>), one)
}

/** Omits a parameter, sends it twice, or gives it an unusual string or a value at a limit. */
const parameterChange = (
  { in: place, name, schema }: Parameter,
  { published }: OperationTarget
): Arbitrary.Arbitrary<Mutation> => {
  const resolved = Values.resolveSchema(schema, published.schemas)
  const edges = Values.edgeValues(resolved, "a").map(textOf)
  // Longer strings do not fit into the head of a request.
  const odd = [...EdgeValues.strings, ...EdgeValues.jsonNumbers].filter(({ length }) => length < 8_000)
  const all: ReadonlyArray<ReadonlyArray<string>> = [[], ["a", "a"], ...[...edges, ...odd].map((text) => [text])]
  return Arbitrary.map(pick(all), (values) => ({
    aim: `${place} ${name}: ${values.join()}`,
    parameters: { [name]: values }
  }))
}

const bodyChange: Arbitrary.Arbitrary<Mutation> = Arbitrary.map(Values.mutatedValue, (write) => ({
  aim: "a changed body",
  write
}))

/** Two fifths of the requests are valid. */
export const requestPlans = (target: OperationTarget): Arbitrary.Arbitrary<RequestPlan> => {
  const { body, parameters } = target.operation
  const ofBody = body === undefined ? [] : [bodyChange, bodyChange]
  const changes = oneOf(...parameters.map((each) => parameterChange(each, target)), ...ofBody, mutation, mutation)
  const none = Arbitrary.Constant<Mutation>({ aim: validTarget })
  const required = Arbitrary.Constant<RequestPlan["credentials"]>("REQUIRED")
  return Arbitrary.all({
    parameters: Arbitrary.all(Object.fromEntries(parameters.map((each) => [each.name, valuesOf(each, target)]))),
    body: body === undefined ? Arbitrary.Constant(undefined) : Values.matchingValue(body, target.published.schemas),
    example: oneOf(Arbitrary.Constant(0), integerBelow(1_000)),
    known: oneOf(Arbitrary.Constant(0), integerBelow(1_000), integerBelow(1_000), integerBelow(1_000)),
    credentials: oneOf(required, required, required, pick<RequestPlan["credentials"]>(["BOTH", "BOTH", "NONE"])),
    change: oneOf<Mutation>(none, none, changes, changes, changes)
  })
}

const textOf = (value: unknown): string => (typeof value === "string" ? value : JSON.stringify(value))

/** Replaces lone surrogates, because they cannot be sent. */
const encoded = (text: string): string => encodeURIComponent(text.toWellFormed())

const secretsIn = (text: string | undefined, value: unknown): ReadonlyArray<string> => {
  try {
    return Values.stringsIn(JSON.parse(text ?? "null"))
  } catch {
    return Values.stringsIn(value)
  }
}

const credentialsOf = (
  { isOfUser }: Operation,
  { credentials }: RequestPlan,
  { token }: Known
): ReadonlyArray<Header> => {
  const key: Header = ["authorization-token", "sheaf-demo"]
  const bearer: Header = ["authorization", `Bearer ${token}`]
  if (credentials === "REQUIRED") return [isOfUser ? bearer : key]
  return credentials === "BOTH" ? [key, bearer] : []
}

/**
 * Replaces the generated string with a known value for `name`, if the plan asks for one. Strings from the document's
 * enumerations stay unchanged.
 */
const fromWorld = (
  text: string,
  name: string,
  { known }: RequestPlan,
  { published }: OperationTarget,
  world: Known
): string => {
  const all = known === 0 || published.choices.has(text) ? [] : world.known(name)
  return all[known % Math.max(1, all.length)] ?? text
}

export const buildRequest = (plan: RequestPlan, target: OperationTarget, world: Known): FuzzRequest => {
  const { operation, published } = target
  const { change } = plan
  const examples = plan.example === 0 ? [] : world.examples(operation, published)
  const example = examples[plan.example % Math.max(1, examples.length)]
  const known = (text: string, name: string) => fromWorld(text, name, plan, target, world)
  const chosen = operation.parameters.map(({ in: place, name }) => {
    const generated = (plan.parameters[name] ?? []).map((value) => known(textOf(value), name))
    return { place, name, values: change.parameters?.[name] ?? example?.parameters?.[name] ?? generated }
  })
  const path = chosen.reduce(
    (text, { name, place, values: [value = ""] }) =>
      place === "path" ? text.replace(`{${name}}`, () => encoded(value)) : text,
    operation.template
  )
  const query = chosen.flatMap(({ name, place, values }) =>
    place === "query" ? values.map((value) => `${name}=${encoded(value)}`) : []
  )
  const fields = chosen.flatMap(({ name, place, values }) =>
    place === "header" ? values.map((value): Header => [name.toLowerCase(), utf8ByteString(value)]) : []
  )
  const credentials = credentialsOf(operation, plan, world)
  const { body: schema } = operation
  const value = schema && (example?.body ?? Values.mapStrings(plan.body, "", known))
  const text = schema && (change.write?.(value, schema, published.schemas) ?? JSON.stringify(value))
  const whole: FuzzRequest = {
    method: operation.method,
    target: query.length === 0 ? path : `${path}?${query.join("&")}`,
    headers: [
      ["host", "localhost"],
      ...credentials,
      ["service-version", published.version],
      ...fields,
      ...(text === undefined ? [] : [["content-type", "application/json"] as const])
    ],
    ...(text !== undefined && { body: Buffer.from(text) }),
    secrets: [
      ...(credentials.some(([name]) => name === "authorization") ? [world.token] : []),
      ...secretsIn(text, value)
    ],
    aim: change.aim
  }
  return change.apply?.(whole) ?? whole
}
