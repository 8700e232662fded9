/**
 * Builds an operation's request with example values, for the form on the page and for the examples in curl, TypeScript
 * and Python.
 */
import { listOf, objectAt, objectOf, stringsOf } from "../openapi/Json.ts"
import type { JsonObject } from "../openapi/Json.ts"
import type { CodeExample } from "./CodeExamples.ts"
import { isDeprecated, resolve } from "./SchemaHtml.ts"

export interface Parameter {
  readonly name: string
  readonly in: string
  readonly required: boolean
  readonly example: string
  /** Describes what a value looks like. Shown in an empty field. */
  readonly hint?: string
  /** All allowed values, if there are few. */
  readonly choices?: ReadonlyArray<string>
}

export interface RequestExample {
  readonly method: string
  readonly path: string
  readonly parameters: ReadonlyArray<Parameter>
  readonly body?: string
  readonly needsKey: boolean
  readonly needsToken: boolean
}

/** The URL of a service with default settings. The pages replace it with their own. */
export const base = "http://127.0.0.1:8080"

const exampleOf = (document: JsonObject, schema: unknown): string => {
  const { const: constant, enum: values, examples } = resolve(document, schema)
  const [first] = [...listOf(examples), ...(constant === undefined ? [] : [constant]), ...listOf(values)]
  return typeof first === "string" || typeof first === "number" || typeof first === "boolean" ? String(first) : ""
}

/** The maximum number of values to choose from in the form. */
const maxChoices = 12

const choicesOf = ({ enum: values, type }: JsonObject): ReadonlyArray<string> => {
  const all = type === "boolean" ? ["true", "false"] : stringsOf(values)
  return all.length > maxChoices ? [] : all
}

/** An example value for each format. */
const formats: Readonly<Record<string, string>> = { date: "2026-05-04", "date-time": "2026-05-04T08:00:00Z" }

const hintOf = (document: JsonObject, name: string, schema: JsonObject, values: ReadonlyMap<string, string>): string =>
  exampleOf(document, schema["type"] === "array" ? schema["items"] : schema) ||
  (schema["default"] === undefined ? "" : String(schema["default"])) ||
  (values.get(name) ?? formats[String(schema["format"])] ?? "")

/**
 * Returns the strings and numbers in examples, by the name of their member. If a name occurs more than once, its first
 * value counts.
 */
export const namedValuesIn = (value: unknown, found = new Map<string, string>()): ReadonlyMap<string, string> => {
  for (const [name, member] of Object.entries(Array.isArray(value) ? { ...value } : objectOf(value))) {
    if (typeof member === "object") namedValuesIn(member, found)
    else if (typeof member === "string" && !found.has(name)) found.set(name, member)
  }
  return found
}

const examplesIn = (document: JsonObject, content: unknown): ReadonlyArray<readonly [name: string, value: unknown]> =>
  Object.entries(objectAt(content, "application/json", "examples")).map(([name, one]) => [
    name,
    resolve(document, one)["value"]
  ])

export const firstExample = (document: JsonObject, content: unknown): unknown => examplesIn(document, content)[0]?.[1]

const pretty = (value: unknown): string => JSON.stringify(value, null, 2)

