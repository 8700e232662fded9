/** Handlers that need no credentials and belong to no version (spec 5.3, 7, 9). */
import type { Versions } from "@sheaf/domain/versions/Versions"
import type { SystemApi } from "@sheaf/http-contract"
import { Readiness, ReceiptSigner, Tokens } from "@sheaf/ports"
import { Effect, Record } from "effect"
import { HttpServerResponse } from "effect/http"
import type { HttpServerRequest } from "effect/http"
import { HttpApiBuilder, HttpApiSchema } from "effect/http-api"
import * as Catalogs from "./Catalogs.ts"
import type { CompressedResponse } from "../pages/CompressedResponse.ts"
import type { Documentation } from "../pages/Documentation.ts"
import type { Shell } from "../pages/Shell.ts"
import * as ProblemPage from "../problems/ProblemPage.ts"
import { apiError, failWith } from "../problems/ApiErrors.ts"
import type { SunsetDates } from "../versions/Deprecation.ts"

const notReady = failWith(apiError("NotReady"))

const toDocumentation = HttpServerResponse.empty({ status: 303, headers: { location: "/docs", vary: "Accept" } })

const isBrowser = ({ headers }: HttpServerRequest.HttpServerRequest): boolean =>
  /(?:^|,)\s*text\/html\s*(?:[;,]|$)/i.test(headers["accept"] ?? "")

export const layer = (
  api: SystemApi.SystemApi,
  line: Versions,
  documents: ReadonlyArray<readonly [version: string, document: CompressedResponse]>,
  shell: Shell,
  { page }: Documentation,
  startPage: Effect.Effect<HttpServerResponse.HttpServerResponse> | undefined,
  sunsets: SunsetDates | undefined
) =>
  HttpApiBuilder.group(
    api,
    "system",
    Effect.fnUntraced(function* (handlers) {
      const readiness = yield* Readiness
      const tokens = yield* Tokens
      const receipts = yield* ReceiptSigner
      const versions = Catalogs.versionEntries(line, sunsets)
      const statuses = Catalogs.statusEntries(line)
      return handlers
        .handleAll({
          root: ({ request }) => (startPage && isBrowser(request) ? startPage : Effect.succeed(toDocumentation)),
          health: () => Effect.succeed({ status: "healthy" as const }),
          ready: () =>
            Effect.flatMap(readiness.isReady, (ready) =>
              ready
                ? Effect.map(readiness.expiring ?? Effect.succeed([]), (certificates) => ({
                    status: "ready" as const,
                    ...(certificates.length > 0 && { certificates })
                  }))
                : notReady
            ),
          versions: () => Effect.succeed(versions),
          statuses: () => Effect.succeed(statuses),
          keys: () =>
            Effect.map(Effect.orDie(Effect.all([tokens.publicKeys, receipts.publicKeys])), (keys) =>
              HttpApiSchema.withHeaders({
                body: { keys: keys.flat() },
                headers: { "cache-control": "public, max-age=300" }
              })
            ),
          problem: ({ params }) => {
            return ProblemPage.findPage(shell, params.problem) ?? failWith(apiError("NoProblemPage"))
          },
          docs: (exchange) => Effect.orDie(page(`/docs/${line.head}`, exchange))
        })
        .handleAll(
          Record.fromIterableWith(documents, ([version]) => [
            `docs ${version}` as const,
            (exchange: Parameters<typeof page>[1]) => Effect.orDie(page(`/docs/${version}`, exchange))
          ])
        )
        .handleAll(
          Record.fromIterableWith(documents, ([version, document]) => [`openapi ${version}` as const, document])
        )
    })
  )
