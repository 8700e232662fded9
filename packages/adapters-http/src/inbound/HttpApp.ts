/**
 * The whole HTTP interface as one effect: routes each request to its version, and passes each response through one last
 * stage (spec 4, 7, 8, 9). Any server can run the effect: `HttpServer.serve(app)`.
 *
 * Each request arrives as an `IncomingRequest`, in which `CertificateGate` records an error if the client's certificate
 * is rejected. The request then gets its id, is routed (`versions/Exchange`) and is admitted (`admission`). Next, the
 * endpoint's checks (`limits`, `JsonBody`, `RequestConditions`) run in the contract's order, followed by the handler.
 * The last stage turns every failure into a problem, so that every request gets a response. With `Prefer: wait`,
 * everything from the admission to the handler runs again after each change. `FastPath` answers most polls, with the
 * same admission.
 */
import type { ApiVersion } from "@sheaf/domain/ApiVersion"
import {
  ApiKeys,
  Collections,
  Companies,
  ConnectPages,
  ConnectSessions,
  Consents,
  Events,
  Monitors,
  Readiness,
  ReceiptSigner,
  StoreError,
  Tokens,
  Users,
  WebhookEndpoints
} from "@sheaf/ports"
import type { Counters } from "@sheaf/ports"
import { Cause, Clock, Context, Effect, Layer, Logger, References, Scope, Tracer } from "effect"
import { HttpMiddleware, HttpServer, HttpServerRequest, HttpServerResponse } from "effect/http"
import { performance } from "node:perf_hooks"
import { addCommonHeaders, findRoute, versionHeaders, versionSelector, waitSecondsOf } from "./versions/Exchange.ts"
import type { Exchange, Routes } from "./versions/Exchange.ts"
import * as Rates from "./limits/Rates.ts"
import * as ConnectPage from "./pages/ConnectPage.ts"
import * as Shell from "./pages/Shell.ts"
import * as Downloads from "./limits/Downloads.ts"
import * as JsonBody from "./pipeline/JsonBody.ts"
import * as Deprecation from "./versions/Deprecation.ts"
import * as RequestConditions from "./pipeline/RequestConditions.ts"
import * as ProblemPage from "./problems/ProblemPage.ts"
import * as ProblemWriter from "./problems/ProblemWriter.ts"
import { apiError } from "./problems/ApiErrors.ts"
import type { ApiError } from "./problems/ApiErrors.ts"
import { Problem } from "@sheaf/http-contract"
import { AdditionalApi } from "./AdditionalApi.ts"
import type { AdditionalOperations } from "./AdditionalApi.ts"
import * as ServedApi from "./versions/ServedApi.ts"
import * as Versions from "./Versions.ts"
import { LongPolls } from "./polling/LongPolls.ts"
import * as RequestAdmission from "./admission/RequestAdmission.ts"
import { RequestId, requestIdOf } from "./connections/IncomingRequest.ts"
import { CurrentRateLimit, layer as rateLimiter } from "./limits/RateLimiter.ts"
import type { RateLimitState } from "./limits/RateLimiter.ts"
import * as RequestTelemetry from "./telemetry/RequestTelemetry.ts"
import { holdRequest } from "./polling/LongPollRequest.ts"

/** How many large bodies, such as uploaded files, are read at the same time. */
export type LargeBodyLimits = Pick<JsonBody.BodyLimits, "largeBodies" | "largeBodiesPerClient">

export interface Options extends Partial<LargeBodyLimits & Downloads.DownloadLimits> {
  /** The maximum body size in bytes, not counting a file. Default: 256 KiB (spec 8). */
  readonly maxBodyBytes?: number
  /** The maximum nesting depth of arrays and objects in a body. Default: 64. */
  readonly maxBodyDepth?: number
  /** Default: the limits in spec 8. */
  readonly rates?: Rates.Rates
  /** When each version is switched off. A version without a date keeps running (RFC 8594; spec 9). */
  readonly sunsets?: Readonly<Partial<Record<ApiVersion, Date>>>
  /** Style and script files for the developer pages. Default: none. */
  readonly shellFiles?: Shell.ShellOptions["files"]
  /** A public API key for running the examples in the documentation. Default: none. */
  readonly demonstrationKey?: string
  /** The port for mutual TLS in the documentation's examples. Default: none. */
  readonly mutualTlsPort?: number
  /** Default: no Connect page. */
  readonly connectPage?: ConnectPage.ConnectPageOptions
  /** Default: all versions of this release. */
  readonly line?: Versions.ServedVersions
}

export const defaultLimits: JsonBody.BodyLimits & Downloads.DownloadLimits = {
  maxBodyBytes: 256 * 1024,
  maxFileBodyBytes: 14 * 1024 * 1024,
  largeBodies: 16,
  largeBodiesPerClient: 8,
  maxBodyDepth: 64,
  downloadBytes: 128 * 1024 * 1024,
  downloadBytesPerClient: 40 * 1024 * 1024
}

/** Never fails, but can be interrupted. */
export type HttpHandler = Effect.Effect<
  HttpServerResponse.HttpServerResponse,
  never,
  HttpServerRequest.HttpServerRequest | Scope.Scope
