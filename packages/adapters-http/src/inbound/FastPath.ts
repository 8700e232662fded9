/**
 * Answers status polls, which are most of the traffic, without the router and its middlewares (spec 2.5; ADR 9). Each
 * version's contract is compiled into a decoder and an encoder, and the usual admission runs between them. The router
 * handles requests that the decoder does not accept. It also handles rejected polls, unless the only reason for the
 * rejection is the rate limit.
 */
import { Instrument, Polls } from "@sheaf/ports"
import type { Counters, StatusPoll } from "@sheaf/ports"
import { Clock, Context, Effect, Exit, Option, References } from "effect"
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from "node:http"
import * as Rates from "./limits/Rates.ts"
import { versionHeaders, versionSelector, commonHeaders, noStoreHeaders, waitSecondsOf } from "./versions/Exchange.ts"
import type { VersionHeaders } from "./versions/Exchange.ts"
import type { CollectionPredicate } from "./versions/Version.ts"
import * as Versions from "./Versions.ts"
import * as EndOfTurn from "./responses/EndOfTurn.ts"
import * as StatusRoute from "./responses/StatusRoute.ts"
import * as Deprecation from "./versions/Deprecation.ts"
import { acceptsJson } from "./pipeline/RequestConditions.ts"
import * as ProblemWriter from "./problems/ProblemWriter.ts"
import { LongPolls } from "./polling/LongPolls.ts"
import type { PollResult } from "./polling/LongPolls.ts"
import { admit, digestOf, parseAuthorization } from "./admission/Admission.ts"
import type { RouteResult, TokenVerification } from "./admission/Admission.ts"
import { connectionFacts, recheckCertificate, requestIdOf } from "./connections/IncomingRequest.ts"
import type { RateLimitFields, RateExceeded, WithinRate } from "./limits/RateLimiter.ts"
import { layer as rateLimiter, RateLimiter } from "./limits/RateLimiter.ts"
import * as RequestTelemetry from "./telemetry/RequestTelemetry.ts"
import { declaredRequirements } from "./versions/ServedApi.ts"
import { preferenceAppliedFields } from "./polling/LongPollRequest.ts"
import type * as StatusResponse from "./responses/StatusResponse.ts"

/** Responds to a request, or leaves it untouched and calls `otherwise` once, possibly later. */
export type FastPath = (request: IncomingMessage, response: ServerResponse, otherwise: () => void) => void

/**
 * `isVisible` decides whether this route finds a collection. If it is `undefined`, the route finds every collection.
 */
interface FastRoute extends StatusRoute.StatusRoute {
  readonly isVisible: CollectionPredicate | undefined
  readonly routeOf: (id: string) => RouteResult
  readonly durationOf: RequestTelemetry.DurationMetricLookup
}

interface FastVersion extends VersionHeaders {
  readonly routes: ReadonlyArray<FastRoute>
}

/** These fields concern bodies or connections, so requests with any of them go to the router. */
const unusual = ["content-length", "expect", "transfer-encoding", "upgrade"] as const

const isUsual = (headers: IncomingHttpHeaders): boolean =>
  unusual.every((name) => headers[name] === undefined) && acceptsJson(headers.accept)

interface Poll {
  readonly route: FastRoute
  readonly id: string
  readonly key: string
  /** Never a bearer token, because requests with a bearer token go to the router, which verifies it. */
  readonly token: Extract<TokenVerification, { readonly _tag: "None" | "Other" | "Malformed" }>
  readonly source: IncomingMessage
}

const decode = ({ routes }: FastVersion, source: IncomingMessage): Poll | undefined => {
  const { headers, method, url = "" } = source
  if (method !== "GET") return undefined
  const route = routes.find(({ after, before }) => url.startsWith(before) && url.endsWith(after))
  const key = headers["authorization-token"]
  if (route === undefined || typeof key !== "string" || key === "" || !isUsual(headers)) return undefined
  const token = parseAuthorization(headers.authorization)
  const id = url.slice(route.before.length, -route.after.length)
  return token._tag !== "Bearer" ? { route, id, key, token, source } : undefined
}

const encode = ({ id, route: { write }, source }: Poll, { current }: StatusPoll): StatusResponse.StatusResponse =>
  write(id, current, source.headers["if-none-match"])

