/**
 * Collects the facts about a request, decides whether to admit it, and counts it (spec 5, 8). Later stages rely on this
 * admission instead of checking credentials again, and respond with 500 if it is missing.
 */
import { ApiKeys, ConnectPages, Tokens, CurrentActor } from "@sheaf/ports"
import type { ConnectVisitor, Actor, ActorContext } from "@sheaf/ports"
import { Context, Effect, Option, Redacted, Layer, Cause } from "effect"
import type { HttpServerRequest } from "effect/http"
import {
  callerPrefix64,
  connectionFacts,
  remoteAddress,
  IncomingRequest,
  currentRequestOf
} from "../connections/IncomingRequest.ts"
import * as ConnectCookie from "../pages/ConnectCookie.ts"
import type { ApiError } from "../problems/ApiErrors.ts"
import { digestOf, parseAuthorization, admit } from "./Admission.ts"
import type {
  Admission,
  SecurityRequirement,
  Endpoint,
  RequestFacts,
  ApiKeyMistake,
  ApiKeyVerification,
  ConnectPageVerification,
  AdmissionError,
  RouteResult,
  TokenVerification
} from "./Admission.ts"
import {
  ApiKeyAuthentication,
  ClientOrUserAuthentication,
  CurrentCaller,
  CurrentUser,
  CurrentVisitor,
  PageAuthentication,
  ProblemResponses,
  SameOriginCheck,
  UserAuthentication,
  Operation,
  RateLimiting
} from "@sheaf/http-contract"
import type { Types } from "effect"
import * as ProblemWriter from "../problems/ProblemWriter.ts"
import type { CurrentRequest } from "../connections/IncomingRequest.ts"
import { CurrentRateLimit, RateLimiter, requireWithinRate } from "../limits/RateLimiter.ts"
import type { RateExceeded } from "../limits/RateLimiter.ts"
import { connectPageOrigins, isCrossOrigin } from "../connections/BrowserSecurity.ts"

/** Absent only if a request has bypassed the admission. */
export const CurrentAdmission = Context.Reference<Admission | undefined>("@sheaf/adapters-http/CurrentAdmission", {
  defaultValue: () => undefined
})

const withAdmissionTo = <A, E, R>(
  endpoint: Endpoint,
  use: (admission: Admission) => Effect.Effect<A, E, R>
): Effect.Effect<A, E, R> =>
  Effect.flatMap(CurrentAdmission, (admission) => {
    if (admission === undefined) return Effect.die(new Error("a request reached a handler without its admission"))
    if (admission.isFor(endpoint)) return use(admission)
    return Effect.die(new Error("a request reached a handler with the admission to another operation"))
  })

/** Present at endpoints behind `PageAuthentication`. */
export const currentConnectVisitor: Effect.Effect<ConnectVisitor | undefined> = Effect.map(
  CurrentAdmission,
  (admission) => admission?.visitor
)

export interface CredentialVerifiers {
  readonly keys: ApiKeys["Service"]
  readonly tokens: Tokens["Service"]
  readonly pages: ConnectPages["Service"]
  readonly limiter: RateLimiter["Service"]
}

export const credentialVerifiers: Effect.Effect<
  CredentialVerifiers,
  never,
  ApiKeys | ConnectPages | RateLimiter | Tokens
> = Effect.all({
  keys: ApiKeys,
  tokens: Tokens,
  pages: ConnectPages,
  limiter: RateLimiter
})

type Request = HttpServerRequest.HttpServerRequest

/** Headers in which clients mistakenly send the API key. */
const otherNames = ["x-api-key", "api-key", "apikey", "authorization_token", "x-authorization-token"]

/** Detects an API key in the wrong header. */
const mistakeWithout = (headers: Request["headers"]): { readonly mistake?: ApiKeyMistake } => {
  if (otherNames.some((name) => headers[name] !== undefined)) return { mistake: "ApiKeyInOtherHeader" }
  return headers["authorization"] === undefined ? {} : { mistake: "ApiKeyInAuthorization" }
}

