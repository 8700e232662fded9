/**
 * The simulated banks as one HTTP application: the protocol (below `/v1` or `/{company}/v1`, for example, depending on
 * the profile) and the banks' pages (spec 2.4, 12).
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
  /** The deviations that the banks insist on. Default: none. */
  readonly profile?: BankProfile.ResolvedProfile
  /** A bank that can be addressed without its name in the path, as in `/v1`. */
  readonly own?: CompanyId
  /** True if people must log in to see a consent's page. By default, they see it immediately. */
  readonly hasLogin?: boolean
  /** True if people authorize consents with OAuth. The consents' links then lead to an authorization server. */
  readonly usesOAuth?: boolean
  /**
   * True if the provider must confirm what the person has authorized on the bank's page, with the code in the return
   * URL. Absent for consents that are authorized with OAuth.
   */
  readonly needsConfirmation?: boolean
  /**
   * True if requests about a consent with OAuth need a token from the start, even before the consent has one. By
   * default, requests need a token as soon as there is one.
   */
  readonly tokensFromStart?: boolean
  /**
   * True if a recurring consent expires when the person authorizes a newer one with the same provider. By default,
   * consents do not affect each other.
   */
  readonly endsEarlierConsents?: boolean
  /** The rules for providers' seals. By default, only seals that are present are checked. */
  readonly seals?: SignatureRules
  /**
   * Returns the message code for the certificate of the request's connection, or nothing if it is acceptable. By
   * default, all certificates are acceptable. Pages need no certificate.
   */
  readonly connection?: (request: HttpServerRequest.HttpServerRequest) => ClientCertificateError | undefined
}

/** The faults of a connection's certificate. */
export type ClientCertificateError = "CERTIFICATE_MISSING" | "CERTIFICATE_INVALID" | "ROLE_INVALID"

/** An HTTP application that any server can run. */
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

/** Repeats the request's identifier, or uses a new one if it is invalid or absent. */
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

/** Shows a bank's page. */
const page = Effect.fnUntraced(function* (request: HttpServerRequest.HttpServerRequest, hasLogin: boolean) {
  const { pathname, searchParams } = new URL(request.url, "http://bank")
  const form = Option.getOrUndefined(yield* Effect.option(request.text))
  const visit = { method: request.method, path: pathname, language: searchParams.get("language") ?? "" }
  const { "accept-language": acceptLanguage = "", cookie = "" } = request.headers
  const asked = { ...visit, form: new URLSearchParams(form), cookie }
  const login = hasLogin
    ? LoginPage.handleRequest({ ...asked, locale: yield* ConsentPageHandler.localeAt(pathname) })
    : undefined
  if (login !== undefined) return HttpServerResponse.text(login.body, pageOptions(login))
  const shown = yield* BankPages.handleRequest({ ...visit, acceptLanguage, body: form })
  return HttpServerResponse.text(shown.body, pageOptions(shown))
})

/** Builds the routes on the first request, so that the service starts sooner. */
const onDemand = Effect.fnUntraced(function* () {
  const context = yield* Effect.context<BankServices | Scope.Scope>()
  const built = Layer.build(routes.pipe(Layer.provide(HttpServer.layerServices)))
  // Routes keep the services with which they are built. The first request's services must not be among them.
  const once = yield* Effect.cached(
    Effect.uninterruptible(Effect.updateContext(built, (_: Context.Context<never>) => context))
  )
  return Effect.flatMap(once, (services) => Context.get(services, HttpRouter.HttpRouter).asHttpEffect())
})

/** Services for banks that speak STET. */
const stetServices = () =>
  Context.make(UnattendedReads.UnattendedReads, UnattendedReads.make()).pipe(
    Context.add(RecurringConsents.RecurringConsents, RecurringConsents.make())
  )

/** Handles requests outside the protocol: those to the authorization server, and those for a page. */
const answerOutside = Effect.fnUntraced(function* (
  request: HttpServerRequest.HttpServerRequest,
  { hasLogin = false, own, profile }: BankAppOptions
) {
  const ofServer = yield* AuthorizationServer.handleRequest(request, profile, own)
  if (ofServer !== undefined) return ofServer
  const isPage = PagePath.isConsentPagePath(request.url.split("?", 1).join(""))
  return isPage ? yield* page(request, hasLogin) : withRequestId(BankErrorResponse.of("RESOURCE_UNKNOWN"), request)
})

/** Creates the application. The consents are in {@link ConsentFileStore}. */
export const make = Effect.fnUntraced(function* (
  options: BankAppOptions = {}
): Effect.fn.Return<BankApp, never, BankServices | Scope.Scope> {
  const context = yield* Effect.context<BankServices>()
  const handle = yield* onDemand()
  const stet = Context.merge(context, stetServices())
  const profileFor = (bank: Bank) => options.profile ?? profileOf(bank)

  /** Responds to a request for the bank that it addresses. */
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
    // Effect describes a wrong media type in plain text, which the standard does not declare.
    return withRequestId(response.status === 415 ? HttpServerResponse.empty({ status: 415 }) : response, request)
  })

  return Effect.gen(function* () {
    const request = yield* HttpServerRequest.HttpServerRequest
    // Without a path prefix, a page could have the same path as an operation of the protocol.
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