/**
 * Returns how long the client is willing to wait, in seconds. Node joins repeated headers into one string, although its
 * type also allows a list.
 */
const preferredWait = ({ prefer }: IncomingHttpHeaders): number | undefined =>
  typeof prefer === "string" ? waitSecondsOf(prefer) : undefined

const send = (
  response: ServerResponse,
  { headers, status, text }: StatusResponse.StatusResponse,
  common: Readonly<Record<string, string>>
): void => {
  const fields: Record<string, string> = { ...headers }
  if (text === undefined) return void response.writeHead(status, Object.assign(fields, common)).end()
  const length = Buffer.byteLength(text)
  fields["content-type"] = "application/json"
  fields["content-length"] = String(length)
  // For ASCII text, latin1 gives the same bytes as UTF-8 but is faster.
  const encoding = length === text.length ? "latin1" : "utf8"
  response.writeHead(status, Object.assign(fields, common)).end(text, encoding)
}

const sendRateExceeded = (
  response: ServerResponse,
  error: RateExceeded,
  requestId: string,
  common: Readonly<Record<string, string>>
): void => {
  const { body, headers, status } = ProblemWriter.serializeError(error, requestId)
  response.writeHead(status, { ...headers, ...common, ...error.fields, ...noStoreHeaders }).end(body)
}

interface StatusFound {
  readonly _tag: "StatusFound"
  readonly answer: StatusResponse.StatusResponse
  readonly fields: RateLimitFields
  readonly applied?: ReturnType<typeof preferenceAppliedFields>
}

type FastAnswer = RateExceeded | StatusFound

const passedOn: Effect.Effect<never, unknown> = Effect.fail("no such key or collection, or not admitted")

interface FastOptions {
  readonly line?: Versions.ServedVersions
  readonly sunsets?: Deprecation.SunsetDates
}

const compile = ({ line = Versions.runningVersions, sunsets }: FastOptions) =>
  versionSelector(
    line.served.map(({ name, polled }): FastVersion => ({
      ...versionHeaders(name, Deprecation.of(name, line.versions, sunsets)),
      routes: polled.map(({ endpoint, isVisible, statuses }) => {
        const security = declaredRequirements()(endpoint)
        return {
          ...StatusRoute.compile(name, endpoint, statuses),
          isVisible,
          routeOf: (ids) => ({ _tag: "Found", security, endpoint, ids }),
          durationOf: RequestTelemetry.durationMetricsOf({ method: "GET", route: endpoint.path, version: name })
        }
      })
    }))
  )

/** Reads a poll's status and passes it to `use`. Fails if the router must respond instead. */
type Read = <A>(
  poll: Poll,
  use: (status: StatusPoll, count: Effect.Effect<RateExceeded | WithinRate>) => Effect.Effect<A, unknown>
) => Effect.Effect<A, unknown>

const readerOf =
  (polls: Polls["Service"], { take }: RateLimiter["Service"]): Read =>
  ({ id, key, route: { isVisible, routeOf }, source, token }, use) => {
    const connection = connectionFacts(source)
    // If the certificate was rejected, leaves the request to the router and reads nothing from the store.
    if (connection.certificateError !== undefined) return passedOn
    return Effect.flatMap(polls.find(key, id), (found) => {
      if (Option.isNone(found) || isVisible?.(found.value.current) === false) return passedOn
      const { caller } = found.value
      const decision = admit({
        ...connection,
        route: routeOf(id),
        key: { _tag: "Live", digest: digestOf(key), caller },
        token,
        page: { _tag: "Absent" },
        // Compiled routes accept requests from pages of any origin, and are not part of the operator's console.
        isCrossSite: false,
        isLocal: false,
        isOperator: false
      })
      return decision._tag === "Refused" ? passedOn : use(found.value, take(...decision.rateKeyOf("status")))
    })
  }

const answerNow = (read: Read, poll: Poll): Effect.Effect<FastAnswer, unknown> =>
  read(poll, (status, count) =>
    Effect.map(count, (result) =>
      result._tag === "RateExceeded"
        ? result
        : { _tag: "StatusFound", answer: encode(poll, status), fields: result.fields }
    )
  )

