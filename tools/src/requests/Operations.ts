/** The operations of a published OpenAPI document, as request collections show them. */
import { isObject, listOf, objectAt, objectOf } from "../openapi/Json.ts"
import type { JsonObject } from "../openapi/Json.ts"

export interface Parameter {
  readonly name: string
  readonly description: string
  readonly isRequired: boolean
  readonly example: string
}

/** The credential of an operation. If it accepts both, the API key. */
export type Credential = "apiKey" | "token" | "none"

export interface Operation {
  readonly id: string
  /** An imperative, such as "Start a collection". */
  readonly summary: string
  readonly description: string
  readonly tag: string
  readonly method: string
  /** The path with a variable for each parameter, such as `/collections/{{collectionId}}`. */
  readonly path: string
  readonly query: ReadonlyArray<Parameter>
  readonly headers: ReadonlyArray<Parameter>
  /** Example bodies by name. */
  readonly bodies: Readonly<Record<string, unknown>>
  readonly credential: Credential
}

/** The members whose values a walkthrough keeps in variables. Examples refer to the variables. */
export const variables = ["collectionId", "consentId", "documentId", "inputId", "userId"]

const textOf = (value: unknown): string => (typeof value === "string" ? value : "")

const withVariables = (value: unknown, name = ""): unknown => {
  if (typeof value === "string" && variables.includes(name)) return `{{${name}}}`
  if (Array.isArray(value)) return value.map((item) => withVariables(item))
  if (!isObject(value)) return value
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, withVariables(member, key)]))
}

const parametersOf = (operation: JsonObject, place: string): ReadonlyArray<Parameter> =>
  listOf(operation["parameters"])
    .map(objectOf)
    .filter((parameter) => parameter["in"] === place)
    .map(({ description, example, name, required }) => ({
      name: textOf(name),
      description: textOf(description),
      isRequired: required === true,
      // A new key for each request. The runner of a collection replaces the variable.
      example: name === "Idempotency-Key" ? "{{$randomUUID}}" : textOf(example)
    }))

const credentialOf = (operation: JsonObject): Credential => {
  const alone = listOf(operation["security"]).map(objectOf)
  if (alone.some((schemes) => "ApiKey" in schemes && !("Bearer" in schemes))) return "apiKey"
  return alone.length > 0 ? "token" : "none"
}

const operationOf = (path: string, method: string, operation: JsonObject): Operation => {
  const examples = objectAt(operation, "requestBody", "content", "application/json", "examples")
  const [tag] = listOf(operation["tags"])
  return {
    id: textOf(operation["operationId"]),
    summary: textOf(operation["summary"]),
    description: textOf(operation["description"]),
    tag: textOf(tag),
    method: method.toUpperCase(),
    path: path.replaceAll("{", "{{").replaceAll("}", "}}"),
    query: parametersOf(operation, "query"),
    headers: parametersOf(operation, "header"),
    bodies: Object.fromEntries(
      Object.entries(examples).map(([name, example]) => [name, withVariables(objectOf(example)["value"])])
    ),
    credential: credentialOf(operation)
  }
}

/** Returns the operations of a document, in its order. */
export const operationsIn = (document: JsonObject): ReadonlyArray<Operation> =>
  Object.entries(objectAt(document, "paths")).flatMap(([path, item]) =>
    Object.entries(objectOf(item)).map(([method, operation]) => operationOf(path, method, objectOf(operation)))
  )
