/**
 * The operator's console (spec 14.5): a page, its requests, and sessions that begin with a link from `sheaf console`. Any server
 * can run the effect. It serves only requests from this machine.
 */
import { OperationsApi } from "@sheaf/http-contract"
import { AuditLog, CurrentActor } from "@sheaf/ports"
import type { ActorAtWork } from "@sheaf/ports"
import { ByteSize, Cause, Clock, Effect, Layer, Option, Schema } from "effect"
import { HttpServer, HttpServerError, HttpServerRequest, HttpServerResponse } from "effect/http"
import { HttpApiError } from "effect/http-api"
import { randomUUID } from "node:crypto"
import * as Hosts from "../connections/Hosts.ts"
import * as StrictFields from "../connections/StrictFields.ts"
import * as BuiltPage from "../pages/BuiltPage.ts"
import * as Cookies from "../pages/Cookies.ts"
import { RequestId } from "../pipeline/CurrentRequest.ts"
import * as Net from "../pipeline/Net.ts"
import * as Served from "../versions/Served.ts"
import * as ConsoleGuard from "./ConsoleGuard.ts"
import { refusals } from "./ConsoleRefusals.ts"
import * as ConsoleSessions from "./ConsoleSessions.ts"
import * as OperationsHandlers from "./OperationsHandlers.ts"

export interface Options extends OperationsHandlers.OwnFacts {
  /** The built files of the page. */
  readonly files: BuiltPage.PageOptions["files"]
  /** Returns the operator in a link. Each link works once. */
  readonly redeem: (link: string) => Effect.Effect<Option.Option<string>>
}

const { OpenSession, paths, tokenHeader } = OperationsApi

type Response = HttpServerResponse.HttpServerResponse

/** No body of the console is larger. */
const bodySize = ByteSize.kibibytes(4)

/** Returns true if the request's query or body does not fit the contract, or the body is too large. */
const isInvalid = ({ reasons }: Cause.Cause<unknown>): boolean =>
  reasons.some((reason) => {
    const error = Cause.isFailReason(reason) ? reason.error : Cause.isDieReason(reason) ? reason.defect : undefined
    if (HttpServerError.isHttpServerError(error)) return error.reason._tag === "RequestParseError"
    return HttpApiError.HttpApiSchemaError.is(error) && (error.kind === "Query" || error.kind === "Payload")
  })

const decodeOpen = Schema.decodeUnknownOption(Schema.fromJsonString(OpenSession))

/** The cookie is limited to the console's paths. Its name has the port, because browsers share cookies between ports. */
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

/** Creates the console. The effect fails only by interruption. */
export const make = Effect.fnUntraced(function* (options: Options) {
  const { append } = yield* AuditLog
  const clock = yield* Clock.Clock
  const page = yield* BuiltPage.make({
    files: options.files,
    title: "Sheaf operations",
    assets: paths.assets,
    values: { "token-header": tokenHeader }
  })
  const { handle, methodsOf } = yield* Served.onDemand(
    OperationsApi.OperationsApi,
    Layer.merge(OperationsHandlers.layer(options), HttpServer.layerServices)
  )
  const sessions = ConsoleSessions.make(() => clock.currentTimeMillisUnsafe())

  const asOperator = <A, E, R>(operator: string, effect: Effect.Effect<A, E, R>) =>
    Effect.flatMap(RequestId, (requestId) => {
      const actor: ActorAtWork = { actor: { type: "COMMAND_LINE", operator }, requestId }
      return Effect.provideService(effect, CurrentActor, actor)
    })

  const open = Effect.fnUntraced(function* (request: HttpServerRequest.HttpServerRequest, host: URL) {
    const asked = decodeOpen(yield* textOf(request))
    const isJson = /^application\/json\b/i.test(request.headers["content-type"] ?? "")
    if (!isJson || Option.isNone(asked)) return yield* refusals.invalid
    const operator = yield* options.redeem(asked.value.link)
    if (Option.isNone(operator)) return yield* refusals.usedLink
    yield* asOperator(operator.value, Effect.orDie(append({ action: "CONSOLE_OPENED", subject: {} })))
    const { cookie, token } = sessions.open(operator.value)
    const body: OperationsApi.OpenedSession = { token }
    const headers = { "set-cookie": cookieOf(host, cookie, ConsoleSessions.longestMillis / 1000) }
    return HttpServerResponse.jsonUnsafe(body, { status: 201, headers })
  })

  const session = (request: HttpServerRequest.HttpServerRequest, host: URL): Effect.Effect<Response> => {
    if (request.method === "POST") return open(request, host)
    if (request.method !== "DELETE") return refusals.noRoute
    sessions.close(cookieIn(request, host))
    return Effect.succeed(HttpServerResponse.empty({ headers: { "set-cookie": cookieOf(host, "", 0) } }))
  }

  const asset = (request: HttpServerRequest.HttpServerRequest, path: string) =>
    Effect.catch(page.file(path.slice(paths.assets.length), { request }), () => refusals.noRoute)

  const operate = (request: HttpServerRequest.HttpServerRequest, host: URL) => {
    const found = sessions.find(cookieIn(request, host), request.headers[tokenHeader] ?? "")
    if (found === undefined) return refusals.noSession
    if (!methodsOf(request.url).includes(request.method)) return refusals.noRoute
    return asOperator(found.operator, Effect.provideService(handle, HttpServerRequest.MaxBodySize, bodySize))
  }

  const respond = (request: HttpServerRequest.HttpServerRequest) => {
    const host = Hosts.loopbackIn(request.headers["host"])
    if (!ConsoleGuard.isLocal(request) || Option.isNone(host)) return refusals.elsewhere
    const [path = ""] = request.url.split("?")
    const isRead = request.method === "GET" || request.method === "HEAD"
    if (path === paths.page) return isRead ? page.shown : refusals.noRoute
    if (path.startsWith(paths.assets)) return isRead ? asset(request, path) : refusals.noRoute
    if (!ConsoleGuard.isOwn(request, host.value)) return refusals.otherSite
    return path === paths.session ? session(request, host.value) : operate(request, host.value)
  }

  const failed = (cause: Cause.Cause<unknown>) => {
    if (Cause.hasInterruptsOnly(cause)) return Effect.interrupt
    if (Net.isMiss(cause)) return refusals.noRoute
    if (isInvalid(cause)) return refusals.invalid
    return Effect.andThen(Effect.logError("the operator's console failed", cause), refusals.failed)
  }

  return Effect.flatMap(HttpServerRequest.HttpServerRequest, (request) =>
    respond(request).pipe(
      Effect.catchCause(failed),
      Effect.map((response) =>
        HttpServerResponse.setHeaders(response, { ...StrictFields.common, ...response.headers })
      ),
      Effect.provideService(RequestId, randomUUID())
    )
  )
})
