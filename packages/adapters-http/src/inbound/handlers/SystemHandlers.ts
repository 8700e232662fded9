/** What is open to everybody and belongs to no version (decisions 8, 12, 13, 15). */
import type { Versions } from "@sheaf/domain/versions/Versions"
import { Problem } from "@sheaf/http-contract"
import type { SystemApi } from "@sheaf/http-contract"
import { Readiness, Tokens } from "@sheaf/ports"
import { Effect, Record } from "effect"
import { HttpServerResponse } from "effect/http"
import { HttpApiBuilder, HttpApiSchema } from "effect/http-api"
import * as Catalogues from "../pages/Catalogues.ts"
import type { Sunsets } from "../versions/Deprecation.ts"
import type { Publication } from "../versions/Version.ts"
import * as ProblemPage from "../problems/ProblemPage.ts"
import { RequestId } from "../pipeline/CurrentRequest.ts"

const notReady = Effect.flatMap(RequestId, (requestId) =>
  Effect.fail(
    HttpApiSchema.withHeaders({
      body: Problem.make("NOT_READY", { detail: "The service is starting or shutting down.", requestId }),
      headers: { "retry-after": "1" }
    })
  )
)

const noPage = Effect.flatMap(RequestId, (requestId) =>
  Effect.fail(Problem.make("NOT_FOUND", { detail: "No problem is called this.", requestId }))
)

const root = HttpServerResponse.empty({ status: 303, headers: { location: "/docs" } })

/** Serves the same by the name of each version. */
const byVersion = <Name extends string, A>(
  published: ReadonlyMap<string, Publication>,
  nameOf: (version: string) => Name,
  answer: (publication: Publication) => A
) => Record.fromIterableWith(published, ([version, publication]) => [nameOf(version), () => answer(publication)])

export const layer = (
  api: SystemApi.SystemApi,
  line: Versions,
  published: ReadonlyMap<string, Publication>,
  sunsets: Sunsets | undefined
) =>
  HttpApiBuilder.group(
    api,
    "system",
    Effect.fnUntraced(function* (handlers) {
      const readiness = yield* Readiness
      const tokens = yield* Tokens
      const versions = Catalogues.versions(line, sunsets)
      const statuses = Catalogues.statuses(line)
      const newest = published.get(line.head)
      return handlers
        .handle("root", () => Effect.succeed(root))
        .handle("health", () => Effect.succeed({ status: "healthy" as const }))
        .handle("ready", () =>
          Effect.flatMap(readiness.isReady, (ready) =>
            ready ? Effect.succeed({ status: "ready" as const }) : notReady
          )
        )
        .handle("versions", () => Effect.succeed(versions))
        .handle("statuses", () => Effect.succeed(statuses))
        .handle("keys", () =>
          Effect.map(Effect.orDie(tokens.publicKeys), (keys) =>
            HttpApiSchema.withHeaders({ body: { keys }, headers: { "cache-control": "public, max-age=300" } })
          )
        )
        .handle("problem", ({ params }) => {
          const page = ProblemPage.pages.get(params.problem)
          return page === undefined ? noPage : Effect.succeed(page)
        })
        .handle("docs", () => newest?.page ?? Effect.die(new Error("the newest version is not served")))
        .handleAll(
          byVersion(
            published,
            (version) => `docs ${version}` as const,
            ({ page }) => page
          )
        )
        .handleAll(
          byVersion(
            published,
            (version) => `openapi ${version}` as const,
            ({ document }) => document
          )
        )
    })
  )
