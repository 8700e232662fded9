/** Handles the URLs that banks and their authorization servers send people back to (spec 2.4). */
import type { SystemApi } from "@sheaf/http-contract"
import { Collections, Companies, ConnectPages, Consents } from "@sheaf/ports"
import type { ReturnResult, ReturnVisit } from "@sheaf/ports"
import { Effect, Option } from "effect"
import type { HttpServerRequest } from "effect/http"
import { HttpApiBuilder } from "effect/http-api"
import {
  parametersIn,
  confirmationCodeIn,
  authorizationResponseIn,
  singleValueOf
} from "../../addresses/ReturnQuery.ts"
import * as ConnectCookie from "../pages/ConnectCookie.ts"
import type { ConnectPageOptions } from "../pages/ConnectPage.ts"
import * as ReturnCookie from "../pages/ReturnCookie.ts"
import * as ReturnPage from "../pages/ReturnPage.ts"
import { apiError, failWith } from "../problems/ApiErrors.ts"

/** Returns true for browsers: they list HTML in `Accept`, which other programs seldom do. */
const takesPages = (accept: string | undefined): boolean => accept?.toLowerCase().includes("text/html") ?? false

/**
 * Returns true if the browser only prefetches the page. If the prefetch is rejected, the browser requests the page
 * again when the person follows the link.
 */
const isPrefetch = (purpose: string | undefined): boolean => purpose?.includes("prefetch") ?? false

interface Visited<Name extends string> {
  readonly params: Readonly<Record<Name, string>>
  readonly request: HttpServerRequest.HttpServerRequest
}

const queryOf = ({ url }: HttpServerRequest.HttpServerRequest) => new URLSearchParams(url.split("?", 2)[1])

/** Returns a company's name and logo, or nothing if there is no such company. */
const brandOf = Effect.fnUntraced(function* (company: string) {
  const companies = yield* Companies
  const [found] = yield* companies.availability({ company })
  if (found === undefined) return {}
  const { companyDisplayName: name, directory } = found
  const [file = ""] = directory?.logoUrl?.split("/").slice(-1) ?? []
  const logo = Option.getOrUndefined(yield* companies.logo(file))
  return { brand: { name, ...(logo && { logo }) } }
})

/** Creates the handlers. The pages use the typeface of the Connect page. */
export const layer = (
  api: SystemApi.SystemApi,
  connect: Pick<ConnectPageOptions, "files" | "testEnvironment"> | undefined
) =>
  HttpApiBuilder.group(api, "consentReturn", (handlers) =>
    Effect.gen(function* () {
      const consents = yield* Consents
      const collections = yield* Collections
      const pages = yield* ConnectPages
      const services = yield* Effect.context<Companies>()
      const typeface = yield* Effect.cached(
        connect ? Effect.map(connect.files, ReturnPage.typefaceOf) : Effect.succeed("")
      )
      const respond = Effect.fnUntraced(function* (
        request: HttpServerRequest.HttpServerRequest,
        visit: Omit<ReturnVisit, "browser">,
        returned: (visit: ReturnVisit) => Effect.Effect<ReturnResult>
      ) {
        const { headers, method } = request
        // A return URL works only once, so HEAD must not use it up.
        if (method === "HEAD") return ReturnPage.responseToHead
        if (isPrefetch(headers["sec-purpose"])) return yield* failWith(apiError("NoReturn"))
        const isSecure = yield* pages.isSecure
        const secret = ReturnCookie.readSecret(headers)
        const browser = {
          ...(secret !== undefined && { secret }),
          connectSecret: (connectSessionId: string) => ConnectCookie.readSecret(headers, { connectSessionId, isSecure })
        }
        const outcome = yield* returned({ ...visit, browser })
        if (outcome._tag === "UNKNOWN" && !takesPages(headers["accept"])) return yield* failWith(apiError("NoReturn"))
        return ReturnPage.responseTo(outcome, {
          acceptLanguage: headers["accept-language"],
          typeface: yield* typeface,
          isTest: connect?.testEnvironment ?? false,
          ...(outcome._tag === "RETURNED" && {
            company: visit.company,
            ...(yield* Effect.provideContext(brandOf(visit.company), services))
          })
        })
      })
      /** For return URLs with the state in the path. */
      const byPage = ({ params, request }: Visited<"company" | "state">) => {
        const response = confirmationCodeIn(queryOf(request))
        return { ...params, ...(response && { response }) }
      }
      /** Reads the return from an authorization server, which repeats the state in the query. */
      const byServer = ({ params, request }: Visited<"company">) => {
        const query = queryOf(request)
        const response = authorizationResponseIn(query)
        return { ...params, state: singleValueOf(query, "state"), ...(response && { response }) }
      }
      /** Adds all query parameters to the visit. Only connectors receive them. */
      const whole = <A>({ request }: Visited<string>, visit: A) => ({ ...visit, query: parametersIn(queryOf(request)) })
      return handlers
        .handle("returned", (visit) => respond(visit.request, whole(visit, byPage(visit)), consents.handleReturn))
        .handle("authorized", (visit) => respond(visit.request, byServer(visit), consents.handleReturn))
        .handle("returnedToCollection", (visit) =>
          respond(visit.request, whole(visit, byPage(visit)), collections.handleReturn)
        )
        .handle("authorizedForCollection", (visit) =>
          respond(visit.request, whole(visit, byServer(visit)), collections.handleReturn)
        )
    })
  )
