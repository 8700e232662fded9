/** The unversioned operations, which need no credentials (spec 5.3, 9). */
import type { Versions } from "@sheaf/domain/versions/Versions"
import { Timestamp } from "@sheaf/domain/Timestamp"
import * as Annotations from "@sheaf/domain/Annotations"
import { Schema } from "effect"
import { HttpApi, HttpApiEndpoint, HttpApiGroup, HttpApiSchema } from "effect/http-api"
import { strictParsing } from "./Api.ts"
import { publicCacheHeaders } from "../openapi/Caching.ts"
import { PathIdValidation, ProblemResponses, RequestValidation } from "../access/Middlewares.ts"
import { ConnectOpenGroup, ConnectPagesGroup } from "../connect/ConnectPagesGroup.ts"
import { ConsentReturnGroup } from "../consents/ConsentReturnGroup.ts"
import * as JsonWebKeySet from "../users/JsonWebKeySet.ts"
import * as Operation from "../openapi/Operation.ts"
import * as Problem from "../problems/Problem.ts"
import * as ProblemCode from "../problems/ProblemCode.ts"
import * as StatusEntry from "../collections/StatusEntry.ts"
import * as VersionEntry from "./VersionEntry.ts"

const health = Operation.make("getHealth", { examples: { answer: { alive: { status: "healthy" } } } }, () =>
  HttpApiEndpoint.get("health", "/health", {
    success: Schema.Struct({ status: Annotations.literal("healthy") }).annotate({
      identifier: "Health",
      description: "The process is running.",
      examples: [{ status: "healthy" }]
    })
  })
)

const ready = Operation.make(
  "getReadiness",
  { examples: { answer: { ready: { status: "ready" } } }, problems: Problem.declareCodes("NOT_READY") },
  (error) =>
    HttpApiEndpoint.get("ready", "/ready", {
      success: Schema.Struct({
        status: Annotations.literal("ready"),
        certificates: Annotations.optional(
          Schema.Array(
            Schema.Struct({
              certificate: Schema.String.pipe(
                Annotations.describe("The bank and the use of the certificate, such as `se-provbanken.qwac`.")
              ),
              expiresAt: Timestamp.pipe(Annotations.describe("The last moment in which it is valid."))
            }).annotate({
              identifier: "ExpiringCertificate",
              examples: [{ certificate: "se-provbanken.qwac", expiresAt: "2026-05-01T12:00:00.000Z" }],
              description: "A certificate that the operator must replace."
            })
          ),
          "The operator's certificates at banks that expire within 30 days, or have expired."
        )
      }).annotate({
        identifier: "Readiness",
        description: "The service accepts requests.",
        examples: [{ status: "ready" }]
      }),
      error
    })
)

const listOf = (versions: Versions) =>
  Operation.make("listVersions", { examples: { answer: { versions: VersionEntry.examples(versions) } } }, () =>
    HttpApiEndpoint.get("versions", "/versions", {
      success: Schema.Array(VersionEntry.versionEntrySchemaOf(versions))
    })
  )

const statusesOf = (versions: Versions) =>
  Operation.make("listStatuses", { examples: { answer: { some: StatusEntry.examples(versions) } } }, () =>
    HttpApiEndpoint.get("statuses", "/statuses", {
      success: Schema.Array(StatusEntry.statusEntrySchemaOf(versions))
    })
  )

const keys = Operation.make("listKeys", { examples: { answer: { keys: JsonWebKeySet.keySetExample } } }, () =>
  HttpApiEndpoint.get("keys", "/.well-known/jwks.json", {
    success: HttpApiSchema.WithHeaders(JsonWebKeySet.JsonWebKeySet, publicCacheHeaders)
  })
)

const page = Schema.String.pipe(HttpApiSchema.asText({ contentType: "text/html; charset=utf-8" }))

/** The possible codes are not listed here, because the schemas of problems already list them. */
const slug = {
  description: "The problem code in kebab case, as in the problem's `type`.",
  schema: { type: "string", pattern: "^[a-z0-9-]+$" }
}

const problem = Operation.make(
  "getProblemPage",
  { problems: Problem.declareCodes("NOT_FOUND"), query: { problem: slug } },
  (error) =>
    HttpApiEndpoint.get("problem", "/problems/:problem", {
      params: { problem: Schema.Literals(ProblemCode.all.map(ProblemCode.slugOf)) },
      success: page,
      error
    }).middleware(PathIdValidation)
)

/** Some services serve a page to browsers here. The documents do not mention it, because programs do not receive it. */
const root = Operation.make("getRoot", {}, () =>
  HttpApiEndpoint.get("root", "/", {
    success: HttpApiSchema.WithHeaders(HttpApiSchema.Empty(303), {
      location: Schema.Literal("/docs").annotate({ description: "Always `/docs`, the address of the documentation." })
    })
  })
)

