/** Builds requests that match an operation's document, except for the given parts. */
import type { BrokenBody } from "./Bodies.ts"
import { texts, write } from "../values/Json.ts"
import type { Json } from "../values/Json.ts"
import type { Operation, Parameter, Published } from "../service/Published.ts"
import type { Random } from "../../workshop/driver/Random.ts"
import { utf8 } from "./Request.ts"
import type { Header, Request } from "./Request.ts"
import * as Values from "../values/Values.ts"
import type { World } from "../service/World.ts"

export interface Sender {
  readonly published: Published
  readonly world: World
  readonly random: Random
}

/** The aim of a request whose every part matches the document. */
export const fitting = "fits"

/** Returns the source from which a request's values are generated. */
export const sourceOf = ({ published, random, world }: Sender): Values.Source => ({
  random,
  named: published.schemas,
  known: world.known
})

/** Formats a value as the string to send in a parameter. */
export const textOf = (json: Json | undefined): string => {
  if (typeof json === "string") return json
  return json === undefined ? "" : write(json)
}

/** Encodes a text for a request target. Replaces lone surrogates, because they cannot be sent. */
const encoded = (text: string): string => encodeURIComponent(text.toWellFormed())

/** The given parameters, by name. All others are generated. */
type Given = Readonly<Record<string, ReadonlyArray<string>>>

/** Generates a parameter's values. Randomly omits optional parameters. */
export const valuesOf = (parameter: Parameter, sender: Sender): ReadonlyArray<string> => {
  if (parameter.required !== true && !sender.random.chance(30)) return []
  const value = Values.generate(parameter.schema, sourceOf(sender), undefined, parameter.name)
  if (!Array.isArray(value)) return [textOf(value)]
  const all = value.map(textOf)
  return parameter.explode === false && sender.random.chance(70) ? [all.join(",")] : all
}

/** The parameters of a request with their values. */
type Chosen = ReadonlyArray<readonly [Parameter, ReadonlyArray<string>]>

const targetOf = (template: string, chosen: Chosen): string => {
  const path = chosen.reduce(
    (target, [parameter, [value = ""]]) =>
      parameter.in === "path" ? target.replace(`{${parameter.name}}`, () => encoded(value)) : target,
    template
  )
  const query = chosen.flatMap(([parameter, values]) =>
    parameter.in === "query" ? values.map((value) => `${parameter.name}=${encoded(value)}`) : []
  )
  return query.length === 0 ? path : `${path}?${query.join("&")}`
}

/** The headers that every request sets. */
const ownHeaders = ["service-version"]

export interface Parts {
  readonly aim: string
  readonly given?: Given
  readonly body?: Json | undefined
  /** Makes the body's text invalid. */
  readonly breaks?: BrokenBody
}

/** Returns parameters that belong together: a collection and one of its documents. */
const related = ({ parameters }: Operation, { random, world }: Sender): Given => {
  if (!parameters.some(({ name }) => name === "documentId") || random.chance(30)) return {}
  const document = world.document(random)
  return document === undefined ? {} : { collectionId: [document.collectionId], documentId: [document.documentId] }
}

/**
 * Returns the credentials that the operation requires, either the client's or the user's, and sometimes both (decisions
 * 8).
 */
const credentialsOf = ({ isOfUser }: Operation, { random, world }: Sender) => {
  const key: Header = ["authorization-token", "sheaf-demo"]
  const token: Header = ["authorization", `Bearer ${world.token}`]
  const [wanted, other] = isOfUser ? [token, key] : [key, token]
  const credentials = random.chance(isOfUser ? 30 : 5) ? [wanted, other] : [wanted]
  return { credentials, secrets: credentials.includes(token) ? [world.token] : [] }
}

/** Builds a request for the operation. The parts that are not given are generated to match the document. */
export const make = (operation: Operation, sender: Sender, { aim, breaks, given = {}, ...parts }: Parts): Request => {
  const { published, random } = sender
  const fixed = { ...related(operation, sender), ...given }
  const chosen: Chosen = operation.parameters.map((parameter) => [
    parameter,
    fixed[parameter.name] ?? valuesOf(parameter, sender)
  ])
  const headers = chosen.flatMap(([parameter, values]) =>
    parameter.in !== "header" || ownHeaders.includes(parameter.name.toLowerCase())
      ? []
      : values.map((value): Header => [parameter.name.toLowerCase(), utf8(value)])
  )
  const { credentials, secrets } = credentialsOf(operation, sender)
  const common: ReadonlyArray<Header> = [["host", "localhost"], ...credentials, ["service-version", published.version]]
  const whole = { method: operation.method, target: targetOf(operation.template, chosen), aim }
  if (operation.body === undefined) return { ...whole, headers: [...common, ...headers], secrets }
  const body = "body" in parts ? parts.body : Values.generate(operation.body, sourceOf(sender))
  const text = body === undefined ? "" : write(body)
  return {
    ...whole,
    headers: [...common, ...headers, ["content-type", "application/json"]],
    body: breaks?.apply(text, random) ?? Buffer.from(text),
    secrets: body === undefined ? secrets : [...secrets, ...texts(body)]
  }
}