>

const reject = (exchange: Exchange, error: ApiError) =>
  RequestTelemetry.recordResponse(
    exchange,
    addCommonHeaders(exchange, ProblemWriter.errorResponse(error, exchange.requestId))
  )

const isOutage = ({ reasons }: Cause.Cause<unknown>): boolean =>
  reasons.some((reason) => {
    const error = Cause.isFailReason(reason) ? reason.error : Cause.isDieReason(reason) ? reason.defect : undefined
    return error instanceof StoreError && error.isOutage === true
  })

const failed = (exchange: Exchange, cause: Cause.Cause<unknown>) =>
  Effect.andThen(
    RequestTelemetry.logFailure(exchange, cause),
    reject(exchange, apiError(isOutage(cause) ? "DatabaseUnavailable" : "Internal"))
  )

const isProblem = (response: HttpServerResponse.HttpServerResponse): boolean =>
  response.headers["content-type"] === Problem.contentType

const isPage = (response: HttpServerResponse.HttpServerResponse): boolean =>
  response.headers["content-type"]?.startsWith("text/html") ?? false

/** An error response that is neither a problem nor a page would break the contract, so it is replaced with a 500. */
const finishResponse = (exchange: Exchange, response: HttpServerResponse.HttpServerResponse) =>
  response.status < 400 || isProblem(response) || isPage(response)
    ? RequestTelemetry.recordResponse(exchange, addCommonHeaders(exchange, response))
    : failed(exchange, Cause.die(new Error(`an undeclared response with status ${response.status}`)))

/**
 * Turns a failure into a response. Lets interruptions pass, because they mean that the client has gone or the server is
 * shutting down.
 */
const handleFailure = (
  exchange: Exchange,
  cause: Cause.Cause<unknown>
): Effect.Effect<HttpServerResponse.HttpServerResponse> => {
  const interruptions = cause.reasons.filter(Cause.isInterruptReason)
  return interruptions.length > 0 && interruptions.length === cause.reasons.length
    ? Effect.failCause(Cause.fromReasons(interruptions))
    : failed(exchange, cause)
}

interface Pages {
  readonly shell: Shell.Shell
  readonly connect: ConnectPage.ConnectPage | undefined
}

/**
 * Shows a problem as a page if a browser requested a page. A person with half a link to Connect gets the page that
 * other wrong links lead to.
 */
const showProblem = (
  { connect, shell }: Pages,
  { request }: Exchange,
  response: HttpServerResponse.HttpServerResponse
): Effect.Effect<HttpServerResponse.HttpServerResponse> => {
  if (!isProblem(response) || !RequestConditions.prefersHtml(request.headers["accept"])) return Effect.succeed(response)
  const path = request.url.split("?", 1).join()
  if (connect === undefined || response.status !== 404 || !ConnectPage.isCutOff(path))
    return ProblemPage.pageOf(shell, request.url, response)
  const { "content-length": _, "content-type": __, ...kept } = response.headers
  return Effect.map(connect.cutOffDocument(path), (page) =>
    page.pipe(HttpServerResponse.setHeaders({ ...kept, ...page.headers }), HttpServerResponse.setStatus(404))
  )
}

const dispatch = (
  routes: Routes,
  verifiers: RequestAdmission.CredentialVerifiers,
  polls: LongPolls["Service"],
  pages: Pages
): HttpHandler => {
  const versionOf = versionSelector(routes.versions)

  const respond = (arrived: Exchange) => {
    const { fiber, request, version, waitSeconds } = arrived
    const { route, api, ...routed } = findRoute(routes, version, request)
    const exchange: Exchange = { ...arrived, ...routed }
    const handle = Effect.matchEffect(RequestAdmission.admitRequest(verifiers, exchange, route), {
      onFailure: (error) => Effect.succeed(ProblemWriter.errorResponse(error, exchange.requestId)),
      onSuccess: (admission) =>
        api === undefined
          ? Effect.die(new Error("a request without a route was admitted"))
          : Effect.provideService(api.handle, RequestAdmission.CurrentAdmission, admission)
    })
    const finished = Effect.matchCauseEffect(
      waitSeconds === undefined ? handle : holdRequest(polls, fiber, request, waitSeconds, handle),
      {
        onSuccess: (response) => finishResponse(exchange, response),
        onFailure: (cause) => handleFailure(exchange, cause)
      }
    )
    return Effect.flatMap(finished, (response) => showProblem(pages, exchange, response))
  }

  return Effect.withFiber((fiber) => {
    const startedAt = performance.now()
    const arrived = Context.getUnsafe(fiber.context, HttpServerRequest.HttpServerRequest)
    const url = ServedApi.isPathTooLong(arrived.url) ? arrived.url : ServedApi.canonicalize(arrived.url)
    const request = url === arrived.url ? arrived : arrived.modify({ url })
    const requestId = requestIdOf(request.headers)
    const parent = RequestTelemetry.parentSpanOf(request.headers)
    const waitSeconds = waitSecondsOf(request.headers["prefer"])
    const rateLimit: RateLimitState = { fields: undefined }
    const version = versionOf(request.headers["service-version"])
    return RequestTelemetry.withSpan(fiber, parent, (span) => {
      const { traceId } = span ?? parent ?? {}
      const annotations = { ...fiber.getRef(References.CurrentLogAnnotations), requestId, ...(traceId && { traceId }) }
      // The change lasts only for this request, because the server restores the fiber's context afterwards.
      fiber.setContext(
        fiber.context.pipe(
          Context.add(HttpServerRequest.HttpServerRequest, request),
          Context.add(References.CurrentLogAnnotations, annotations),
          Context.add(RequestId, requestId),
          Context.add(CurrentRateLimit, rateLimit)
        )
      )
      return respond({
        fiber,
        request,
        requestId,
        waitSeconds,
        startedAt,
        span,
        rateLimit,
        ...(version && { version })
      })
    })
  })
}

