/**
 * The simulated banks as one HTTP application: the protocol below `/v1` and `/{company}/v1`, and the banks' pages
 * (decisions 9, 16).
 */
import type { CompanyId } from "@sheaf/domain/Company"
import { failuresOf } from "@sheaf/ports"
import type { PageAnswer } from "@sheaf/ports"
import { ByteSize, Cause, Context, Effect, Layer, Option } from "effect"
import type { Scope } from "effect"
import { FindMyWay, HttpRouter, HttpServer, HttpServerError, HttpServerRequest, HttpServerResponse } from "effect/http"
import { HttpApi, HttpApiBuilder } from "effect/http-api"
import type { HttpApiEndpoint } from "effect/http-api"
import { randomUUID } from "node:crypto"
import type { ConsentFiles } from "../ConsentFiles.ts"
import * as ConsentDesk from "../ConsentDesk.ts"
import * as LoginPage from "../LoginPage.ts"
import * as AuthorizationServer from "../oauth/AuthorizationServer.ts"
import * as OAuthState from "../oauth/OAuthState.ts"
import * as PageAddress from "../PageAddress.ts"
import { BankApi } from "../protocol/BankApi.ts"
import { isRequestId } from "../protocol/Headers.ts"
import * as TppMessage from "../protocol/TppMessage.ts"
import * as AccountHandlers from "./AccountHandlers.ts"
import { Addressed, parse } from "./Addressed.ts"
import * as Checks from "./Checks.ts"
import * as ConsentHandlers from "./ConsentHandlers.ts"
import { Outage } from "./ScenarioFaults.ts"
import type { PageHost } from "./PageHost.ts"
import * as Reads from "./Reads.ts"
import * as RecurringConsents from "./RecurringConsents.ts"
import type { SealRules } from "./SealCheck.ts"

export interface BankAppOptions {
  /** The bank whose protocol is also below `/v1`, without the bank's identifier in the path. */
  readonly own?: CompanyId
  /** True if people log in before they see a consent's page. By default, the page shows the consent at once. */
  readonly hasLogin?: boolean
  /** True if people authorize consents with OAuth: the consents' links lead to an authorization server. */
  readonly usesOAuth?: boolean
  /**
   * True if a recurring consent expires once the person authorizes a newer one of the same provider. By default, consents
   * of one person do not affect each other.
   */
  readonly endsEarlierConsents?: boolean
  /** The rules for providers' seals. By default, the banks only check seals that they get. */
  readonly seals?: SealRules
  /**
   * Returns the message code about the certificate of the request's connection, or nothing if the connection is
   * acceptable. By default, every connection is acceptable. Pages need no certificate.
   */
  readonly connection?: (request: HttpServerRequest.HttpServerRequest) => ConnectionFault | undefined
}

/** The faults of a connection's certificate. */
export type ConnectionFault = "CERTIFICATE_MISSING" | "CERTIFICATE_INVALID" | "ROLE_INVALID"

/** An HTTP application that any server can run. */
export type BankApp = Effect.Effect<
  HttpServerResponse.HttpServerResponse,
  never,
  HttpServerRequest.HttpServerRequest | Scope.Scope
>

/** The largest body, in bytes. */
const longestBody = 64 * 1024

const exact = { caseSensitive: true, ignoreTrailingSlash: false, ignoreDuplicateSlashes: false } as const

const router = Layer.fresh(HttpRouter.layer).pipe(Layer.provide(Layer.succeed(HttpRouter.RouterConfig, exact)))

const handlers = Layer.mergeAll(ConsentHandlers.layer, AccountHandlers.accounts, AccountHandlers.cardAccounts).pipe(
  Layer.provide(Layer.merge(Reads.layer, Layer.sync(RecurringConsents.RecurringConsents, RecurringConsents.make)))
)

const routes = HttpApiBuilder.layer(BankApi).pipe(
  Layer.provide(handlers),
  Layer.provide(Checks.layer),
  Layer.provideMerge(router)
)

const error = (code: TppMessage.Code, headers: Readonly<Record<string, string>> = {}) =>
  HttpServerResponse.jsonUnsafe(TppMessage.make(code), { status: TppMessage.statusOf(code), headers })

/** Returns the methods of a path, to tell a wrong method from an unknown path. */
const methodTable = () => {
  const table = FindMyWay.make<true>(exact)
  const methods = new Set<HttpApiEndpoint.Top["method"]>()
  HttpApi.reflect(BankApi, {
    onGroup: () => {},
    onEndpoint: ({ endpoint }) => {
      // An endpoint's path always begins with a slash, but its type is a plain string.
      table.on(endpoint.method, endpoint.path as FindMyWay.PathInput, true)
      methods.add(endpoint.method)
    }
  })
  return (target: string) => [...methods].filter((method) => table.find(method, target) !== undefined).sort()
}

const methodsOf = methodTable()

const outages = {
  UNAVAILABLE: HttpServerResponse.empty({ status: 503 }),
  FAILED: HttpServerResponse.empty({ status: 500 }),
  UNREADABLE: HttpServerResponse.text(`{"consentStatus":"received"`, { status: 201, contentType: "application/json" })
}

const isMissing = (failure: unknown): boolean =>
  HttpServerError.isHttpServerError(failure) && failure.reason._tag === "RouteNotFound"

