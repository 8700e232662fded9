/** The handlers of the addresses to which banks and their authorization servers return a person (decisions 9). */
import type { SystemApi } from "@sheaf/http-contract"
import { Collections, Consents } from "@sheaf/ports"
import type { AuthorizationResponse } from "@sheaf/ports"
import { Effect } from "effect"
import type { HttpServerRequest } from "effect/http"
import { HttpApiBuilder } from "effect/http-api"
import { confirmationIn, responseIn, valueIn } from "../../ReturnQuery.ts"
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

const queryOf = ({ url }: HttpServerRequest.HttpServerRequest) => new URLSearchParams(url.split("?", 2)[1])

export const layer = (api: SystemApi.SystemApi) =>
  HttpApiBuilder.group(api, "consentReturn", (handlers) =>
    Effect.gen(function* () {
      const consents = yield* Consents
      const collections = yield* Collections
      const respond = Effect.fnUntraced(function* (
        request: HttpServerRequest.HttpServerRequest,
        state: string,
        response?: AuthorizationResponse
      ) {
        // A return address works only once. A HEAD request does not use it up.
        if (request.method === "HEAD") return ReturnPage.preview
        if (isPrefetch(request.headers["sec-purpose"])) return yield* refuse(table.noReturn)
        const returned = yield* consents.returned(state, ReturnCookie.secretIn(request.headers), response)
        return returned._tag === "UNKNOWN" && !takesPages(request.headers["accept"])
          ? yield* refuse(table.noReturn)
          : ReturnPage.of(returned, request.headers["accept-language"])
      })
      /** Hands an authorization server's response to its collection. Other banks redirect people without a code. */
      const respondToCollection = Effect.fnUntraced(function* (request: HttpServerRequest.HttpServerRequest) {
        const { headers, method } = request
        const query = queryOf(request)
        const response = responseIn(query)
        if (isPrefetch(headers["sec-purpose"])) return yield* refuse(table.noReturn)
        const isTaken =
          method === "HEAD" ||
          response === undefined ||
          !query.has("state") ||
          (yield* collections.returned(valueIn(query, "state"), response))
        if (isTaken) return ReturnPage.ofCollection(headers["accept-language"])
        return takesPages(headers["accept"])
          ? ReturnPage.of({ _tag: "UNKNOWN" }, headers["accept-language"])
          : yield* refuse(table.noReturn)
      })
      return handlers
        .handle("returnedToCollection", ({ request }) => respondToCollection(request))
        .handle("returned", ({ params, request }) => respond(request, params.state, confirmationIn(queryOf(request))))
        .handle("authorized", ({ request }) => {
          const query = queryOf(request)
          return respond(request, valueIn(query, "state"), responseIn(query))
        })
    })
  )
