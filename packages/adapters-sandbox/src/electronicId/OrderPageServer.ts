/** Serves order pages (spec 12). Either a service or the standalone sandbox mounts them under `pathPrefix`. */
import { ByteSize, Context, Effect } from "effect"
import { HttpServerRequest, HttpServerResponse } from "effect/http"
import type { OrderPageHandler } from "./OrderPageHandler.ts"

/** The path prefix of order pages. The order's unguessable token follows it. */
export const pathPrefix = "/sandbox/orders/"

/** Serves order pages. An unknown token gets a 404. */
export class OrderPages extends Context.Service<
  OrderPages,
  Effect.Effect<HttpServerResponse.HttpServerResponse, never, HttpServerRequest.HttpServerRequest>
>()("@sheaf/adapters-sandbox/OrderPages") {}

const formSize = ByteSize.kibibytes(4)

/** Treats a form that is too large or incomplete as empty. The page then rejects it. */
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
