/**
 * What the OpenAPI document of a version says of all its operations alike, put in once: the version header, request ids,
 * the security scheme; and that answers are open, while requests are closed (decisions, introduction).
 */
import type { JsonSchema } from "effect"
import type { OpenApi } from "effect/http-api"

const parameters = {
  ServiceVersion: {
    name: "Service-Version",
    in: "header",
    required: false,
    description: "The version to speak, by its date. Without it the lowest running version answers.",
    schema: { type: "string", format: "date" }
  }
}

const headers = {
  RequestId: {
    required: true,
    description:
      "Names the request in the service's log: the caller's own `X-Request-Id` when it fits, else a new one.",
    schema: { type: "string", pattern: "^[A-Za-z0-9._-]{8,64}$" }
  },
  ServiceVersion: {
    required: false,
    description: "The version that answers; absent when none could be chosen.",
    schema: { type: "string", format: "date" }
  },
  NotKept: { required: true, description: "`no-store`: nobody keeps a failure.", schema: { const: "no-store" } },
  Vary: { required: true, description: "Names `Service-Version`.", schema: { type: "string" } }
}

const securitySchemes = {
  ApiKey: { type: "apiKey", name: "Authorization-token", in: "header", description: "The API key of the client." }
}

const headersOfAll = { "x-request-id": { $ref: "#/components/headers/RequestId" } }

const headersOfVersioned = {
  ...headersOfAll,
  "service-version": { $ref: "#/components/headers/ServiceVersion" },
  vary: { $ref: "#/components/headers/Vary" }
}

const headersOfFailed = { "cache-control": { $ref: "#/components/headers/NotKept" } }

const parameterOfVersioned = { $ref: "#/components/parameters/ServiceVersion" }

const described = (parameter: OpenApi.OpenAPISpecParameter) => ({
  ...("description" in parameter.schema && { description: parameter.schema.description }),
  ...parameter
})

const withCommonParts = (operation: OpenApi.OpenAPISpecOperation) => {
  const versioned = operation.security.length > 0
  const common = versioned ? headersOfVersioned : headersOfAll
  return {
    ...operation,
    parameters: [...operation.parameters.map(described), ...(versioned ? [parameterOfVersioned] : [])],
    responses: Object.fromEntries(
      Object.entries(operation.responses).map(([status, response]) => [
        status,
        {
          ...response,
          headers: { ...response.headers, ...(Number(status) >= 400 && headersOfFailed), ...common }
        }
      ])
    )
  }
}

/** Adds the names of the components that a value refers to, and that those refer to. */
const collectReferences = (value: unknown, schemas: JsonSchema.Definitions, names: Set<string>): void => {
  for (const [, name] of JSON.stringify(value).matchAll(/"#\/components\/schemas\/([^"]+)"/g)) {
    if (name === undefined || names.has(name)) continue
    names.add(name)
    collectReferences(schemas[name], schemas, names)
  }
}

/** A schema that takes members which are not listed, at any depth. */
const opened = (schema: unknown): unknown => {
  if (Array.isArray(schema)) return schema.map(opened)
  if (typeof schema !== "object" || schema === null) return schema
  const members = Object.entries(schema).filter(([name, value]) => name !== "additionalProperties" || value !== false)
  return Object.fromEntries(members.map(([name, value]) => [name, opened(value)]))
}

/** A choice of one is no choice. */
const flat = (schema: unknown): unknown => {
  if (Array.isArray(schema)) return schema.map(flat)
  if (typeof schema !== "object" || schema === null) return schema
  const members = Object.fromEntries(Object.entries(schema).map(([name, value]) => [name, flat(value)]))
  const { anyOf, ...rest } = members
  return Array.isArray(anyOf) && anyOf.length === 1 ? { ...anyOf[0], ...rest } : members
}

const openUnlessRequested = ({ paths, components: { schemas } }: OpenApi.OpenAPISpec) => {
  const requested = new Set<string>()
  for (const { post } of Object.values(paths)) collectReferences(post?.requestBody ?? {}, schemas, requested)
  return Object.fromEntries(
    Object.entries(schemas).map(([name, schema]) => [name, flat(requested.has(name) ? schema : opened(schema))])
  )
}

/** Completes a generated document. */
export const complete = (document: OpenApi.OpenAPISpec): Record<string, unknown> => ({
  ...document,
  paths: Object.fromEntries(
    Object.entries(document.paths).map(([path, { get, post }]) => [
      path,
      { ...(get && { get: withCommonParts(get) }), ...(post && { post: withCommonParts(post) }) }
    ])
  ),
  components: { schemas: openUnlessRequested(document), parameters, headers, securitySchemes }
})
