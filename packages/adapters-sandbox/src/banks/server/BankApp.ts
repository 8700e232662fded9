/**
 * The simulated banks as one HTTP application. It serves the protocol (under `/v1` or `/{company}/v1`, for example,
 * depending on the profile) and the banks' pages (spec 2.4, 12).
 */
import type { CompanyId } from "@sheaf/domain/Company"
import type { PageResponse } from "../../pages/PageLayout.ts"
import type { BankProfile } from "@sheaf/ports"
import { ByteSize, Context, Effect, Layer, Option } from "effect"
import type { Scope } from "effect"
import { HttpRouter, HttpServer, HttpServerRequest, HttpServerResponse } from "effect/http"
import { HttpApiBuilder } from "effect/http-api"
import { randomUUID } from "node:crypto"
import type { ConsentFileStore } from "../ConsentFileStore.ts"
import { profileOf } from "../Bank.ts"
import type { Bank } from "../Bank.ts"
import * as BankPages from "../oauth/BankPages.ts"
import * as ConsentPageHandler from "../ConsentPageHandler.ts"
import * as LoginPage from "../LoginPage.ts"
import * as AuthorizationServer from "../oauth/AuthorizationServer.ts"
import type { AuthorizationStore } from "../oauth/AuthorizationStore.ts"
import * as PagePath from "../PagePath.ts"
import * as StetApp from "./StetApp.ts"
import { BankApi } from "../protocol/BankApi.ts"
import { isRequestId } from "../protocol/Headers.ts"
import * as AccountHandlers from "../accounts/AccountHandlers.ts"
import { CurrentBank, parse } from "../protocol/AddressedBank.ts"
import * as BankErrorResponse from "./BankErrorResponse.ts"
import * as BankMiddlewareLive from "./BankMiddlewareLive.ts"
import * as AccountList from "./AccountList.ts"
import * as ConsentHandlers from "./ConsentHandlers.ts"
import type { PageHost } from "../PageHost.ts"
import * as UnattendedReads from "../consents/UnattendedReads.ts"
import * as RecurringConsents from "../consents/RecurringConsents.ts"
import * as ProfileRules from "./ProfileRules.ts"
import type { SignatureRules } from "../protocol/SignatureCheck.ts"

export interface BankAppOptions {
  /** The deviations from the standard that the banks enforce. Default: none. */
  readonly profile?: BankProfile.ResolvedProfile
  /** The bank for requests whose path has no bank name, as in `/v1`. */
  readonly own?: CompanyId
  /** True if people must log in to see a consent's page. By default, the page opens without a login. */
  readonly hasLogin?: boolean
  /** True if people authorize consents through OAuth. The links in a consent then lead to an authorization server. */
  readonly usesOAuth?: boolean
  /**
   * True if an authorization on the bank's page counts only after the provider has sent the code from the return URL to
   * the bank. Does not apply to OAuth consents.
   */
  readonly needsConfirmation?: boolean
  /**
   * True if every request about an OAuth consent needs a token. By default, requests need one only after a token has
   * been issued for the consent.
   */
  readonly tokensFromStart?: boolean
  /**
   * True if a recurring consent expires when the person authorizes a newer one with the same provider. By default, it
   * stays valid.
   */
  readonly endsEarlierConsents?: boolean
  /** The rules for provider signatures. By default, only signatures that are present are checked. */
  readonly seals?: SignatureRules
  /**
   * Checks the client certificate of the request's connection. Returns a message code, or nothing if the certificate is
   * acceptable. By default, any certificate is accepted. The banks' pages need none.
   */
  readonly connection?: (request: HttpServerRequest.HttpServerRequest) => ClientCertificateError | undefined
}

export type ClientCertificateError = "CERTIFICATE_MISSING" | "CERTIFICATE_INVALID" | "ROLE_INVALID"

export type BankApp = Effect.Effect<
  HttpServerResponse.HttpServerResponse,
  never,
  HttpServerRequest.HttpServerRequest | Scope.Scope
>

type BankServices = ConsentFileStore | AuthorizationStore | PageHost

/** The maximum body size, in bytes. */
const maxBody = 64 * 1024

const router = Layer.fresh(HttpRouter.layer).pipe(
  Layer.provide(Layer.succeed(HttpRouter.RouterConfig, BankErrorResponse.exactRouterConfig))
)

const handlers = Layer.mergeAll(
  ConsentHandlers.layer,
  AccountHandlers.layerAccounts,
  AccountHandlers.layerCardAccounts
).pipe(
  Layer.provide(
    Layer.merge(UnattendedReads.layer, Layer.sync(RecurringConsents.RecurringConsents, RecurringConsents.make))
  )
)

const routes = HttpApiBuilder.layer(BankApi).pipe(
  Layer.provide(handlers),
  Layer.provide(BankMiddlewareLive.layer),
  Layer.provideMerge(router)
)

/** Echoes the request's identifier, or sends a new one if it is missing or invalid. */
const withRequestId = (
  response: HttpServerResponse.HttpServerResponse,
  { headers }: HttpServerRequest.HttpServerRequest
) => {
  const sent = headers["x-request-id"]
  return HttpServerResponse.setHeaders(response, {
    "x-request-id": sent !== undefined && isRequestId(sent) ? sent : randomUUID(),
    "cache-control": "no-store"
  })
}

