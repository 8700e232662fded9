/** Serves the guides, the reference and their files, the Connect page, and the companies' logos. */
import { ConnectSessionId } from "@sheaf/domain/ConnectSession"
import type { SystemApi } from "@sheaf/http-contract"
import { Companies, ConnectPages } from "@sheaf/ports"
import type { CompanyLogo } from "@sheaf/ports"
import { Effect, Option, Schema } from "effect"
import { HttpServerResponse } from "effect/http"
import type { HttpServerRequest } from "effect/http"
import { HttpApiBuilder } from "effect/http-api"
import * as BuiltPage from "../pages/BuiltPage.ts"
import type { ConnectPage } from "../pages/ConnectPage.ts"
import type { Documentation } from "../pages/Documentation.ts"
import type { Shell } from "../pages/Shell.ts"
import { apiError, failWith } from "../problems/ApiErrors.ts"

const isSession = Schema.is(ConnectSessionId)

/**
 * Returns the origins whose pages may embed a session. If the name is not a session id, returns none without a lookup.
 */
const originsOf = (pages: ConnectPages["Service"], name: string) =>
  isSession(name) ? pages.origins(name) : Effect.succeed([])

const queryOf = ({ url }: HttpServerRequest.HttpServerRequest) => new URLSearchParams(url.split("?", 2)[1])

const noPage = () => failWith(apiError("NoPage"))

/**
 * The operator supplies the logo file. Pages of other origins may show it as an image. If it is opened as a document,
 * it can neither run scripts nor load anything.
 */
const logoResponse = ({ content, contentType }: CompanyLogo) =>
  HttpServerResponse.uint8Array(content, {
    contentType,
    headers: {
      ...BuiltPage.immutableCacheHeaders,
      "content-security-policy": "sandbox; default-src 'none'",
      "cross-origin-resource-policy": "cross-origin"
    }
  })

export const layer = (
  api: SystemApi.SystemApi,
  shell: Shell,
  { page, picture, search }: Documentation,
  connect: ConnectPage | undefined
) =>
  HttpApiBuilder.group(
    api,
    "browsing",
    Effect.fnUntraced(function* (handlers) {
      const companies = yield* Companies
      const pages = yield* ConnectPages
      return handlers.handleAll({
        guides: (exchange) => Effect.orDie(page("/docs/guides", exchange)),
        guide: (exchange) => Effect.catch(page(`/docs/guides/${exchange.params.name}`, exchange), noPage),
        operations: (exchange) =>
          Effect.catch(page(`/docs/${exchange.params.version}/${exchange.params.name}`, exchange), noPage),
        part: (exchange) => {
          const { name, part, section } = exchange.params
          return Effect.catch(page(`/docs/${section}/${name}/${part}`, exchange), noPage)
        },
        search,
        logo: ({ params }) =>
          Effect.flatMap(
            companies.logo(params.name),
            Option.match({ onNone: noPage, onSome: (logo) => Effect.succeed(logoResponse(logo)) })
          ),
        asset: (exchange) => {
          const { name } = exchange.params
          return Effect.catch(
            Effect.catch(shell.file(name, exchange), () => picture(name, exchange)),
            noPage
          )
        },
        connect: ({ params: { name }, request }) =>
          connect === undefined
            ? noPage()
            : Effect.flatMap(originsOf(pages, name), (origins) => connect.document(queryOf(request), origins)),
        connectScript: (exchange) => connect?.script(exchange) ?? noPage(),
        connectFile: (exchange) =>
          connect === undefined ? noPage() : Effect.catch(connect.file(exchange.params.name, exchange), noPage)
      })
    })
  )
