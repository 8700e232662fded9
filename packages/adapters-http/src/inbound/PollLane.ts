/**
 * The fast lane for status polls, which are most of the traffic (spec 2.5; ADR 9). The lane is compiled from each
 * version's contract. It responds to polls without the server, the router and the middlewares. Unusual polls, and polls
 * whose response would be neither 200, 304 nor 429, take the whole ordinary path. The lane must repeat every check that
 * applies to all routes.
 */
import type { KeyScope } from "@sheaf/domain/KeyScope"
import { Operation, Problem } from "@sheaf/http-contract"
import { Polls, stopwatch } from "@sheaf/ports"
import type { Counters, Peer, Polled } from "@sheaf/ports"
import { Clock, Context, Effect, Exit, Option, References } from "effect"
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from "node:http"
import type { RateFields } from "./limits/RateFields.ts"
import { layer as rateLimiter, RateLimiter } from "./limits/RateLimiter.ts"
import type { RateExceeded } from "./limits/RateLimiter.ts"
import * as Rates from "./limits/Rates.ts"
import { peerOf, recheck, refusalOf } from "./pipeline/Arrival.ts"
import * as CertificateFit from "./pipeline/fit/CertificateFit.ts"
import * as KeyFit from "./pipeline/fit/KeyFit.ts"
import { answering, chooser, commonHeaders, notKept } from "./versions/Exchange.ts"
import type { Answering } from "./versions/Exchange.ts"
import type { Finds } from "./versions/Version.ts"
import * as Versions from "./versions/Versions.ts"
import * as PollPlace from "./answers/PollPlace.ts"
import type * as StatusAnswer from "./answers/StatusAnswer.ts"
import * as Deprecation from "./versions/Deprecation.ts"
import * as Negotiation from "./pipeline/Negotiation.ts"
import * as CurrentRequest from "./pipeline/CurrentRequest.ts"
import * as RequestLog from "./pipeline/RequestLog.ts"
import * as RequestMetrics from "./telemetry/RequestMetrics.ts"
import * as RequestTrace from "./telemetry/RequestTrace.ts"
import { appliedFields } from "./waiting/HeldRequest.ts"
import { HeldPolls } from "./waiting/HeldPolls.ts"
import type { PollResult } from "./waiting/HeldPolls.ts"
import { waitOf } from "./waiting/WaitPreference.ts"

/** Responds to a request, or leaves the request untouched and calls `otherwise` once, possibly later. */
export type PollLane = (request: IncomingMessage, response: ServerResponse, otherwise: () => void) => void

/** A version's polled path, and a function that tells whether a request to this path can find a collection. */
interface LanePlace extends PollPlace.PollPlace {
  readonly finds: Finds
  /** The scope required of API keys that are limited to scopes. */
  readonly scope: KeyScope | undefined
  readonly durationOf: RequestMetrics.DurationOf
}

interface PolledVersion extends Answering {
  readonly places: ReadonlyArray<LanePlace>
}

/** Header fields that the lane does not handle, because they concern other credentials, bodies or connections. */
const unusual = ["authorization", "content-length", "expect", "transfer-encoding", "upgrade"] as const

const isUsual = (headers: IncomingHttpHeaders): boolean =>
  unusual.every((name) => headers[name] === undefined) && Negotiation.takesJson(headers.accept)

interface Poll {
  readonly place: LanePlace
  readonly collectionId: string
  readonly key: string
  readonly source: IncomingMessage
}

/** Parses a request as a poll. Returns `undefined` if the request is not an ordinary poll. */
const pollOf = ({ places }: PolledVersion, source: IncomingMessage): Poll | undefined => {
  const { headers, method, url = "" } = source
  if (method !== "GET") return undefined
  const place = places.find(({ after, before }) => url.startsWith(before) && url.endsWith(after))
  const key = headers["authorization-token"]
  if (place === undefined || typeof key !== "string" || key === "" || !isUsual(headers)) return undefined
  const collectionId = url.slice(place.before.length, -place.after.length)
  return place.isId(collectionId) ? { place, collectionId, key, source } : undefined
}

/**
 * Returns how long a poll asks to wait, in seconds. Node's types allow a list for this header, but Node joins repeated
 * headers into one string.
 */
