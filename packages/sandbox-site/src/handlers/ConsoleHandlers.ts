/** The console: its page, its files, and the inboxes where it receives webhooks (spec 12). */
import { ApiErrors, BuiltPage } from "@sheaf/adapters-http/additional"
import type { ShellPage } from "@sheaf/adapters-http/additional"
import { ByteSize, Effect } from "effect"
import { HttpServerRequest } from "effect/http"
import { HttpApiBuilder } from "effect/http-api"
import type { PagesApi } from "../contract/PagesApi.ts"
import { assetsPath } from "../contract/ConsoleGroup.ts"
import type { WebhookInboxes } from "./WebhookInboxes.ts"

/** The maximum size of a delivery. Events are much smaller. */
const maxDelivery = ByteSize.kibibytes(16)

/** Pages on other sites cannot send the header field `webhook-id`, so they cannot fill inboxes. */
const isWebhook = ({ headers }: HttpServerRequest.HttpServerRequest): boolean => headers["webhook-id"] !== undefined

const noPage = ApiErrors.failWith(ApiErrors.apiError("NoPage"))

export type ConsoleFiles = BuiltPage.PageOptions["files"]

/** Builds the console's page. Its requests use `demonstrationKey`, which is public, and API version `version`. */
export const makeConsolePage = (files: ConsoleFiles, demonstrationKey: string, version: string) =>
  Effect.map(BuiltPage.makeFileResponses(files), (file) => ({
    file,
    page: Effect.map(files, (built): ShellPage => ({
      title: "Sheaf sandbox",
      section: "sandbox",
      isApplication: true,
      head: BuiltPage.linksOf(built, assetsPath),
      body: BuiltPage.rootOf({ values: { "api-key": demonstrationKey, version } })
    }))
  }))

export type ConsolePage = Effect.Success<ReturnType<typeof makeConsolePage>>

/** If there is no console, its paths do not exist (404). */
export const layer = (api: PagesApi, console: ConsolePage | undefined, { after, receive }: WebhookInboxes) =>
  HttpApiBuilder.group(api, "console", (handlers) =>
    Effect.succeed(
      handlers.handleAll({
        file: (exchange) =>
          console === undefined ? noPage : Effect.catch(console.file(exchange.params.name, exchange), () => noPage),
        receive: ({ params, request }) =>
          console === undefined || !isWebhook(request)
            ? noPage
            : request.text.pipe(
                Effect.provideService(HttpServerRequest.MaxBodySize, maxDelivery),
                Effect.orDie,
                Effect.flatMap((body) => receive(params.inbox, { body, headers: request.headers }))
              ),
        received: ({ params, query }) => (console === undefined ? noPage : after(params.inbox, query.after))
      })
    )
  )