const mistakeIn = (text: string): { readonly mistake?: ApiKeyMistake } => {
  if (/^["'].*["']$/.test(text)) return { mistake: "ApiKeyInQuotes" }
  return /^\S+\s+\S/.test(text) ? { mistake: "ApiKeyWithScheme" } : {}
}

const keyIn = ({ keys }: CredentialVerifiers, { headers }: Request): Effect.Effect<ApiKeyVerification> => {
  const text = headers["authorization-token"]
  if (text === undefined || text === "") return Effect.succeed({ _tag: "Absent", ...mistakeWithout(headers) })
  const key = Redacted.make(text)
  return Effect.map(Effect.orDie(keys.verify(key)), (holder) =>
    Option.isNone(holder)
      ? { _tag: "Rejected", ...mistakeIn(text) }
      : { _tag: "Live", digest: digestOf(text), caller: holder.value }
  )
}

/** Returns the user that the request's token belongs to. Only the log says why a token is rejected. */
const tokenIn = (
  { tokens }: CredentialVerifiers,
  { headers }: Request,
  requestId: string
): Effect.Effect<TokenVerification> => {
  const authorization = parseAuthorization(headers["authorization"])
  if (authorization._tag !== "Bearer") return Effect.succeed(authorization)
  return tokens.verify(Redacted.make(authorization.token)).pipe(
    Effect.map((user) => ({ _tag: "Live" as const, user })),
    Effect.catch((error) =>
      error._tag === "InvalidToken"
        ? Effect.as(Effect.annotateLogs(Effect.logDebug("token refused"), { requestId, reason: error.reason }), {
            _tag: "Rejected" as const
          })
        : Effect.die(error)
    )
  )
}

const pageIn = Effect.fnUntraced(function* (
  { pages }: CredentialVerifiers,
  { headers }: Request
): Effect.fn.Return<ConnectPageVerification> {
  const authorization = parseAuthorization(headers["authorization"])
  if (authorization._tag !== "Bearer") return { _tag: "Absent" }
  const isSecure = yield* pages.isSecure
  return yield* pages
    .authenticate(authorization.token, (connectSessionId) =>
      ConnectCookie.readSecret(headers, { connectSessionId, isSecure })
    )
    .pipe(
      Effect.map((visitor): ConnectPageVerification => ({ _tag: "Live", visitor })),
      Effect.catch((error) =>
        Effect.succeed<ConnectPageVerification>(
          error._tag === "ConnectSessionExpiredError" ? { _tag: "Refused", error } : { _tag: "Rejected" }
        )
      )
    )
})

const keyOnly: Pick<SecurityRequirement, "credentials" | "requiresSameOrigin"> = {
  credentials: "KEY",
  requiresSameOrigin: false
}

/** Reads the facts that the route demands. An optional credential is read only if the required one is valid. */
const factsOf = Effect.fnUntraced(function* (
  verifiers: CredentialVerifiers,
  request: Request,
  requestId: string,
  route: RouteResult
): Effect.fn.Return<RequestFacts> {
  const { headers, source } = request
  const facts: RequestFacts = {
    ...connectionFacts(source),
    route,
    key: { _tag: "Absent" },
    token: { _tag: "None" },
    page: { _tag: "Absent" },
    isCrossSite: false,
    // Only the operator's console, which has its own listener, can set these two to true.
    isLocal: false,
    isOperator: false
  }
  if (facts.certificateError !== undefined || route._tag === "Missing") return facts
  const { credentials, requiresSameOrigin } = route._tag === "Found" ? route.security : keyOnly
  if (requiresSameOrigin) {
    const own = connectPageOrigins(headers["host"], yield* verifiers.pages.baseUrl)
    // Cross-origin requests are rejected without reading credentials.
    if (isCrossOrigin(headers, own)) return { ...facts, isCrossSite: true }
  }
  if (credentials === "NONE") return facts
  if (credentials === "PAGE") return { ...facts, page: yield* pageIn(verifiers, request) }
  if (credentials === "TOKEN") {
    const token = yield* tokenIn(verifiers, request, requestId)
    return { ...facts, token, key: token._tag === "Live" ? yield* keyIn(verifiers, request) : facts.key }
  }
  const key = yield* keyIn(verifiers, request)
  const readsToken = key._tag === "Live" || (credentials === "KEY_OR_TOKEN" && key._tag === "Absent")
  return { ...facts, key, token: readsToken ? yield* tokenIn(verifiers, request, requestId) : facts.token }
})

/** Counts a rejected request and returns its error, or the rate limit's error after too many rejections. */
export const countFailure = <R extends ApiError>(
  { count }: RateLimiter["Service"],
  error: R,
  of: AdmissionError["rateKey"],
  source: object
): Effect.Effect<R | RateExceeded> =>
  Effect.flatMap(CurrentRateLimit, (rateLimit) => {
    if (of === undefined) return Effect.succeed(error)
    // If a held request was counted before its key was revoked, the response must not show that count.
    rateLimit.fields = undefined
    const network = callerPrefix64(source)
    if (of === "NETWORK" && network === undefined) return Effect.succeed(error)
    const [rate, key] = of === "NETWORK" ? (["authentication", network ?? ""] as const) : of
    return Effect.map(count(rate, key), (result) => (result._tag === "RateExceeded" ? result : error))
  })

/** Admits a request to this route, or fails with the reason. */
export const admitRequest = Effect.fnUntraced(function* (
  verifiers: CredentialVerifiers,
  { request, requestId }: CurrentRequest,
  route: RouteResult
): Effect.fn.Return<Admission, ApiError> {
  const decision = admit(yield* factsOf(verifiers, request, requestId, route))
  return decision._tag === "Admitted"
    ? decision
    : yield* Effect.flip(countFailure(verifiers.limiter, decision.error, decision.rateKey, request.source))
})

const partyOf = ({ caller, visitor }: Admission): Actor => {
  if (visitor !== undefined) {
    const { clientId, connectSessionId, userId } = visitor.session
    return { type: "CONNECT_SESSION", clientId, connectSessionId, ...(userId !== undefined && { userId }) }
  }
  if (caller === undefined) return { type: "SERVICE" }
  const { clientId, keyId, userId } = caller
  return userId === undefined
    ? { type: "KEY", clientId, ...(keyId !== undefined && { keyId }) }
    : { type: "TOKEN", clientId, userId }
}

export const actorOf = ({ request: { source }, requestId }: CurrentRequest, admission?: Admission): ActorContext => {
  const address = remoteAddress(source)
  const serial = source instanceof IncomingRequest ? source.peer?.serial : undefined
  return {
    actor: admission === undefined ? { type: "SERVICE" } : partyOf(admission),
    requestId,
    ...(serial !== undefined && { certificate: serial }),
    ...(address !== undefined && { address })
  }
}

const withAdmitted =
  <A>(part: (admission: Admission) => A | undefined) =>
  <B, E, R>(endpoint: Endpoint, use: (admitted: A) => Effect.Effect<B, E, R>) =>
    withAdmissionTo(endpoint, (admission) => {
      const admitted = part(admission)
      if (admitted === undefined) return Effect.die(new Error("a request reached a handler without its credentials"))
      return Effect.withFiber<B, E, R>((fiber) =>
        Effect.provideService(use(admitted), CurrentActor, actorOf(currentRequestOf(fiber), admission))
      )
    })

const withAdmission = withAdmitted((admission) => admission)

const withCaller = withAdmitted(({ caller }) => caller)

const withUser = withAdmitted(({ user }) => user)

const withVisitor = withAdmitted(
  ({ caller, visitor }) => caller && visitor && { caller, connectSessionId: visitor.session.connectSessionId }
)

/**
 * Turns an operation's failure into a problem. A failure that the operation does not declare becomes an internal error.
 */
export const problemResponses = Layer.succeed(ProblemResponses, (next) =>
  Effect.catch(next, (failure): Effect.Effect<ReturnType<typeof ProblemWriter.responseOf>, Types.unhandled> =>
    ProblemWriter.isOutgoingProblem(failure) ? Effect.succeed(ProblemWriter.responseOf(failure)) : Effect.fail(failure)
  )
)

export const callerLayer = Layer.mergeAll(
  problemResponses,
  Layer.succeed(SameOriginCheck, (next, { endpoint }) => withAdmission(endpoint, () => next)),
  Layer.succeed(ApiKeyAuthentication, (next, { endpoint }) =>
    withCaller(endpoint, (caller) => Effect.provideService(next, CurrentCaller, caller))
  ),
  Layer.succeed(ClientOrUserAuthentication, (next, { endpoint }) =>
    withCaller(endpoint, (caller) => Effect.provideService(next, CurrentCaller, caller))
  ),
  Layer.succeed(UserAuthentication, (next, { endpoint }) =>
    withUser(endpoint, (user) => Effect.provideService(next, CurrentUser, user))
  ),
  Layer.succeed(PageAuthentication, (next, { endpoint }) =>
    withVisitor(endpoint, ({ caller, connectSessionId }) =>
      next.pipe(
        Effect.provideService(CurrentCaller, caller),
        Effect.provideService(CurrentVisitor, { connectSessionId })
      )
    )
  )
)

export const rateLayer = Layer.effect(
  RateLimiting,
  Effect.map(RateLimiter, ({ count, recount }) =>
    RateLimiting.of((next, { endpoint }) => {
      const rate = Operation.rateLimitOf(endpoint)
      return Effect.withFiber((fiber) => {
        // The handler of a long poll can run several times, but the request counts only once.
        if (fiber.getRef(CurrentRateLimit).fields !== undefined) return next
        return withAdmissionTo(endpoint, (admission) => {
          const counted = (of: Operation.OperationRate) => requireWithinRate(count(...admission.rateKeyOf(of)))
          switch (rate) {
            case "requests":
              return Effect.andThen(counted("requests"), next)
            case "starts":
              return Effect.andThen(counted("starts"), next).pipe(
                Effect.tap(({ headers }) =>
                  headers["idempotent-replayed"] === undefined
                    ? Effect.void
                    : requireWithinRate(recount(admission.rateKeyOf("starts"), admission.rateKeyOf("requests")))
                )
              )
            case "status":
              // A failed request, for example for an unknown id, counts against the general request rate. Otherwise, a
              // client could create any number of counters with invented ids.
              return Effect.matchCauseEffect(next, {
                onSuccess: (response) => Effect.as(counted("status"), response),
                onFailure: (cause) =>
                  Cause.hasInterruptsOnly(cause)
                    ? Effect.failCause(cause)
                    : Effect.andThen(counted("requests"), Effect.failCause(cause))
              })
          }
        })
      })
    })
  )
)