const pageOptions = ({ headers, statusCode }: Omit<PageResponse, "body">) => ({
  status: statusCode,
  headers,
  contentType: headers["content-type"]
})

const page = Effect.fnUntraced(function* (request: HttpServerRequest.HttpServerRequest, hasLogin: boolean) {
  const { pathname, searchParams } = new URL(request.url, "http://bank")
  const form = Option.getOrUndefined(yield* Effect.option(request.text))
  const { "accept-language": acceptLanguage = "", cookie = "" } = request.headers
  const language = searchParams.get("language") ?? ""
  const visit = { method: request.method, path: pathname, language, acceptLanguage }
  const asked = { ...visit, form: new URLSearchParams(form), cookie }
  const login = hasLogin
    ? LoginPage.handleRequest({ ...asked, locale: yield* ConsentPageHandler.localeAt(pathname) })
    : undefined
  if (login !== undefined) return HttpServerResponse.text(login.body, pageOptions(login))
  const shown = yield* BankPages.handleRequest({ ...visit, body: form })
  return HttpServerResponse.text(shown.body, pageOptions(shown))
})

/** Builds the routes on the first request to keep startup fast. */
const onDemand = Effect.fnUntraced(function* () {
  const context = yield* Effect.context<BankServices | Scope.Scope>()
  const built = Layer.build(routes.pipe(Layer.provide(HttpServer.layerServices)))
  // Routes capture the services of the context in which they are built, so this context must not contain the first
  // request's services.
  const once = yield* Effect.cached(
    Effect.uninterruptible(Effect.updateContext(built, (_: Context.Context<never>) => context))
  )
  return Effect.flatMap(once, (services) => Context.get(services, HttpRouter.HttpRouter).asHttpEffect())
})

const stetServices = () =>
  Context.make(UnattendedReads.UnattendedReads, UnattendedReads.make()).pipe(
    Context.add(RecurringConsents.RecurringConsents, RecurringConsents.make())
  )

const answerOutside = Effect.fnUntraced(function* (
  request: HttpServerRequest.HttpServerRequest,
  { hasLogin = false, own, profile }: BankAppOptions
) {
  const ofServer = yield* AuthorizationServer.handleRequest(request, profile, own)
  if (ofServer !== undefined) return ofServer
  const isPage = PagePath.isConsentPagePath(request.url.split("?", 1).join(""))
  return isPage ? yield* page(request, hasLogin) : withRequestId(BankErrorResponse.of("RESOURCE_UNKNOWN"), request)
})

export const make = Effect.fnUntraced(function* (
  options: BankAppOptions = {}
): Effect.fn.Return<BankApp, never, BankServices | Scope.Scope> {
  const context = yield* Effect.context<BankServices>()
  const handle = yield* onDemand()
  const stet = Context.merge(context, stetServices())
  const profileFor = (bank: Bank) => options.profile ?? profileOf(bank)

  const answer = Effect.fnUntraced(function* (
    request: HttpServerRequest.HttpServerRequest,
    { addressed, rest: target }: NonNullable<ReturnType<typeof parse>>
  ) {
    const profile = profileFor(addressed.bank)
    const fault =
      options.connection?.(request) ?? (yield* ProfileRules.profileViolationOf(profile, target, request.headers))
    if (fault !== undefined) return withRequestId(BankErrorResponse.of(fault), request)
    const rest = ProfileRules.withoutQuery(profile, target)
    const current: CurrentBank["Service"] = {
      ...addressed,
      profile,
      endsEarlierConsents: options.endsEarlierConsents ?? false,
      seals: options.seals ?? {},
      needsConfirmation: options.needsConfirmation ?? false,
      tokensFromStart: options.tokensFromStart ?? false,
      usesOAuth:
        options.usesOAuth === true || addressed.bank.bank.usesOAuth === true || ProfileRules.prefersOAuth(profile)
    }
    const headers = ProfileRules.headersOf(profile, request.headers)
    const inside = AccountList.isList(current, rest)
      ? Effect.provideContext(AccountList.handle(request, current), context)
      : profile.protocol === "stet"
        ? Effect.provideContext(StetApp.handle(request, rest, current), stet)
        : handle.pipe(
            Effect.provideService(CurrentBank, current),
            Effect.provideServiceEffect(
              HttpServerRequest.HttpServerRequest,
              ProfileRules.toStandardRequest(profile, request.modify({ url: rest, headers }))
            )
          )
    const response = yield* Effect.catchCause(inside, (cause) => BankErrorResponse.ofCause(cause, rest))
    // For an unsupported media type, Effect responds with a plain-text body, which the standard does not define.
    return withRequestId(response.status === 415 ? HttpServerResponse.empty({ status: 415 }) : response, request)
  })

  return Effect.gen(function* () {
    const request = yield* HttpServerRequest.HttpServerRequest
    // Pages take precedence: if a bank has no path prefix, a page's path could equal the path of a protocol operation.
    const page = PagePath.parse(request.url.split("?", 1).join(""))
    const found = page !== undefined ? undefined : parse(request.url, options.own, profileFor)
    return found === undefined
      ? yield* Effect.provideContext(answerOutside(request, options), context)
      : yield* Effect.updateContext(
          answer(request, found),
          (given: Context.Context<HttpServerRequest.HttpServerRequest | Scope.Scope>) => Context.merge(given, context)
        )
  }).pipe(Effect.provideService(HttpServerRequest.MaxBodySize, ByteSize.bytes(maxBody)))
})
