/** Handlers for the pages that stand in for an app or a company (spec 12). */
import type { OrderPageServer } from "@sheaf/adapters-sandbox"
import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import type { PagesApi } from "../contract/PagesApi.ts"

export const layer = (api: PagesApi, respond: OrderPageServer.OrderPages["Service"]) =>
  HttpApiBuilder.group(api, "orderPages", (handlers) =>
    Effect.succeed(handlers.handleAll({ show: () => respond, press: () => respond }))
  )
