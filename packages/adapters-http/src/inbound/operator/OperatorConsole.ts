/**
 * The operator's console (spec 14.5): a page, its requests, and sessions that begin with a link from `sheaf console`.
 * `make` creates the request handler. Any server can run it, because the handler itself rejects requests from other
 * machines.
 */
import { OperatorApi } from "@sheaf/http-contract"
import { AuditLog, CurrentActor } from "@sheaf/ports"
import type { ActorContext } from "@sheaf/ports"
import { ByteSize, Cause, Clock, Effect, Layer, Option, Schema } from "effect"
import { HttpServer, HttpServerError, HttpServerRequest, HttpServerResponse } from "effect/http"
import { HttpApiError } from "effect/http-api"
import { randomUUID } from "node:crypto"
import { isIP } from "node:net"
import * as BuiltPage from "../pages/BuiltPage.ts"
import * as Cookies from "../pages/Cookies.ts"
import { errorResponse } from "../problems/ProblemWriter.ts"
import { apiError } from "../problems/ApiErrors.ts"
import type { ApiError } from "../problems/ApiErrors.ts"
import * as ServedApi from "../versions/ServedApi.ts"
import * as OperatorSessions from "./OperatorSessions.ts"
import * as OperatorHandlers from "./OperatorHandlers.ts"
import { admit } from "../admission/Admission.ts"
import type { SecurityRequirement, RequestFacts, RouteResult } from "../admission/Admission.ts"
import { problemResponses } from "../admission/RequestAdmission.ts"
import { RequestId } from "../connections/IncomingRequest.ts"
import * as BrowserSecurity from "../connections/BrowserSecurity.ts"
import { isCrossOrigin } from "../connections/BrowserSecurity.ts"

export interface Options extends OperatorHandlers.ProcessState {
  readonly files: BuiltPage.PageOptions["files"]
  /** Returns the operator for whom the link was issued. A link works only once. */
  readonly redeem: (link: string) => Effect.Effect<Option.Option<string>>
}

const { OperatorSessionRequest, paths, sessionTokenHeader } = OperatorApi

const isLoopbackAddress = (address: string): boolean => {
  const plain = address.replace(/^::ffff:/i, "")
  return plain === "::1" || (isIP(plain) === 4 && plain.startsWith("127."))
}

const isFromHere = ({ remoteAddress }: HttpServerRequest.HttpServerRequest): boolean =>
  Option.exists(remoteAddress, isLoopbackAddress)

const noRoute = apiError("RouteNotFound")

const reject = (error: ApiError): Effect.Effect<HttpServerResponse.HttpServerResponse> =>
  Effect.map(RequestId, (requestId) => errorResponse(error, requestId))

/**
 * Returns a route for requests that are not part of the API. The route's `path` is empty, which distinguishes it from
 * the API's operations.
 */
const demanding = (credentials: SecurityRequirement["credentials"], isSameOrigin: boolean): RouteResult => ({
  _tag: "Found",
  security: { credentials, scope: undefined, requiresSameOrigin: isSameOrigin },
  endpoint: { method: "GET", path: "" },
  ids: ""
})

/** Does not require the request to come from the console's own origin, so that other pages can link to the console. */
const pageRoute = demanding("LOCAL", false)
const sessionRoute = demanding("LOCAL", true)
const operatorRoute = demanding("OPERATOR", true)

const bodySize = ByteSize.kibibytes(4)

const isInvalid = ({ reasons }: Cause.Cause<unknown>): boolean =>
  reasons.some((reason) => {
    const error = Cause.isFailReason(reason) ? reason.error : Cause.isDieReason(reason) ? reason.defect : undefined
    if (HttpServerError.isHttpServerError(error)) return error.reason._tag === "RequestParseError"
    return HttpApiError.HttpApiSchemaError.is(error) && (error.kind === "Query" || error.kind === "Payload")
  })

const decodeOpen = Schema.decodeUnknownOption(Schema.fromJsonString(OperatorSessionRequest))

/**
 * The name contains the port, because browsers share cookies between ports. The cookie is sent only to the console's
 * paths.
 */
const cookieName = ({ port }: URL): string => `sheaf-console-${port === "" ? "80" : port}`

const cookieIn = ({ headers }: HttpServerRequest.HttpServerRequest, host: URL): string =>
  Cookies.valueIn(headers["cookie"], cookieName(host)) ?? ""

const cookieOf = (host: URL, value: string, maxAge: number): string =>
  `${cookieName(host)}=${value}; Path=${paths.page}; Max-Age=${maxAge}; HttpOnly; SameSite=Strict`

const textOf = (request: HttpServerRequest.HttpServerRequest) =>
  request.text.pipe(
    Effect.provideService(HttpServerRequest.MaxBodySize, bodySize),
    Effect.catchCause(() => Effect.succeed(""))
  )

const asOperator = <A, E, R>(operator: string, effect: Effect.Effect<A, E, R>) =>
  Effect.flatMap(RequestId, (requestId) => {
    const actor: ActorContext = { actor: { type: "CONSOLE", operator }, requestId }
    return Effect.provideService(effect, CurrentActor, actor)
  })

