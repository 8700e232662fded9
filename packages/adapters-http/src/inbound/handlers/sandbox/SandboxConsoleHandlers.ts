/** The sandbox's console: its page, its files, and the inboxes in which it receives webhooks (spec 12). */
import { SandboxConsole } from "@sheaf/http-contract"
import type { SystemApi } from "@sheaf/http-contract"
import type { WebhookInboxes } from "@sheaf/ports"
import { ByteSize, Effect } from "effect"
import { HttpServerRequest } from "effect/http"
import { HttpApiBuilder } from "effect/http-api"
import * as BuiltPage from "../../pages/BuiltPage.ts"
import { apiError, failWith } from "../../problems/ApiErrors.ts"

/** Events are much smaller. */
const maxDelivery = ByteSize.kibibytes(16)

/** Pages of other sites cannot send this field, so they cannot fill inboxes. */
const isWebhook = ({ headers }: HttpServerRequest.HttpServerRequest): boolean => headers["webhook-id"] !== undefined

const noPage = failWith(apiError("NoPage"))

/** Creates the page. Its requests carry the demonstration key, which is public, and name this version. */
export const makeConsolePage = (files: BuiltPage.PageOptions["files"], demonstrationKey: string, version: string) =>
  BuiltPage.make({
    files,
    title: "Sheaf sandbox",
    assets: SandboxConsole.assetsPath,
    headers: { vary: "Accept" },
    values: { "api-key": demonstrationKey, version }
  })

/** Without a console, its paths have no content. */
export const layer = (
  api: SystemApi.SandboxApi,
  console: BuiltPage.BuiltPage | undefined,
  { after, receive }: WebhookInboxes["Service"]
) =>
  HttpApiBuilder.group(api, "sandboxConsole", (handlers) =>
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
