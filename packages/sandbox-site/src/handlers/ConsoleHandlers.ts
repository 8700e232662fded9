/** The console: its page, its files, and the inboxes where it receives webhooks (spec 12). */
import { ApiErrors, BuiltPage } from "@sheaf/adapters-http/additional"
import type { ShellPage } from "@sheaf/adapters-http/additional"
import type { Scenarios } from "@sheaf/adapters-sandbox/scenarios"
import { ByteSize, Effect } from "effect"
import { HttpServerRequest } from "effect/http"
import { HttpApiBuilder } from "effect/http-api"
import type { PagesApi } from "../contract/PagesApi.ts"
import { assetsPath, listFileOf } from "../contract/ConsoleFiles.ts"
import * as ScenarioFiles from "./ScenarioFiles.ts"
import type { WebhookInboxes } from "./WebhookInboxes.ts"

/** The maximum size of a delivery. Events are much smaller. */
const maxDelivery = ByteSize.kibibytes(16)

/** Pages on other sites cannot send the header field `webhook-id`, so they cannot fill inboxes. */
const isWebhook = ({ headers }: HttpServerRequest.HttpServerRequest): boolean => headers["webhook-id"] !== undefined

const noPage = ApiErrors.failWith(ApiErrors.apiError("NoPage"))

export type ConsoleFiles = BuiltPage.PageOptions["files"]

export interface ConsoleOptions {
  readonly built: ConsoleFiles
  readonly scenarios: Scenarios["Service"]
  /** A public key, which the page's requests use. */
  readonly demonstrationKey: string
  readonly version: string
}

/** Requests the list of scenarios together with the script that shows it. */
const preloadOf = (revision: string): string =>
  `<link rel="preload" href="${assetsPath}${listFileOf(revision)}" as="fetch" crossorigin>\n`

export const makeConsolePage = Effect.fnUntraced(function* (options: ConsoleOptions) {
  const { built, demonstrationKey, version } = options
  const scenarios = yield* Effect.cached(Effect.sync(() => ScenarioFiles.make(options.scenarios)))
  const all = Effect.zipWith(built, scenarios, ({ files }, own) => ({ files: { ...files, ...own.files } }))
  return {
    file: yield* BuiltPage.makeFileResponses(all),
    page: Effect.zipWith(built, scenarios, (files, { revision }): ShellPage => ({
      title: "Sheaf sandbox",
      section: "sandbox",
      isApplication: true,
      head: preloadOf(revision) + BuiltPage.linksOf(files, assetsPath),
      body: BuiltPage.rootOf({ values: { "api-key": demonstrationKey, version, scenarios: revision } })
    }))
  }
})

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
