/** What is open to everybody and belongs to no version (decisions 8, 12, 13, 15). */
import { Api20250101, Api20260401, Problem, SystemApi } from "@sheaf/http-contract"
import { Readiness, Tokens } from "@sheaf/ports"
import { Effect } from "effect"
import { HttpServerResponse } from "effect/http"
import { HttpApiBuilder, HttpApiSchema, OpenApi } from "effect/http-api"
import type { HttpApi, HttpApiGroup } from "effect/http-api"
import * as Catalogues from "../pages/Catalogues.ts"
import * as DocumentationPage from "../pages/DocumentationPage.ts"
import type { Lifecycles } from "../versions/Lifecycle.ts"
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

/** Each version together with what belongs to none. */
const oldest = Api20250101.addHttpApi(SystemApi)
const newest = Api20260401.addHttpApi(SystemApi)

const root = HttpServerResponse.empty({ status: 303, headers: { location: "/docs" } })

const openApiDocument = <Id extends string, Groups extends HttpApiGroup.Constraint>(
  contract: HttpApi.HttpApi<Id, Groups>
) => Effect.cached(Effect.sync(() => HttpServerResponse.jsonUnsafe(OpenApi.fromApi(contract))))

export const layer = (lifecycles: Lifecycles, demonstrationKey?: string) =>
  HttpApiBuilder.group(
    SystemApi,
    "system",
    Effect.fnUntraced(function* (handlers) {
      const readiness = yield* Readiness
      const tokens = yield* Tokens
      const versions = Catalogues.versions(lifecycles)
      const page20250101 = yield* DocumentationPage.make(oldest, demonstrationKey)
      const page20260401 = yield* DocumentationPage.make(newest, demonstrationKey)
      const document20250101 = yield* openApiDocument(oldest)
      const document20260401 = yield* openApiDocument(newest)
      return handlers
        .handle("root", () => Effect.succeed(root))
        .handle("health", () => Effect.succeed({ status: "healthy" as const }))
        .handle("ready", () =>
          Effect.flatMap(readiness.isReady, (ready) =>
            ready ? Effect.succeed({ status: "ready" as const }) : notReady
          )
        )
        .handle("versions", () => Effect.succeed(versions))
        .handle("statuses", () => Effect.succeed(Catalogues.statuses))
        .handle("keys", () =>
          Effect.map(Effect.orDie(tokens.publicKeys), (keys) =>
            HttpApiSchema.withHeaders({ body: { keys }, headers: { "cache-control": "public, max-age=300" } })
          )
        )
        .handle("problem", ({ params }) => {
          const page = ProblemPage.pages.get(params.problem)
          return page === undefined ? noPage : Effect.succeed(page)
        })
        .handle("docs", () => Effect.flatten(page20260401))
        .handle("docs 2025-01-01", () => Effect.flatten(page20250101))
        .handle("docs 2026-04-01", () => Effect.flatten(page20260401))
        .handle("openapi 2025-01-01", () => document20250101)
        .handle("openapi 2026-04-01", () => document20260401)
    })
  )
