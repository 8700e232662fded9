/** What is open to everybody and belongs to no version (decisions 8, 13, 15). */
import type { ApiVersion } from "@sheaf/domain/ApiVersion"
import { Schema } from "effect"
import { HttpApi, HttpApiEndpoint, HttpApiGroup, HttpApiSchema, OpenApi } from "effect/http-api"
import { strict } from "./Api.ts"
import { Identified, Validated } from "./Conditions.ts"
import * as Operation from "./Operation.ts"
import * as Problem from "./Problem.ts"
import * as ProblemCode from "./ProblemCode.ts"
import { StatusEntry } from "./StatusEntry.ts"
import { VersionEntry } from "./VersionEntry.ts"

const problems = ["UNKNOWN_QUERY", "INTERNAL"] as const

const health = HttpApiEndpoint.get("health", "/health", {
  success: Schema.Struct({ status: Schema.Literal("healthy") }).annotate({
    identifier: "Health",
    description: "The process is alive."
  })
}).annotateMerge(
  Operation.describe({
    id: "getHealth",
    summary: "Whether the service is alive",
    description: "Answers as long as the process runs. To check a client certificate, call it on the mutual-TLS host.",
    answers: { 200: "The process is alive." },
    problems,
    open: true
  })
)

const ready = HttpApiEndpoint.get("ready", "/ready", {
  success: Schema.Struct({ status: Schema.Literal("ready") }).annotate({
    identifier: "Readiness",
    description: "The service can serve."
  }),
  error: Problem.Unavailable
}).annotateMerge(
  Operation.describe({
    id: "getReadiness",
    summary: "Whether the service can serve",
    description: "For load balancers: 503 while the service starts and from the moment it begins to shut down.",
    answers: { 200: "The service can serve." },
    problems: [...problems, "NOT_READY"],
    open: true
  })
)

const versions = HttpApiEndpoint.get("versions", "/versions", {
  success: Schema.Array(VersionEntry)
}).annotateMerge(
  Operation.describe({
    id: "listVersions",
    summary: "Which versions run, and what each of them changed",
    description: "Oldest first. Read it before you move a client from one version to another.",
    answers: { 200: "Every running version." },
    problems,
    open: true
  })
)

const statuses = HttpApiEndpoint.get("statuses", "/statuses", {
  success: Schema.Array(StatusEntry)
}).annotateMerge(
  Operation.describe({
    id: "listStatuses",
    summary: "What each status of a collection means, and what to do about it",
    description: "Every status that any running version returns, in one table.",
    answers: { 200: "Every status." },
    problems,
    open: true
  })
)

const page = Schema.String.pipe(HttpApiSchema.asText({ contentType: "text/html; charset=utf-8" }))

const problem = HttpApiEndpoint.get("problem", "/problems/:problem", {
  params: {
    problem: Schema.Literals(ProblemCode.all.map(ProblemCode.slugOf)).annotate({
      description: "The code of the problem in kebab case, as its `type` has it."
    })
  },
  success: page,
  error: Problem.NotFound
})
  .middleware(Identified)
  .annotateMerge(
    Operation.describe({
      id: "getProblemPage",
      summary: "What a problem means, and what to do about it",
      description: "A page for people. The `type` of each problem is the address of its page.",
      answers: { 200: "The page." },
      problems: [...problems, "NOT_FOUND"],
      open: true
    })
  )

const docs = HttpApiEndpoint.get("docs", "/docs", { success: page }).annotateMerge(
  Operation.describe({
    id: "getDocumentation",
    summary: "The documentation of the newest version, to browse",
    description: "A page that needs nothing from the internet.",
    answers: { 200: "The page." },
    problems,
    open: true
  })
)

const docsOf = <Version extends ApiVersion>(version: Version) =>
  HttpApiEndpoint.get(`docs ${version}`, `/docs/${version}`, { success: page }).annotateMerge(
    Operation.describe({
      id: `getDocumentation${version.replaceAll("-", "")}`,
      summary: `The documentation of version ${version}, to browse`,
      description: "A page that needs nothing from the internet.",
      answers: { 200: "The page." },
      problems,
      open: true
    })
  )

const openApiOf = <Version extends ApiVersion>(version: Version) =>
  HttpApiEndpoint.get(`openapi ${version}`, `/openapi/${version}.json`, {
    success: Schema.Record(Schema.String, Schema.Json)
  }).annotateMerge(
    Operation.describe({
      id: `getOpenApiDocument${version.replaceAll("-", "")}`,
      summary: `The contract of version ${version}`,
      description: "As an OpenAPI 3.1 document, with the paths that belong to no version.",
      answers: { 200: "The document." },
      problems,
      open: true
    })
  )

const pages = {
  "2025-01-01": docsOf("2025-01-01"),
  "2026-04-01": docsOf("2026-04-01")
} satisfies Record<ApiVersion, unknown>

const documents = {
  "2025-01-01": openApiOf("2025-01-01"),
  "2026-04-01": openApiOf("2026-04-01")
} satisfies Record<ApiVersion, unknown>

export const SystemGroup = HttpApiGroup.make("system")
  .add(health, ready, versions, statuses, problem)
  .add(docs, pages["2025-01-01"], pages["2026-04-01"], documents["2025-01-01"], documents["2026-04-01"])
  .middleware(Validated)
  .annotateMerge(OpenApi.annotations({ title: "System", description: "Open to everybody, the same in every version." }))

export const SystemApi = HttpApi.make("system").add(SystemGroup).annotateMerge(strict)
