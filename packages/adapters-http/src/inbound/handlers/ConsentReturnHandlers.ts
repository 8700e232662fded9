/** Where a bank sends a person back to who was to authorise a consent (decisions 9). */
import { Problem } from "@sheaf/http-contract"
import type { SystemApi } from "@sheaf/http-contract"
import { Consents } from "@sheaf/ports"
import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { RequestId } from "../pipeline/CurrentRequest.ts"
import * as ReturnPage from "../pages/ReturnPage.ts"

/** Whether it is a person's browser that asks: they all name the type of pages, and programs seldom do. */
const takesPages = (accept: string | undefined): boolean => accept?.toLowerCase().includes("text/html") ?? false

const unknown = Effect.flatMap(RequestId, (requestId) =>
  Effect.fail(Problem.make("NOT_FOUND", { detail: "The address is not known, or was used before.", requestId }))
)

export const layer = (api: SystemApi.SystemApi) =>
  HttpApiBuilder.group(
    api,
    "consentReturn",
    Effect.fnUntraced(function* (handlers) {
      const consents = yield* Consents
      return handlers.handle(
        "returned",
        Effect.fnUntraced(function* ({ params, request }) {
          // An address is good once, and who asks for its head only has not come.
          if (request.method === "HEAD") return ReturnPage.preview
          const returned = yield* consents.returned(params.state)
          return returned._tag === "UNKNOWN" && !takesPages(request.headers["accept"])
            ? yield* unknown
            : ReturnPage.of(returned, request.headers["accept-language"])
        })
      )
    })
  )
