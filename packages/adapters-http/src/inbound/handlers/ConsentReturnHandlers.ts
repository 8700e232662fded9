/** The handler of the address to which a bank returns a person after authorization (decisions 9). */
import type { SystemApi } from "@sheaf/http-contract"
import { Consents } from "@sheaf/ports"
import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import * as ReturnCookie from "../pages/ReturnCookie.ts"
import * as ReturnPage from "../pages/ReturnPage.ts"
import { refuse } from "../pipeline/CurrentRequest.ts"
import { table } from "../problems/RequestRefusals.ts"

/** Returns true if a browser sent the request, that is, if `Accept` lists HTML. Programs seldom list HTML. */
const takesPages = (accept: string | undefined): boolean => accept?.toLowerCase().includes("text/html") ?? false

/**
 * Returns true if a browser is only prefetching the page. After a failed prefetch, browsers send a new request when the
 * person follows the link.
 */
const isPrefetch = (purpose: string | undefined): boolean => purpose?.includes("prefetch") ?? false

export const layer = (api: SystemApi.SystemApi) =>
  HttpApiBuilder.group(api, "consentReturn", (handlers) =>
    Effect.map(Consents, (consents) =>
      handlers
        .handle("returnedToCollection", ({ request }) =>
          Effect.succeed(ReturnPage.ofCollection(request.headers["accept-language"]))
        )
        .handle(
          "returned",
          Effect.fnUntraced(function* ({ params, request }) {
            // A return address works only once. A HEAD request does not use it up.
            if (request.method === "HEAD") return ReturnPage.preview
            if (isPrefetch(request.headers["sec-purpose"])) return yield* refuse(table.noReturn)
            const returned = yield* consents.returned(params.state, ReturnCookie.secretIn(request.cookies))
            return returned._tag === "UNKNOWN" && !takesPages(request.headers["accept"])
              ? yield* refuse(table.noReturn)
              : ReturnPage.of(returned, request.headers["accept-language"])
          })
        )
    )
  )