const preferredWait = ({ prefer }: IncomingHttpHeaders): number | undefined =>
  typeof prefer === "string" ? waitOf(prefer) : undefined

/** Sends a response with the common header fields. */
const send = (
  response: ServerResponse,
  { headers, status, text }: StatusAnswer.StatusAnswer,
  common: Readonly<Record<string, string>>
): void => {
  const fields: Record<string, string> = { ...headers }
  if (text === undefined) return void response.writeHead(status, Object.assign(fields, common)).end()
  const length = Buffer.byteLength(text)
  fields["content-type"] = "application/json"
  fields["content-length"] = String(length)
  // For ASCII text, latin1 and UTF-8 give the same bytes, and latin1 is faster.
  const encoding = length === text.length ? "latin1" : "utf8"
  response.writeHead(status, Object.assign(fields, common)).end(text, encoding)
}

/** Rejects a poll that exceeds its rate. */
const reject = (
  response: ServerResponse,
  { code, detail, fields, retryAfter }: RateExceeded,
  requestId: string,
  common: Readonly<Record<string, string>>
): void => {
  const problem = Problem.make(code, { detail, requestId })
  const text = JSON.stringify(problem)
  const own = {
    "content-type": Problem.contentType,
    "content-length": String(Buffer.byteLength(text)),
    "retry-after": retryAfter
  }
  response.writeHead(problem.status, { ...own, ...common, ...fields, ...notKept }).end(text)
}

interface StatusFound {
  readonly _tag: "StatusFound"
  readonly answer: StatusAnswer.StatusAnswer
  /** The header fields that describe the rate that the poll counts against. */
  readonly fields: RateFields
  /** The header field that confirms a wait. */
  readonly applied?: ReturnType<typeof appliedFields>
}

type LaneAnswer = RateExceeded | StatusFound

/** The parts of a poll, other than the status, that determine its response. */
interface PollContext {
  readonly peer: Peer | undefined
  /** Checks the certificate again, before each read of a held poll. */
  readonly recheck: ReturnType<typeof recheck>
  readonly ifNoneMatch: string | undefined
  /** The longest hold. Absent if the client does not ask to wait. */
  readonly seconds: number | undefined
}

const refused: Effect.Effect<never, unknown> = Effect.fail("no such key or collection, or another certificate")

interface LaneOptions {
  readonly line?: Versions.ServedVersions
  readonly sunsets?: Deprecation.Sunsets
}

/** Makes the lane over a limiter. */
export const makeLane = ({ line = Versions.running, sunsets }: LaneOptions = {}): Effect.Effect<
  PollLane,
  never,
  HeldPolls | Polls | RateLimiter
