/** The handlers of the sandbox's pages, which replace an app or a company's own page (spec 12). */
import type { SystemApi } from "@sheaf/http-contract"
import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import type { SandboxSite } from "./SandboxSite.ts"

export const layer = (api: SystemApi.SandboxApi, { orderPages }: SandboxSite) =>
  HttpApiBuilder.group(api, "sandboxPages", (handlers) =>
    Effect.succeed(handlers.handleAll({ show: () => orderPages, press: () => orderPages }))
  )