/** The documentation changes only with a release. */
const documentation = HttpApiSchema.WithHeaders(page, publicCacheHeaders)

const docs = Operation.make("getDocumentation", {}, () =>
  HttpApiEndpoint.get("docs", "/docs", { success: documentation })
)

const docsOf = (version: string) =>
  Operation.make(
    {
      id: `getDocumentation${version.replaceAll("-", "")}`,
      summary: `Browse version ${version}`,
      description: `Shows the documentation of version ${version}. The page loads nothing from the internet.`,
      answers: { 200: "The documentation page." }
    },
    {},
    () => HttpApiEndpoint.get(`docs ${version}`, `/docs/${version}`, { success: documentation })
  )

const openApiOf = (version: string) =>
  Operation.make(
    {
      id: `getOpenApiDocument${version.replaceAll("-", "")}`,
      summary: `Get the ${version} contract`,
      description: "Returns a version's OpenAPI 3.1 document, including the unversioned paths.",
      answers: { 200: "The OpenAPI document." }
    },
    { examples: { answer: { beginning: { openapi: "3.1.0", info: { title: "Sheaf", version }, paths: {} } } } },
    () =>
      HttpApiEndpoint.get(`openapi ${version}`, `/openapi/${version}.json`, {
        success: Schema.Record(Schema.String, Schema.Json)
      })
  )

const browsed = <Id extends string, Path extends `/${string}`>(id: Id, path: Path) =>
  HttpApiEndpoint.get(id, path, {
    params: { name: Schema.String },
    success: documentation,
    error: Problem.declareCodes("NOT_FOUND").error
  })

/**
 * The pages that people open in a browser: the guides, the pages of the reference, and the Connect page, with the files
 * that these pages load. The OpenAPI documents omit these paths, because only browsers use them.
 */
const browsing = HttpApiGroup.make("browsing")
  .add(HttpApiEndpoint.get("guides", "/docs/guides", { success: documentation }))
  .add(browsed("guide", "/docs/guides/:name"), browsed("asset", "/docs/assets/:name"))
  .add(
    HttpApiEndpoint.get("operations", "/docs/:version/:name", {
      params: { version: Schema.String, name: Schema.String },
      success: documentation,
      error: Problem.declareCodes("NOT_FOUND").error
    })
  )
  .add(
    HttpApiEndpoint.get("part", "/docs/:section/:name/:part", {
      params: { section: Schema.String, name: Schema.String, part: Schema.String },
      success: documentation,
      error: Problem.declareCodes("NOT_FOUND").error
    })
  )
  .add(
    HttpApiEndpoint.get("search", "/docs/search.json", {
      success: HttpApiSchema.WithHeaders(Schema.Array(Schema.Json), publicCacheHeaders)
    })
  )
  .add(
    HttpApiEndpoint.get("connectScript", "/connect/v1.js", {
      success: page,
      error: Problem.declareCodes("NOT_FOUND").error
    })
  )
  .add(browsed("connectFile", "/connect/assets/:name"), browsed("logo", "/logos/:name"))
  .middleware(RequestValidation)
  // Any query is allowed: the return URL of a consent contains a query, and banks and messaging apps add parameters.
  .add(browsed("connect", "/connect/:name"))

export const make = (versions: Versions) => {
  const group = HttpApiGroup.make("system")
    .add(root, health, ready, listOf(versions), statusesOf(versions), keys, problem)
    .add(docs, ...versions.running.map(docsOf), ...versions.running.map(openApiOf))
    .middleware(RequestValidation)
    .annotateMerge(Operation.groupAnnotations("system"))
  return HttpApi.make("system").add(group, ConsentReturnGroup).annotateMerge(strictParsing)
}

/** Returns all paths that need no credentials, including those that the OpenAPI documents omit. */
export const withUndocumentedPaths = (versions: Versions) =>
  make(versions).add(browsing, ConnectOpenGroup, ConnectPagesGroup).middleware(ProblemResponses)

/**
 * Creates a contract for paths that only some services have and that need no credentials. The OpenAPI documents omit
 * these paths.
 */
export const makeAdditional = <
  Id extends string,
  const Groups extends readonly [HttpApiGroup.Constraint, ...ReadonlyArray<HttpApiGroup.Constraint>]
>(
  name: Id,
  ...groups: Groups
) =>
  HttpApi.make(name)
    .add(...groups)
    .annotateMerge(strictParsing)
    .middleware(ProblemResponses)

export type SystemApi = ReturnType<typeof withUndocumentedPaths>
