/** The handlers of the sandbox's pages, which replace the authenticator app (spec 12). */
import type { SystemApi } from "@sheaf/http-contract"
import { SandboxPages } from "@sheaf/ports"
import { ByteSize, Effect } from "effect"
import { HttpServerRequest, HttpServerResponse } from "effect/http"
import { HttpApiBuilder } from "effect/http-api"

interface PageVisit {
  readonly request: HttpServerRequest.HttpServerRequest
  readonly params: { readonly token: string }
  readonly query: { readonly language?: string }
}

const formSize = ByteSize.kibibytes(4)

/** Reads the form. A form that is too large or incomplete counts as empty, and the page rejects it. */
const formOf = (request: HttpServerRequest.HttpServerRequest): Effect.Effect<string> =>
  request.text.pipe(
    Effect.provideService(HttpServerRequest.MaxBodySize, formSize),
    Effect.catch(() => Effect.succeed(""))
  )

export const layer = (api: SystemApi.SystemApi) =>
  HttpApiBuilder.group(api, "sandboxPages", (handlers) =>
    Effect.map(SandboxPages, (pages) => {
      const serve = Effect.fnUntraced(function* ({ params, query, request }: PageVisit) {
        const form = request.method === "POST" ? yield* formOf(request) : ""
        const { body, headers, statusCode } = yield* pages.respond({
          ...params,
          ...query,
          method: request.method,
          acceptLanguage: request.headers["accept-language"] ?? "",
          form
        })
        return HttpServerResponse.text(body, { status: statusCode, headers })
      })
      return handlers.handleAll({ show: serve, press: serve })
    })
  )
