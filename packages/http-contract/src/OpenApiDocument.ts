/**
 * What the OpenAPI document of a version says of all its operations alike, put in once: the version header, request ids,
 * the security scheme, and how a version tells that it is deprecated (decisions 12, 13).
 */
import * as ApiVersion from "@sheaf/domain/ApiVersion"
import type { OpenApi } from "effect/http-api"
import * as OpenApiSchemas from "./OpenApiSchemas.ts"

/** Only the lowest version answers those who ask for none: who wants another has to say so. */
const parametersOf = (version: ApiVersion.ApiVersion) => ({
  ServiceVersion: {
    name: "Service-Version",
    in: "header",
    required: version !== ApiVersion.lowest,
    description: `The version to speak, by its date. Without it the lowest running version answers, ${ApiVersion.lowest}.`,
    schema: { type: "string", const: version }
  }
})

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

const headersOfDeprecated = {
  Deprecation: {
    required: false,
    description: "Since when the version is deprecated: `@` and seconds since 1970 (RFC 9745).",
    schema: { type: "string", pattern: "^@[0-9]+$" }
  },
  Sunset: {
    required: false,
    description: "When the version stops answering, once there is a date (RFC 8594).",
    schema: { type: "string" }
  },
  DeprecationLink: {
    required: false,
    description: 'Where the changes are told, as `<…>; rel="deprecation"` (RFC 9745).',
    schema: { type: "string" }
  }
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

const referencesToDeprecated = {
  deprecation: { $ref: "#/components/headers/Deprecation" },
  sunset: { $ref: "#/components/headers/Sunset" },
  link: { $ref: "#/components/headers/DeprecationLink" }
}

const headersOfFailed = { "cache-control": { $ref: "#/components/headers/NotKept" } }

const parameterOfVersioned = { $ref: "#/components/parameters/ServiceVersion" }

/** A parameter is described where its schema is, which readers and generators do not look for. */
const described = (parameter: OpenApi.OpenAPISpecParameter, schemas: OpenApiSchemas.Schemas) => {
  const { description } = OpenApiSchemas.resolve(parameter.schema, schemas)
  return { ...(description !== undefined && { description }), ...parameter }
}

const withCommonParts = (
  operation: OpenApi.OpenAPISpecOperation,
  schemas: OpenApiSchemas.Schemas,
  isDeprecated: boolean
) => {
  const versioned = operation.security.length > 0
  const ofVersion = isDeprecated ? { ...headersOfVersioned, ...referencesToDeprecated } : headersOfVersioned
  const common = versioned ? ofVersion : headersOfAll
  return {
    ...operation,
    parameters: [
      ...operation.parameters.map((parameter) => described(parameter, schemas)),
      ...(versioned ? [parameterOfVersioned] : [])
    ],
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

/** Completes the document of a version. */
export const complete = (document: OpenApi.OpenAPISpec, version: ApiVersion.ApiVersion): Record<string, unknown> => {
  const isDeprecated = version !== ApiVersion.head
  const schemas = OpenApiSchemas.complete(
    document.components.schemas,
    Object.values(document.paths).map(({ post }) => post?.requestBody ?? {})
  )
  const completed = (operation: OpenApi.OpenAPISpecOperation) =>
    OpenApiSchemas.portable(withCommonParts(operation, schemas, isDeprecated))
  return {
    ...document,
    paths: Object.fromEntries(
      Object.entries(document.paths).map(([path, { get, post }]) => [
        path,
        { ...(get && { get: completed(get) }), ...(post && { post: completed(post) }) }
      ])
    ),
    components: {
      schemas,
      parameters: parametersOf(version),
      headers: isDeprecated ? { ...headers, ...headersOfDeprecated } : headers,
      securitySchemes
    }
  }
}