export type HttpAppServices =
  | ApiKeys
  | Collections
  | Companies
  | ConnectPages
  | ConnectSessions
  | Consents
  | Counters
  | Events
  | Monitors
  | Readiness
  | ReceiptSigner
  | Tokens
  | Users
  | WebhookEndpoints

const needed = Context.pick(
  ApiKeys,
  Collections,
  Companies,
  ConnectPages,
  ConnectSessions,
  Consents,
  Events,
  Monitors,
  Readiness,
  ReceiptSigner,
  Tokens,
  Users,
  WebhookEndpoints,
  Clock.Clock,
  Scope.Scope
)

const servedWith = ({ api }: Versions.ServedVersions["served"][number], additional: AdditionalOperations | undefined) =>
  additional === undefined ? api : Effect.zipWith(api, additional.api, ServedApi.merge)

export const make = Effect.fnUntraced(function* ({
  connectPage,
  demonstrationKey,
  line = Versions.runningVersions,
  mutualTlsPort,
  rates = Rates.defaults,
  shellFiles,
  sunsets,
  ...limits
}: Options = {}) {
  const versionOf = versionSelector(line.served)
  const conditions = Layer.mergeAll(
    RequestAdmission.callerLayer,
    RequestAdmission.rateLayer,
    Downloads.layer({ ...defaultLimits, ...limits }),
    JsonBody.layer({ ...defaultLimits, ...limits }, (asked) => versionOf(asked)?.fileLength),
    RequestConditions.layer
  ).pipe(Layer.provideMerge(rateLimiter(rates)))
  const surroundings = yield* Layer.build(Layer.merge(conditions, HttpServer.layerServices))
  const additional = yield* AdditionalApi
  const shell = yield* Shell.make({
    files: shellFiles,
    version: line.versions.head,
    demonstrationKey,
    mutualTlsPort,
    hasConsole: additional?.startPage !== undefined
  })
  const connect = connectPage && (yield* ConnectPage.make(connectPage))
  const addedTo = ({ name }: Versions.ServedVersions["served"][number]) => additional?.versions[name]
  const routes = Effect.all({
    versions: Effect.forEach(line.served, (version) =>
      Effect.map(servedWith(version, addedTo(version)), (routes) => ({
        ...routes,
        ...versionHeaders(version.name, Deprecation.of(version.name, line.versions, sunsets))
      }))
    ),
    open: Versions.makeUnversionedApi(line, {
      sunsets,
      connectPage,
      connect,
      shell,
      additional,
      documentOf: (version) => (addedTo(version)?.document ?? version.openApiDocument)(line.versions)
    }),
    verifiers: RequestAdmission.credentialVerifiers
  })
  // Keeps only the services that requests need, because each request copies all services that its routes were built
  // with.
  const { verifiers, open, versions } = yield* Effect.updateContext(
    routes,
    (all: Context.Context<HttpAppServices | Scope.Scope>) => Context.merge(needed(all), surroundings)
  )
  return dispatch({ unversioned: open, versions }, verifiers, yield* LongPolls, { shell, connect })
})

/** A request inherits only these services from the server. */
const kept = Context.pick(
  Clock.Clock,
  HttpServer.HttpServer,
  Logger.CurrentLoggers,
  References.CurrentLogAnnotations,
  References.MinimumLogLevel,
  References.TracerEnabled,
  Scope.Scope,
  Tracer.Tracer
)

/**
 * Serves the interface on an `HttpServer`. In an application with many services, this is faster than serving the result
 * of {@link make} directly, which would copy all of the application's services for each request. The server's own spans
 * are off, because they contain URLs with ids (spec 7).
 */
export const serve = (
  options?: Options
): Layer.Layer<never, never, LongPolls | HttpServer.HttpServer | HttpAppServices> =>
  Layer.effectDiscard(
    Effect.gen(function* () {
      const served: Effect.Effect<void, never, HttpServer.HttpServer | Scope.Scope> = HttpServer.serveEffect(
        yield* make(options)
      )
      return yield* Effect.updateContext(served, (all: Context.Context<HttpServer.HttpServer | Scope.Scope>) =>
        Context.add(kept(all), HttpMiddleware.TracerDisabledWhen, () => true)
      )
    })
  )
