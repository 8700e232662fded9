/**
 * What the OpenAPI document of a version says of all its operations alike, put in once: the version header, request ids,
 * the security schemes, and how a version tells that it is deprecated (decisions 12, 13).
 */
import type { Versions } from "@sheaf/domain/versions/Versions"
import type { OpenApi } from "effect/http-api"
import * as OpenApiSchemas from "./OpenApiSchemas.ts"
import * as ProblemCode from "../problems/ProblemCode.ts"

/** The version that a document describes, among those that run. */
export interface DocumentContext {
  readonly version: string
  readonly versions: Versions
  /** The problem codes that the operations of the document declare. */
  readonly problems: ReadonlySet<ProblemCode.ProblemCode>
}

/** The lowest version answers requests that name none; every other version must be named. */
const parametersOf = ({ version, versions: { lowest } }: DocumentContext) => ({
  ServiceVersion: {
    name: "Service-Version",
    in: "header",
    required: version !== lowest,
    description: `The version to speak, by its date. Without it the lowest running version answers, ${lowest}.`,
    // The page on which requests are tried fills in an example, and no constant.
    schema: { type: "string", const: version, examples: [version] }
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
    required: true,
    description: "Since when the version that answers is deprecated: `@` and seconds since 1970 (RFC 9745).",
    schema: { type: "string", pattern: "^@[0-9]+$" }
  },
  Sunset: {
    required: false,
    description: "When the version stops answering, once there is a date (RFC 8594).",
    schema: { type: "string" }
  },
  DeprecationLink: {
    required: true,
    description: 'Where the changes are told, as `<…>; rel="deprecation"` (RFC 9745).',
    schema: { type: "string" }
  }
}

const securitySchemes = {
  ApiKey: { type: "apiKey", name: "Authorization-token", in: "header", description: "The API key of the client." },
  Bearer: {
    type: "http",
    scheme: "bearer",
    bearerFormat: "JWT",
    description: "The token of a user, out of `POST /users/{userId}/sessions` or of an issuer that the client trusts."
  }
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

/** A parameter or a header is described where its schema is, which readers and generators do not look for. */
const described = <Part extends object>(part: Part, schemas: OpenApiSchemas.Schemas) => {
  const { description } = OpenApiSchemas.resolve("schema" in part ? part.schema : undefined, schemas)
  return { ...(description !== undefined && { description }), ...part }
}

const ofHeaders = (headers: Readonly<Record<string, object>>, schemas: OpenApiSchemas.Schemas) =>
  Object.fromEntries(Object.entries(headers).map(([name, header]) => [name, described(header, schemas)]))

/** Answers with links of their own have them in one header with that of a deprecated version (RFC 8288 §3). */
const linked = (own: object | undefined, schemas: OpenApiSchemas.Schemas) => {
  if (own === undefined) return {}
  const { description = "", ...link } = described<{ readonly description?: string }>(own, schemas)
  return { link: { ...link, description: `${description} ${headersOfDeprecated.DeprecationLink.description}`.trim() } }
}

/** In the order in which a reader looks for names. */
const sorted = <Member>(members: Readonly<Record<string, Member>>): Readonly<Record<string, Member>> =>
  Object.fromEntries(Object.entries(members).toSorted(([one], [other]) => (one < other ? -1 : 1)))

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
    ...(versioned && isDeprecated && { deprecated: true }),
    parameters: [
      ...operation.parameters.map((parameter) => described(parameter, schemas)),
      ...(versioned ? [parameterOfVersioned] : [])
    ],
    responses: Object.fromEntries(
      Object.entries(operation.responses).map(([status, response]) => [
        status,
        {
          ...response,
          headers: {
            ...ofHeaders(response.headers ?? {}, schemas),
            ...(Number(status) >= 400 && headersOfFailed),
            ...common,
            ...(versioned && isDeprecated && linked(response.headers?.["link"], schemas))
          }
        }
      ])
    )
  }
}

/** Completes the document of a version. */
export const complete = (document: OpenApi.OpenAPISpec, context: DocumentContext): Record<string, unknown> => {
  const isDeprecated = context.version !== context.versions.head
  const told = new Set<string>([...context.problems, ...ProblemCode.beforeOperations])
  const ofOtherVersions = OpenApiSchemas.without(ProblemCode.all.filter((code) => !told.has(code)))
  const completedSchemas = OpenApiSchemas.complete(
    document.components.schemas,
    Object.values(document.paths).map(({ post }) => post?.requestBody ?? {})
  )
  const schemas = Object.fromEntries(
    Object.entries(completedSchemas).map(([name, schema]) => [name, ofOtherVersions(schema)])
  )
  const completed = (operation: OpenApi.OpenAPISpecOperation) =>
    OpenApiSchemas.portable(withCommonParts(operation, schemas, isDeprecated))
  return {
    ...document,
    paths: Object.fromEntries(
      Object.entries(document.paths).map(([path, { delete: erase, get, post }]) => [
        path,
        {
          ...(get && { get: completed(get) }),
          ...(post && { post: completed(post) }),
          ...(erase && { delete: completed(erase) })
        }
      ])
    ),
    components: {
      schemas: sorted(schemas),
      parameters: sorted(parametersOf(context)),
      headers: sorted(isDeprecated ? { ...headers, ...headersOfDeprecated } : headers),
      securitySchemes
    }
  }
}
