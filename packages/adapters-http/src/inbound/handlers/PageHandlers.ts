/** Handlers for the guides, the reference, the files of their pages, and the Connect page. */
import type { SystemApi } from "@sheaf/http-contract"
import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import type { ConnectPage } from "../pages/ConnectPage.ts"
import type { Documentation } from "../pages/Documentation.ts"
import type { Shell } from "../pages/Shell.ts"
import { apiError, failWith } from "../problems/ApiErrors.ts"

const noPage = () => failWith(apiError("NoPage"))

export const layer = (
  api: SystemApi.SystemApi,
  shell: Shell,
  { page, search }: Documentation,
  connect: ConnectPage | undefined
) =>
  HttpApiBuilder.group(api, "browsing", (handlers) =>
    handlers.handleAll({
      guides: (exchange) => Effect.orDie(page("/docs/guides", exchange)),
      guide: (exchange) => Effect.catch(page(`/docs/guides/${exchange.params.name}`, exchange), noPage),
      operations: (exchange) =>
        Effect.catch(page(`/docs/${exchange.params.version}/${exchange.params.name}`, exchange), noPage),
      search,
      asset: (exchange) => Effect.catch(shell.file(exchange.params.name, exchange), noPage),
      connect: () => connect?.document ?? noPage(),
      connectFile: (exchange) =>
        connect === undefined ? noPage() : Effect.catch(connect.file(exchange.params.name, exchange), noPage)
    })
  )
