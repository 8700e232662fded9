/** Handlers for the guides, the documentation page's script and the Connect page. */
import { ConnectSessionId } from "@sheaf/domain/ConnectSession"
import type { SystemApi } from "@sheaf/http-contract"
import { ConnectPages } from "@sheaf/ports"
import { Effect, Schema } from "effect"
import type { HttpServerRequest } from "effect/http"
import { HttpApiBuilder } from "effect/http-api"
import type { ConnectPage } from "../pages/ConnectPage.ts"
import type { DocumentationPages } from "../pages/DocumentationPage.ts"
import * as Guides from "../pages/Guides.ts"
import { apiError, failWith } from "../problems/ApiErrors.ts"

const isSession = Schema.is(ConnectSessionId)

/** Returns the origins whose pages may embed a session. Reads nothing for other names. */
const originsOf = (pages: ConnectPages["Service"], name: string) =>
  isSession(name) ? pages.origins(name) : Effect.succeed([])

const queryOf = ({ url }: HttpServerRequest.HttpServerRequest) => new URLSearchParams(url.split("?", 2)[1])

const noPage = () => failWith(apiError("NoPage"))

export const layer = (api: SystemApi.SystemApi, { script }: DocumentationPages, connect: ConnectPage | undefined) =>
  HttpApiBuilder.group(
    api,
    "browsing",
    Effect.fnUntraced(function* (handlers) {
      const pages = yield* ConnectPages
      return handlers.handleAll({
        guides: () => Guides.guideList,
        guide: ({ params }) => Effect.catch(Guides.findGuidePage(params.name), noPage),
        script: (exchange) => Effect.catch(script(exchange.params.name, exchange), noPage),
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