> =>
  Effect.gen(function* () {
    const polls = yield* Polls
    const { take } = yield* RateLimiter
    const holding = yield* HeldPolls
    const surroundings = yield* Effect.context<never>()
    const { now, record } = yield* stopwatch
    const clock = yield* Clock.Clock
    const run = Effect.runForkWith(surroundings)
    const recordSpan = RequestTrace.recorderOf(surroundings)
    const isLogged = RequestLog.isOn(Context.get(surroundings, References.MinimumLogLevel))
    const versionOf = chooser(
      line.served.map(({ name, polled }): PolledVersion => ({
        ...answering(name, Deprecation.of(name, line.versions, sunsets)),
        places: polled.map(({ endpoint, finds, statuses }) => ({
          ...PollPlace.compile(name, endpoint, statuses),
          finds,
          scope: Operation.scopeOf(endpoint),
          durationOf: RequestMetrics.of({ method: "GET", route: endpoint.path, version: name })
        }))
      }))
    )

    /** Reads the status and builds the result with `use`. Fails if the ordinary path must respond. */
    const read = <A>(
      { collectionId, key, place: { finds, scope }, source }: Poll,
      peer: Peer | undefined,
      use: (status: Polled) => Effect.Effect<A, unknown>
    ): Effect.Effect<A, unknown> =>
      Effect.flatMap(polls.find(key, collectionId), (found) =>
        Option.isSome(found) &&
        CertificateFit.misfitOf(found.value.caller, peer) === undefined &&
        KeyFit.misfitOf(found.value.caller.keyLimits, scope, source) === undefined &&
        finds(found.value.current)
          ? use(found.value)
          : refused
      )

    const answer = (
      poll: Poll,
      { peer, recheck, ifNoneMatch, seconds }: PollContext
    ): Effect.Effect<LaneAnswer, unknown> => {
      const {
        collectionId,
        place: { write }
      } = poll
      const count = take("status", collectionId)
      const answerOf = ({ current }: Polled) => write(collectionId, current, ifNoneMatch)
      if (seconds === undefined) {
        return read(poll, peer, (status) =>
          Effect.map(count, (result) =>
            result._tag === "RateExceeded"
              ? result
              : { _tag: "StatusFound", answer: answerOf(status), fields: result.fields }
          )
        )
      }
      // A held poll counts once.
      let known: RateFields | undefined
      const held = holding.hold({ seconds, ifNoneMatch }, (watch) => {
        watch(collectionId)
        const found = read(poll, peer, (status) => {
          const use = (fields: RateFields): PollResult<LaneAnswer> => {
            known = fields
            const answer = answerOf(status)
            const seen = { ...status.current, clientId: status.caller.clientId, tag: answer.headers.etag }
            return { answer: { _tag: "StatusFound", answer, fields }, seen }
          }
          if (known !== undefined) return Effect.succeed(use(known))
          return Effect.map(count, (result) =>
            result._tag === "RateExceeded" ? { answer: result } : use(result.fields)
          )
        })
        return Effect.flatMap(recheck, (refusal) => (refusal ? refused : found))
      })
      return Effect.map(held, ({ answer, isApplied }) =>
        isApplied && answer._tag === "StatusFound" ? { ...answer, applied: appliedFields(seconds) } : answer
      )
    }

    return (request, response, otherwise) => {
      const { headers } = request
      const version = versionOf(headers["service-version"])
      if (version === undefined || refusalOf(request) !== undefined) return otherwise()
      const poll = pollOf(version, request)
      if (poll === undefined) return otherwise()
      const startedAt = now()
      const requestId = CurrentRequest.idOf(headers)
      // Polls are the most frequent requests, so the lane records the spans of traced clients only.
      const parent = isLogged || recordSpan !== undefined ? RequestTrace.parentOf(headers) : undefined
      const startNanos = parent === undefined ? 0n : clock.currentTimeNanosUnsafe()
      const context = {
        peer: peerOf(request),
        recheck: recheck(request),
        ifNoneMatch: headers["if-none-match"],
        seconds: preferredWait(headers)
      }
      const fiber = run(Effect.suspend(() => answer(poll, context)))
      const finish = (exit: Exit.Exit<LaneAnswer, unknown>): void => {
        if (response.destroyed) return
        if (Exit.isFailure(exit)) return otherwise()
        const { value } = exit
        const common = commonHeaders({ requestId, version })
        if (value._tag === "StatusFound") send(response, value.answer, { ...value.applied, ...common, ...value.fields })
        else reject(response, value, requestId, common)
        const { durationOf, route } = poll.place
        const status = response.statusCode
        const isWait = context.seconds !== undefined
        record(durationOf(status, isWait), startedAt)
        const place = { method: "GET", route, version: version.name }
        if (parent?.sampled) recordSpan?.(parent, startNanos, place, status)
        if (isLogged) run(RequestLog.line({ requestId, ...place, status, ...(parent && { traceId: parent.traceId }) }))
      }
      // Usually, the response is already available.
      const exit = fiber.pollUnsafe()
      if (exit !== undefined) return finish(exit)
      // The ordinary path must not hold the request again.
      delete headers["prefer"]
      response.once("close", () => fiber.interruptUnsafe())
      fiber.addObserver(finish)
    }
  })

interface Options extends LaneOptions {
  readonly rates?: Rates.Rates
}

/** Makes the lane with a limiter for these rates. */
export const make = ({ rates = Rates.defaults, ...options }: Options = {}): Effect.Effect<
  PollLane,
  never,
  Counters | HeldPolls | Polls
> => Effect.provide(makeLane(options), rateLimiter(rates))
