/** The handlers for the guides, the documentation page's script and the Connect page. Only browsers request them (spec 5, 13). */
import type { SystemApi } from "@sheaf/http-contract"
import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import type { ConnectDocument } from "../pages/ConnectDocument.ts"
import type { DocumentationPages } from "../pages/DocumentationPage.ts"
import * as Guides from "../pages/Guides.ts"
import { of, refuse } from "../problems/Refusals.ts"

const noPage = () => refuse(of("NoPage"))

export const layer = (api: SystemApi.SystemApi, { script }: DocumentationPages, connect: ConnectDocument | undefined) =>
  HttpApiBuilder.group(api, "browsing", (handlers) =>
    handlers.handleAll({
      guides: () => Guides.list,
      guide: ({ params }) => Effect.catch(Guides.page(params.name), noPage),
      script: (exchange) => Effect.catch(script(exchange.params.name, exchange), noPage),
      connect: () => connect?.document ?? noPage(),
      connectFile: (exchange) =>
        connect === undefined ? noPage() : Effect.catch(connect.file(exchange.params.name, exchange), noPage)
    })
  )