const makeSessions = Effect.fnUntraced(function* (redeem: Options["redeem"]) {
  const { append } = yield* AuditLog
  const clock = yield* Clock.Clock
  const sessions = OperatorSessions.make(() => clock.currentTimeMillisUnsafe())

  const open = Effect.fnUntraced(function* (request: HttpServerRequest.HttpServerRequest, host: URL) {
    const asked = decodeOpen(yield* textOf(request))
    const isJson = /^application\/json\b/i.test(request.headers["content-type"] ?? "")
    if (!isJson || Option.isNone(asked)) return yield* reject(apiError("ConsoleInvalid"))
    const operator = yield* redeem(asked.value.link)
    if (Option.isNone(operator)) return yield* reject(apiError("ConsoleLinkUsed"))
    yield* asOperator(operator.value, Effect.orDie(append({ action: "CONSOLE_OPENED", subject: {} })))
    const { cookie, token } = sessions.open(operator.value)
    const body: OperatorApi.OperatorSessionToken = { token }
    const headers = { "set-cookie": cookieOf(host, cookie, OperatorSessions.maxAgeMillis / 1000) }
    return HttpServerResponse.jsonUnsafe(body, { status: 201, headers })
  })

  const close = (request: HttpServerRequest.HttpServerRequest, host: URL) => {
    sessions.close(cookieIn(request, host))
    return HttpServerResponse.empty({ headers: { "set-cookie": cookieOf(host, "", 0) } })
  }

  const find = (request: HttpServerRequest.HttpServerRequest, host: URL) =>
    sessions.find(cookieIn(request, host), request.headers[sessionTokenHeader] ?? "")

  return { open, close, find }
})

const factsOf = (
  request: HttpServerRequest.HttpServerRequest,
  host: Option.Option<URL>,
  route: () => RouteResult,
  isOperator: boolean
): RequestFacts => {
  const isLocal = isFromHere(request) && Option.isSome(host)
  const origins = Option.toArray(host).map(({ origin }) => origin)
  return {
    peer: undefined,
    certificateError: undefined,
    key: { _tag: "Absent" },
    token: { _tag: "None" },
    page: { _tag: "Absent" },
    address: undefined,
    // The router sees only requests from this machine.
    route: isLocal ? route() : operatorRoute,
    isLocal,
    isCrossSite: isCrossOrigin(request.headers, origins),
    isOperator
  }
}

const failed = (cause: Cause.Cause<unknown>) => {
  if (Cause.hasInterruptsOnly(cause)) return Effect.interrupt
  if (isInvalid(cause)) return reject(apiError("ConsoleInvalid"))
  return Effect.andThen(Effect.logError("the operator's console failed", cause), reject(apiError("Internal")))
}

/** The returned effect never fails, but can be interrupted. */
export const make = Effect.fnUntraced(function* (options: Options) {
  const page = yield* BuiltPage.make({
    files: options.files,
    title: "Sheaf operations",
    assets: paths.assets,
    values: { "token-header": sessionTokenHeader }
  })
  const { find, handle } = yield* ServedApi.makeLazy(
    OperatorApi.OperatorApi,
    Layer.merge(OperatorHandlers.layer(options), HttpServer.layerServices),
    ServedApi.declaredRequirements("OPERATOR")
  ).pipe(Effect.provide(problemResponses))
  const sessions = yield* makeSessions(options.redeem)

  const asset = (request: HttpServerRequest.HttpServerRequest, path: string) =>
    Effect.catch(page.file(path.slice(paths.assets.length), { request }), () => reject(noRoute))

  /**
   * Returns the requirements of a path. For everything except the page and its files, the request must at least come
   * from the page's own origin.
   */
  const routeOf = ({ method, url }: HttpServerRequest.HttpServerRequest, path: string): RouteResult => {
    if (path === paths.page || path.startsWith(paths.assets)) return pageRoute
    if (path === paths.session) return sessionRoute
    return find(method, url) ?? operatorRoute
  }

  const respond = (request: HttpServerRequest.HttpServerRequest) => {
    const { headers, method, url } = request
    const host = BrowserSecurity.loopbackUrlOf(headers["host"])
    const [path = ""] = url.split("?")
    const found = Option.isSome(host) ? sessions.find(request, host.value) : undefined
    const decision = admit(factsOf(request, host, () => routeOf(request, path), found !== undefined))
    if (decision._tag === "Refused" || Option.isNone(host)) {
      return reject(decision._tag === "Refused" ? decision.error : noRoute)
    }
    const isRead = method === "GET" || method === "HEAD"
    if (path === paths.page) return isRead ? page.shown : reject(noRoute)
    if (path.startsWith(paths.assets)) return isRead ? asset(request, path) : reject(noRoute)
    if (path === paths.session && method === "POST") return sessions.open(request, host.value)
    if (path === paths.session && method === "DELETE") return Effect.succeed(sessions.close(request, host.value))
    if (found === undefined || find(method, url) === undefined) return reject(noRoute)
    return asOperator(found.operator, Effect.provideService(handle, HttpServerRequest.MaxBodySize, bodySize))
  }

  return Effect.flatMap(HttpServerRequest.HttpServerRequest, (request) =>
    Effect.suspend(() => respond(request)).pipe(
      Effect.catchCause(failed),
      Effect.map((response) =>
        HttpServerResponse.setHeaders(response, { ...BrowserSecurity.defaultHeaders, ...response.headers })
      ),
      Effect.provideService(RequestId, randomUUID())
    )
  )
})
