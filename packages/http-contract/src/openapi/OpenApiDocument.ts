/**
 * What all operations in an OpenAPI document share: the version header, request ids, security schemes, and the headers
 * of a deprecated version (spec 7, 9).
 */
import type { Versions } from "@sheaf/domain/versions/Versions"
import { Record } from "effect"
import type { OpenApi } from "effect/http-api"
import components from "./components.json" with { type: "json" }
import * as OpenApiSchemas from "./OpenApiSchemas.ts"
import * as OpenApiWebhooks from "./OpenApiWebhooks.ts"
import * as ProblemCode from "../problems/ProblemCode.ts"
import * as Sharing from "./Sharing.ts"
import { schemaNamesInExamples } from "./ExampleSchemas.ts"

export interface DocumentContext {
  readonly version: string
  readonly versions: Versions
  readonly problems: ReadonlySet<ProblemCode.ProblemCode>
}

/** The version header is optional only in the oldest supported version, which is the default. */
const parametersOf = ({ version, versions: { lowest } }: DocumentContext) => ({
  ServiceVersion: {
    name: "Service-Version",
    in: "header",
    required: version !== lowest,
    description: `The API version of the request, as a date. Requests without the header use version ${lowest}.`,
    // The documentation page fills its request form from examples, but not from constants.
    schema: { type: "string", const: version, examples: [version] }
  }
})

const { headers, headersOfDeprecated, securitySchemes } = components

const { RequestId, ServiceVersion, Vary, RateLimit, RateLimitPolicy, ...headersOfSome } = headers

const headersOfAll = { "x-request-id": RequestId }

const headersOfVersioned = {
  "service-version": ServiceVersion,
  vary: Vary,
  ratelimit: RateLimit,
  "ratelimit-policy": RateLimitPolicy
}

const headersOfReplaced = {
  deprecation: headersOfDeprecated.Deprecation,
  sunset: headersOfDeprecated.Sunset,
  link: headersOfDeprecated.DeprecationLink
}

const headersOfFailed = { "cache-control": { $ref: "#/components/headers/NotKept" } }

const parameterOfVersioned = { $ref: "#/components/parameters/ServiceVersion" }

/** Copies the schema's description to the parameter or header, where readers and generators look for it. */
const described = <Part extends object>(part: Part, schemas: OpenApiSchemas.Schemas) => {
  const schema = "schema" in part ? part.schema : undefined
  const { description, ...undescribed } = OpenApiSchemas.resolveReference(schema, schemas)
  if (description === undefined) return part
  return { description, ...part, ...(Object(schema).description === description && { schema: undescribed }) }
}

const ofHeaders = (headers: Readonly<Record<string, object>>, schemas: OpenApiSchemas.Schemas) =>
  Object.fromEntries(Object.entries(headers).map(([name, header]) => [name, described(header, schemas)]))

/** Merges a response's own links and the deprecation link into one header (RFC 8288 §3). */
const linked = (own: object | undefined, schemas: OpenApiSchemas.Schemas) => {
  if (own === undefined) return {}
  const { description = "", ...link } = described<{ readonly description?: string }>(own, schemas)
  return { link: { ...link, description: `${description} ${headersOfDeprecated.DeprecationLink.description}`.trim() } }
}

const sorted = <Member>(members: Readonly<Record<string, Member>>): Readonly<Record<string, Member>> =>
  Object.fromEntries(Object.entries(members).toSorted(([one], [other]) => (one < other ? -1 : 1)))

const withCommonParts = (
  operation: OpenApi.OpenAPISpecOperation,
  schemas: OpenApiSchemas.Schemas,
  isDeprecated: boolean
) => {
  const versioned = operation.security.length > 0
  const ofVersion = isDeprecated ? { ...headersOfVersioned, ...headersOfReplaced } : headersOfVersioned
  const common = versioned ? { ...headersOfAll, ...ofVersion } : headersOfAll
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

const withoutExamples = (schema: unknown): unknown => {
  const { examples: _, ...rest }: { readonly examples?: unknown } = Object(schema)
  return rest
}

export const completeDocument = (document: OpenApi.OpenAPISpec, context: DocumentContext) => {
  const isDeprecated = context.version !== context.versions.head
  const told = new Set<string>([...context.problems, ...ProblemCode.preRoutingCodes])
  const ofOtherVersions = OpenApiSchemas.withoutEnumValues(ProblemCode.all.filter((code) => !told.has(code)))
  const completedSchemas = OpenApiSchemas.completeSchemas(
    document.components.schemas,
    Object.values(document.paths).flatMap(({ patch, post }) => [patch?.requestBody ?? {}, post?.requestBody ?? {}])
  )
  const schemas = Object.fromEntries(
    Object.entries(completedSchemas).map(([name, schema]) => [name, ofOtherVersions(schema)])
  )
  const completed = (operation: OpenApi.OpenAPISpecOperation) =>
    OpenApiSchemas.makePatternsPortable(withCommonParts(operation, schemas, isDeprecated))
  const paths = Object.fromEntries(
    Object.entries(document.paths).map(([path, { delete: erase, get, patch, post }]) => [
      path,
      {
        ...(get && { get: completed(get) }),
        ...(post && { post: completed(post) }),
        ...(patch && { patch: completed(patch) }),
        ...(erase && { delete: completed(erase) })
      }
    ])
  )
  const webhooks = OpenApiWebhooks.webhooksOf(context.version, schemas)
  const shown = schemaNamesInExamples(
    [...Object.values(paths), ...Object.values(webhooks)].flatMap((item) => Object.values(Object(item))),
    schemas
  )
  return Sharing.shareParts({
    ...document,
    "x-common-headers": {
      every: headersOfAll,
      authenticated: isDeprecated ? { ...headersOfVersioned, ...headersOfReplaced } : headersOfVersioned
    },
    paths,
    ...(Object.keys(webhooks).length > 0 && { webhooks }),
    components: {
      schemas: sorted(Record.map(schemas, (schema, name) => (shown.has(name) ? withoutExamples(schema) : schema))),
      parameters: sorted(parametersOf(context)),
      headers: sorted(headersOfSome),
      securitySchemes
    }
  })
}