const isUnreadableRequest = (failure: unknown): boolean =>
  HttpServerError.isHttpServerError(failure) && failure.reason._tag === "RequestParseError"

/** Turns a failure into a response. Propagates interruptions, because the caller has left or the server is stopping. */
const failed = (cause: Cause.Cause<unknown>, target: string): Effect.Effect<HttpServerResponse.HttpServerResponse> => {
  if (Cause.hasInterruptsOnly(cause)) return Effect.interrupt
  for (const reason of cause.reasons) {
    const failure = Cause.isFailReason(reason) ? reason.error : Cause.isDieReason(reason) ? reason.defect : undefined
    if (failure instanceof Outage) return Effect.succeed(outages[failure.kind])
    if (isUnreadableRequest(failure)) return Effect.succeed(error("FORMAT_ERROR", { connection: "close" }))
    if (isMissing(failure)) {
      const allowed = methodsOf(target)
      return Effect.succeed(
        allowed.length === 0 ? error("RESOURCE_UNKNOWN") : error("SERVICE_INVALID", { allow: allowed.join(", ") })
      )
    }
  }
  return Effect.logError("the sandbox bank failed").pipe(
    Effect.annotateLogs({ failures: failuresOf(cause) }),
    Effect.as(outages.FAILED)
  )
}

/** Repeats the request's identifier. A response to a request without a valid identifier has a new one. */
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

const pageOptions = ({ headers, statusCode }: Omit<PageAnswer, "body">) => ({
  status: statusCode,
  headers,
  contentType: headers["content-type"]
})

/** Shows a bank's page. */
const page = Effect.fnUntraced(function* (request: HttpServerRequest.HttpServerRequest, hasLogin: boolean) {
  const { pathname, searchParams } = new URL(request.url, "http://bank")
  const form = Option.getOrUndefined(yield* Effect.option(request.text))
  const visit = { method: request.method, path: pathname, language: searchParams.get("language") ?? "" }
  const { cookie = "" } = request.headers
  const login = hasLogin ? LoginPage.answer({ ...visit, form: new URLSearchParams(form), cookie }) : undefined
  if (login !== undefined) return HttpServerResponse.text(login.body, pageOptions(login))
  const { body, headers, statusCode } = yield* ConsentDesk.answer({ ...visit, body: form })
  const { location } = headers
  const result = location === undefined ? null : new URL(location).searchParams.get("result")
  const back = location === undefined ? undefined : yield* AuthorizationServer.returnOf(pathname, result)
  const sent = back === undefined ? headers : { ...headers, location: back }
  return HttpServerResponse.text(body, pageOptions({ headers: sent, statusCode }))
})

/** Builds the routes when the first request arrives, so that the service starts sooner. */
const onDemand = Effect.fnUntraced(function* () {
  const context = yield* Effect.context<ConsentFiles | OAuthState.OAuthState | PageHost | Scope.Scope>()
  const built = Layer.build(routes.pipe(Layer.provide(HttpServer.layerServices)))
  // The routes keep the services with which they are built, so the first request's services must not be among them.
  const once = yield* Effect.cached(
    Effect.uninterruptible(Effect.updateContext(built, (_: Context.Context<never>) => context))
  )
  return Effect.flatMap(once, (services) => Context.get(services, HttpRouter.HttpRouter).asHttpEffect())
})

/** Creates the application. Its consents live in {@link ConsentFiles}. */
export const make = Effect.fnUntraced(function* ({
  connection,
  own,
  seals = {},
  usesOAuth = false,
  endsEarlierConsents = false,
  hasLogin = false
}: BankAppOptions = {}): Effect.fn.Return<BankApp, never, ConsentFiles | PageHost | Scope.Scope> {
  const oauth = OAuthState.make()
  const outside = yield* Effect.context<ConsentFiles | PageHost>()
  const context = Context.add(outside, OAuthState.OAuthState, oauth)
  const handle = yield* Effect.provideService(onDemand(), OAuthState.OAuthState, oauth)
  return Effect.gen(function* () {
    const request = yield* HttpServerRequest.HttpServerRequest
    const { url } = request
    const found = parse(url, own)
    if (found === undefined) {
      const ofServer = yield* Effect.provideContext(AuthorizationServer.answer(request), context)
      if (ofServer !== undefined) return ofServer
      const isPage = PageAddress.isPage(url.split("?", 1).join(""))
      return isPage
        ? yield* Effect.provideContext(page(request, hasLogin), context)
        : withRequestId(error("RESOURCE_UNKNOWN"), request)
    }
    const { addressed, rest } = found
    const fault = connection?.(request)
    if (fault !== undefined) return withRequestId(error(fault), request)
    const response = yield* handle.pipe(
      Effect.provideService(Addressed, { ...addressed, endsEarlierConsents, seals, usesOAuth }),
      Effect.provideService(HttpServerRequest.HttpServerRequest, request.modify({ url: rest })),
      Effect.catchCause((cause) => failed(cause, rest))
    )
    // Effect describes the wrong media type in plain text, which the standard does not declare.
    return withRequestId(response.status === 415 ? HttpServerResponse.empty({ status: 415 }) : response, request)
  }).pipe(Effect.provideService(HttpServerRequest.MaxBodySize, ByteSize.bytes(longestBody)))
})
