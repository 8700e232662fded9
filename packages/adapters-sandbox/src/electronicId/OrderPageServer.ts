/** Serves order pages. It is mounted at the pages' paths, either by a service or by the sandbox itself (spec 12). */
import { ByteSize, Context, Effect } from "effect"
import { HttpServerRequest, HttpServerResponse } from "effect/http"
import type { OrderPageHandler } from "./OrderPageHandler.ts"

/** The path prefix of order pages. The order's token, which nobody can guess, follows it. */
export const pathPrefix = "/sandbox/orders/"

/** Responds to requests for pages. Responds with 404 to an unknown token. */
export class OrderPages extends Context.Service<
  OrderPages,
  Effect.Effect<HttpServerResponse.HttpServerResponse, never, HttpServerRequest.HttpServerRequest>
>()("@sheaf/adapters-sandbox/OrderPages") {}

const formSize = ByteSize.kibibytes(4)

/** Reads the form. A form that is too large or incomplete counts as empty, and the page rejects it. */
const formOf = (request: HttpServerRequest.HttpServerRequest): Effect.Effect<string> =>
  request.text.pipe(
    Effect.provideService(HttpServerRequest.MaxBodySize, formSize),
    Effect.catch(() => Effect.succeed(""))
  )

export const make = (respond: OrderPageHandler): OrderPages["Service"] =>
  Effect.gen(function* () {
    const request = yield* HttpServerRequest.HttpServerRequest
    const { pathname, searchParams } = new URL(request.url, "http://localhost")
    const language = searchParams.get("language")
    const { body, headers, statusCode } = yield* respond({
      token: pathname.slice(pathPrefix.length),
      ...(language !== null && { language }),
      method: request.method,
      acceptLanguage: request.headers["accept-language"] ?? "",
      form: request.method === "POST" ? yield* formOf(request) : ""
    })
    return HttpServerResponse.text(body, { status: statusCode, headers })
  })