/** An identifier in camel case as a title: `electronicId` becomes "Electronic ID". */
const titleOf = (name: string): string => {
  const words = name.replaceAll(/(?<=[a-z])[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`).replace(/\bid$/, "ID")
  return words.charAt(0).toUpperCase() + words.slice(1)
}

/** Returns all examples of an operation's body except the first, which the sample requests already contain. */
export const furtherBodies = (
  document: JsonObject,
  operation: JsonObject
): ReadonlyArray<readonly [title: string, body: unknown]> =>
  examplesIn(document, resolve(document, operation["requestBody"])["content"])
    .slice(1)
    .map(([name, body]) => [titleOf(name), body])

/** Returns an example request for an operation. `values` contains example values by name. */
export const requestOf = (
  document: JsonObject,
  method: string,
  path: string,
  operation: JsonObject,
  values: ReadonlyMap<string, string> = new Map()
): RequestExample => {
  const current = listOf(operation["parameters"])
    .map((value) => resolve(document, value))
    .filter((parameter) => parameter["required"] === true || !isDeprecated(parameter))
  const parameters = current.map((parameter): Parameter => {
    const name = String(parameter["name"])
    const schema = resolve(document, parameter["schema"])
    const hint = hintOf(document, name, schema, values)
    const choices = choicesOf(schema)
    return {
      name,
      in: String(parameter["in"]),
      required: parameter["required"] === true,
      example: exampleOf(document, schema),
      ...(hint !== "" && { hint }),
      ...(choices.length > 0 && { choices })
    }
  })
  const body = firstExample(document, resolve(document, operation["requestBody"])["content"])
  const security = listOf(operation["security"] ?? document["security"]).map(objectOf)
  const [least = {}] = security
  return {
    method: method.toUpperCase(),
    path,
    parameters,
    ...(body !== undefined && { body: pretty(body) }),
    needsKey: "ApiKey" in least,
    needsToken: "Bearer" in least
  }
}

const fieldsOf = ({
  body,
  needsKey,
  needsToken,
  parameters
}: RequestExample): ReadonlyArray<readonly [string, string]> => [
  ...(needsKey ? ([["Authorization-token", "sheaf-demo"]] as const) : []),
  ...(needsToken ? ([["Authorization", "Bearer $TOKEN"]] as const) : []),
  ...parameters
    .filter((parameter) => parameter.in === "header" && (parameter.required || parameter.name === "Idempotency-Key"))
    .map(({ example, name }) => [name, example === "" ? "$KEY" : example] as const),
  ...(body === undefined ? [] : ([["Content-Type", "application/json"]] as const))
]

const addressOf = ({ parameters, path }: RequestExample): string => {
  const filled = parameters
    .filter((parameter) => parameter.in === "path")
    .reduce(
      (at, { example, name }) => (example === "" ? at : at.replace(`{${name}}`, encodeURIComponent(example))),
      path
    )
  const query = parameters
    .filter((parameter) => parameter.in === "query" && parameter.required)
    .map(({ example, name }) => `${name}=${encodeURIComponent(example)}`)
  return `${base}${filled}${query.length === 0 ? "" : `?${query.join("&")}`}`
}

const indented = (text: string, spaces: string): string => text.replaceAll("\n", `\n${spaces}`)

/** Matches a value that an example takes from a variable. */
const variable = /\$(?:TOKEN|KEY)/

/** True if the request can have an idempotency key, which each example creates anew. */
const hasKey = (request: RequestExample): boolean => fieldsOf(request).some(([, value]) => value === "$KEY")

const quoted = (text: string): string =>
  variable.test(text) ? `"${text}"` : `'${text.replaceAll("'", String.raw`'\''`)}'`

const curlOf = (request: RequestExample): string => {
  const { body, method } = request
  const parts = [
    `${hasKey(request) ? "KEY=$(openssl rand -hex 16)\n" : ""}curl ${quoted(addressOf(request))}`,
    ...(method === "GET" || (method === "POST" && body !== undefined) ? [] : [`-X ${method}`]),
    ...fieldsOf(request).map(([name, value]) => `-H ${quoted(`${name}: ${value}`)}`),
    ...(body === undefined ? [] : [`-d ${quoted(indented(body, "  "))}`])
  ]
  return parts.join(" \\\n  ")
}

/** Returns a header's value as code. `token` is the code of the value with the user's token. */
const valueOf = (value: string, token: string): string => {
  if (value === "$KEY") return "key"
  return value.includes("$TOKEN") ? token : JSON.stringify(value)
}

const typescriptOf = (request: RequestExample): string => {
  const fields = fieldsOf(request).map(
    ([name, value]) => `    ${JSON.stringify(name)}: ${valueOf(value, "`Bearer ${token}`")}`
  )
  const literal = indented((request.body ?? "").replaceAll(/^(\s*)"([A-Za-z_$][\w$]*)":/gm, "$1$2:"), "  ")
  const options = [
    ...(request.method === "GET" ? [] : [`  method: "${request.method}"`]),
    ...(fields.length === 0 ? [] : [`  headers: {\n${fields.join(",\n")}\n  }`]),
    ...(request.body === undefined ? [] : [`  body: JSON.stringify(${literal})`])
  ]
  const rest = options.length === 0 ? "" : `, {\n${options.join(",\n")}\n}`
  const key = hasKey(request) ? "const key = crypto.randomUUID()\n" : ""
  return `${key}const response = await fetch("${addressOf(request)}"${rest})\nconsole.log(response.status, await response.text())`
}

const pythonOf = (request: RequestExample): string => {
  const fields = fieldsOf(request).map(
    ([name, value]) => `        ${JSON.stringify(name)}: ${valueOf(value, 'f"Bearer {token}"')},`
  )
  const literal = indented(
    (request.body ?? "").replaceAll(/\b(?:true|false|null)\b(?=,?$)/gm, (word) =>
      word === "null" ? "None" : word === "true" ? "True" : "False"
    ),
    "    "
  )
  const options = [
    `    "${request.method}",`,
    `    "${addressOf(request)}",`,
    ...(fields.length === 0 ? [] : [`    headers={\n${fields.join("\n")}\n    },`]),
    ...(request.body === undefined ? [] : [`    json=${literal},`])
  ]
  const [imported, key] = hasKey(request) ? ["from uuid import uuid4\n\n", "key = str(uuid4())\n"] : ["", ""]
  return `${imported}import httpx\n\n${key}response = httpx.request(\n${options.join("\n")}\n)\nprint(response.status_code, response.text)`
}

export const examplesOf = (request: RequestExample): ReadonlyArray<CodeExample> => [
  { language: "sh", code: curlOf(request) },
  { language: "ts", code: typescriptOf(request) },
  { language: "python", code: pythonOf(request) }
]
