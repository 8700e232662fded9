/** Handlers for the guides, the documentation page's script and the Connect page. */
import type { SystemApi } from "@sheaf/http-contract"
import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import type { ConnectPage } from "../pages/ConnectPage.ts"
import type { DocumentationPages } from "../pages/DocumentationPage.ts"
import * as Guides from "../pages/Guides.ts"
import { apiError, failWith } from "../problems/ApiErrors.ts"

const noPage = () => failWith(apiError("NoPage"))

export const layer = (api: SystemApi.SystemApi, { script }: DocumentationPages, connect: ConnectPage | undefined) =>
  HttpApiBuilder.group(api, "browsing", (handlers) =>
    handlers.handleAll({
      guides: () => Guides.guideList,
      guide: ({ params }) => Effect.catch(Guides.findGuidePage(params.name), noPage),
      script: (exchange) => Effect.catch(script(exchange.params.name, exchange), noPage),
      connect: () => connect?.document ?? noPage(),
      connectFile: (exchange) =>
        connect === undefined ? noPage() : Effect.catch(connect.file(exchange.params.name, exchange), noPage)
    })
  )