/** A long poll counts only once toward its rate limit, however often it reads the status. */
const answerHeld = (
  read: Read,
  poll: Poll,
  seconds: number,
  { hold }: LongPolls["Service"]
): Effect.Effect<FastAnswer, unknown> => {
  const { id, source } = poll
  let known: RateLimitFields | undefined
  const held = hold({ seconds, ifNoneMatch: source.headers["if-none-match"] }, (watch) => {
    watch(id)
    const found = () =>
      read(poll, (status, count) => {
        const use = (fields: RateLimitFields): PollResult<FastAnswer> => {
          known = fields
          const answer = encode(poll, status)
          const seen = { ...status.current, clientId: status.caller.clientId, tag: answer.headers.etag }
          return { response: { _tag: "StatusFound", answer, fields }, status: seen }
        }
        if (known !== undefined) return Effect.succeed(use(known))
        return Effect.map(count, (result) =>
          result._tag === "RateExceeded" ? { response: result } : use(result.fields)
        )
      })
    return Effect.flatMap(recheckCertificate(source), found)
  })
  return Effect.map(held, ({ response: answer, isPreferenceApplied }) =>
    isPreferenceApplied && answer._tag === "StatusFound"
      ? { ...answer, applied: preferenceAppliedFields(seconds) }
      : answer
  )
}

export const makeWithLimiter = (
  options: FastOptions = {}
): Effect.Effect<FastPath, never, LongPolls | Polls | RateLimiter> =>
  Effect.gen(function* () {
    const read = readerOf(yield* Polls, yield* RateLimiter)
    const holding = yield* LongPolls
    const surroundings = yield* Effect.context<never>()
    const { now, record } = yield* Instrument.stopwatch
    const clock = yield* Clock.Clock
    const run = Effect.runForkWith(surroundings)
    const recordSpan = RequestTelemetry.spanRecorderOf(surroundings)
    const isLogged = RequestTelemetry.isEnabled(Context.get(surroundings, References.MinimumLogLevel))
    const versionOf = compile(options)
    const atEndOfTurn = EndOfTurn.make()

    return (request, response, otherwise) => {
      const { headers } = request
      const version = versionOf(headers["service-version"])
      const poll = version && decode(version, request)
      if (version === undefined || poll === undefined) return otherwise()
      const startedAt = now()
      const requestId = requestIdOf(headers)
      // Polls are so frequent that they get a span only if the client traces them.
      const parent = isLogged || recordSpan !== undefined ? RequestTelemetry.parentSpanOf(headers) : undefined
      const startNanos = parent === undefined ? 0n : clock.currentTimeNanosUnsafe()
      const seconds = preferredWait(headers)
      const fiber = run(
        Effect.suspend(() => (seconds === undefined ? answerNow(read, poll) : answerHeld(read, poll, seconds, holding)))
      )
      const finish = (exit: Exit.Exit<FastAnswer, unknown>): void => {
        if (response.destroyed) return
        if (Exit.isFailure(exit)) return otherwise()
        atEndOfTurn(() => respond(exit.value))
      }
      const respond = (value: FastAnswer): void => {
        if (response.destroyed) return
        const common = commonHeaders({ requestId, version })
        if (value._tag === "StatusFound") send(response, value.answer, { ...value.applied, ...common, ...value.fields })
        else sendRateExceeded(response, value, requestId, common)
        const { durationOf, template } = poll.route
        const status = response.statusCode
        record(durationOf(status, seconds !== undefined), startedAt)
        const place = { method: "GET", route: template, version: version.name }
        if (parent?.sampled) recordSpan?.(parent, startNanos, place, status)
        if (isLogged)
          run(RequestTelemetry.logResponse({ requestId, ...place, status, ...(parent && { traceId: parent.traceId }) }))
      }
      // Usually, the response is already available.
      const exit = fiber.pollUnsafe()
      if (exit !== undefined) return finish(exit)
      // Keeps the router from holding the request again.
      delete headers["prefer"]
      response.once("close", () => fiber.interruptUnsafe())
      fiber.addObserver(finish)
    }
  })

interface Options extends FastOptions {
  readonly rates?: Rates.Rates
}

export const make = ({ rates = Rates.defaults, ...options }: Options = {}): Effect.Effect<
  FastPath,
  never,
  Counters | LongPolls | Polls
> => Effect.provide(makeWithLimiter(options), rateLimiter(rates))
