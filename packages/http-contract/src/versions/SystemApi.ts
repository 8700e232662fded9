/** What is open to everybody and belongs to no version (decisions 8, 13, 15). */
import type { Versions } from "@sheaf/domain/versions/Versions"
import * as Words from "@sheaf/domain/Words"
import { Schema } from "effect"
import { HttpApi, HttpApiEndpoint, HttpApiGroup, HttpApiSchema, OpenApi } from "effect/http-api"
import { strict } from "./Api.ts"
import { shared } from "../openapi/Caching.ts"
import { Identified, Validated } from "../openapi/Conditions.ts"
import { ConsentReturnGroup } from "../consents/ConsentReturnGroup.ts"
import * as KeySet from "../users/KeySet.ts"
import * as Operation from "../openapi/Operation.ts"
import * as Problem from "../problems/Problem.ts"
import * as ProblemCode from "../problems/ProblemCode.ts"
import * as StatusEntry from "../collections/StatusEntry.ts"
import * as VersionEntry from "./VersionEntry.ts"

const health = Operation.make(
  {
    id: "getHealth",
    summary: "Whether the service is alive",
    description: "Answers as long as the process runs. To check a client certificate, call it on the mutual-TLS host.",
    answers: { 200: "The process is alive." },
    examples: { answer: { alive: { status: "healthy" } } }
  },
  () =>
    HttpApiEndpoint.get("health", "/health", {
      success: Schema.Struct({ status: Words.only("healthy") }).annotate({
        identifier: "Health",
        description: "The process is alive.",
        examples: [{ status: "healthy" }]
      })
    })
)

const ready = Operation.make(
  {
    id: "getReadiness",
    summary: "Whether the service can serve",
    description: "For load balancers: 503 while the service starts and from the moment it begins to shut down.",
    answers: { 200: "The service can serve." },
    examples: { answer: { ready: { status: "ready" } } },
    problems: Problem.of("NOT_READY")
  },
  (error) =>
    HttpApiEndpoint.get("ready", "/ready", {
      success: Schema.Struct({ status: Words.only("ready") }).annotate({
        identifier: "Readiness",
        description: "The service can serve.",
        examples: [{ status: "ready" }]
      }),
      error
    })
)

const listOf = (versions: Versions) =>
  Operation.make(
    {
      id: "listVersions",
      summary: "Which versions run, and what each of them changed",
      description: "Oldest first. Read it before you move a client from one version to another.",
      answers: { 200: "Every running version." },
      examples: { answer: { versions: VersionEntry.examples(versions) } }
    },
    () =>
      HttpApiEndpoint.get("versions", "/versions", {
        success: Schema.Array(VersionEntry.make(versions))
      })
  )

const statusesOf = (versions: Versions) =>
  Operation.make(
    {
      id: "listStatuses",
      summary: "What each status of a collection means, and what to do about it",
      description: "Every status that any running version returns, in one table.",
      answers: { 200: "Every status." },
      examples: { answer: { some: StatusEntry.examples(versions) } }
    },
    () =>
      HttpApiEndpoint.get("statuses", "/statuses", {
        success: Schema.Array(StatusEntry.make(versions))
      })
  )

const keys = Operation.make(
  {
    id: "listKeys",
    summary: "The public keys that tokens of this service are verified by",
    description:
      "The key that signs now, and the one before as long as a token of it may live. Ask again when a token names a key " +
      "that you do not know.",
    answers: { 200: "The keys." },
    examples: { answer: { keys: KeySet.example } }
  },
  () =>
    HttpApiEndpoint.get("keys", "/.well-known/jwks.json", {
      success: HttpApiSchema.WithHeaders(KeySet.KeySet, shared)
    })
)

const page = Schema.String.pipe(HttpApiSchema.asText({ contentType: "text/html; charset=utf-8" }))

const problem = Operation.make(
  {
    id: "getProblemPage",
    summary: "What a problem means, and what to do about it",
    description: "A page for people. The `type` of each problem is the address of its page.",
    answers: { 200: "The page." },
    problems: Problem.of("NOT_FOUND")
  },
  (error) =>
    HttpApiEndpoint.get("problem", "/problems/:problem", {
      params: {
        problem: Schema.Literals(ProblemCode.all.map(ProblemCode.slugOf)).annotate({
          description: Words.withValues(
            "The code of the problem in kebab case, as its `type` has it.",
            Object.fromEntries(
              ProblemCode.all.map((code) => [ProblemCode.slugOf(code), `${ProblemCode.table[code].title}.`])
            )
          )
        })
      },
      success: page,
      error
    }).middleware(Identified)
)

const root = Operation.make(
  {
    id: "getRoot",
    summary: "Where to begin",
    description: "Leads whoever opens the address of the service to its documentation.",
    answers: { 303: "The documentation is elsewhere." }
  },
  () =>
    HttpApiEndpoint.get("root", "/", {
      success: HttpApiSchema.WithHeaders(HttpApiSchema.Empty(303), {
        location: Schema.Literal("/docs").annotate({ description: "Always `/docs`: where the documentation is." })
      })
    })
)

/** Megabytes that change with a release only. */
const documentation = HttpApiSchema.WithHeaders(page, shared)

const docs = Operation.make(
  {
    id: "getDocumentation",
    summary: "The documentation of the newest version, to browse",
    description: "A page that needs nothing from the internet.",
    answers: { 200: "The page." }
  },
  () => HttpApiEndpoint.get("docs", "/docs", { success: documentation })
)

const docsOf = (version: string) =>
  Operation.make(
    {
      id: `getDocumentation${version.replaceAll("-", "")}`,
      summary: `The documentation of version ${version}, to browse`,
      description: "A page that needs nothing from the internet.",
      answers: { 200: "The page." }
    },
    () => HttpApiEndpoint.get(`docs ${version}`, `/docs/${version}`, { success: documentation })
  )

const openApiOf = (version: string) =>
  Operation.make(
    {
      id: `getOpenApiDocument${version.replaceAll("-", "")}`,
      summary: `The contract of version ${version}`,
      description: "As an OpenAPI 3.1 document, with the paths that belong to no version.",
      answers: { 200: "The document." },
      examples: { answer: { beginning: { openapi: "3.1.0", info: { title: "Sheaf", version }, paths: {} } } }
    },
    () =>
      HttpApiEndpoint.get(`openapi ${version}`, `/openapi/${version}.json`, {
        success: Schema.Record(Schema.String, Schema.Json)
      })
  )

/** The operations that are open to everybody, for the running versions. */
export const make = (versions: Versions) => {
  const group = HttpApiGroup.make("system")
    .add(root, health, ready, listOf(versions), statusesOf(versions), keys, problem)
    .add(docs, ...versions.running.map(docsOf), ...versions.running.map(openApiOf))
    .middleware(Validated)
    .annotateMerge(
      OpenApi.annotations({ title: "System", description: "Open to everybody, the same in every version." })
    )
  return HttpApi.make("system").add(group, ConsentReturnGroup).annotateMerge(strict)
}

export type SystemApi = ReturnType<typeof make>
