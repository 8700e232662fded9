/** The way in: reads the facts of a request, admits it, and counts what the decision says (spec 5, 8). */
import { ApiKeys, ConnectPages, Tokens } from "@sheaf/ports"
import type { ConnectVisitor } from "@sheaf/ports"
import { Context, Effect, Option, Redacted } from "effect"
import type { HttpServerRequest } from "effect/http"
import { callerPrefix64, remoteAddress } from "../connections/RemoteAddress.ts"
import * as SameOrigin from "../connections/SameOrigin.ts"
import { CurrentRateLimit, RateLimiter } from "../limits/RateLimiter.ts"
import type { RateExceeded } from "../limits/RateLimiter.ts"
import * as ConnectCookie from "../pages/ConnectCookie.ts"
import { IncomingRequest } from "../connections/IncomingRequest.ts"
import * as BearerToken from "./BearerToken.ts"
import type * as CurrentRequest from "../connections/CurrentRequest.ts"
import type { ApiError } from "../problems/ApiErrors.ts"
import { admit } from "./Admission.ts"
import type {
  Admission,
  SecurityRequirement,
  Endpoint,
  RequestFacts,
  ApiKeyVerification,
  ConnectPageVerification,
  AdmissionError,
  RouteResult,
  TokenVerification
} from "./Admission.ts"

/** The admission of the current request. Absent only if a request reached a handler on another way. */
export const CurrentAdmission = Context.Reference<Admission | undefined>("@sheaf/adapters-http/CurrentAdmission", {
  defaultValue: () => undefined
})

/** Runs `use` with the admission of the current request. A request that was not admitted to this endpoint gets a 500. */
export const withAdmissionTo = <A, E, R>(
  endpoint: Endpoint,
  use: (admission: Admission) => Effect.Effect<A, E, R>
): Effect.Effect<A, E, R> =>
  Effect.flatMap(CurrentAdmission, (admission) => {
    if (admission === undefined) return Effect.die(new Error("a request reached a handler without its admission"))
    if (admission.isFor(endpoint)) return use(admission)
    return Effect.die(new Error("a request reached a handler with the admission to another operation"))
  })

/** The visitor of the current request. Present in endpoints behind `PageAuthentication`. */
export const currentConnectVisitor: Effect.Effect<ConnectVisitor | undefined> = Effect.map(
  CurrentAdmission,
  (admission) => admission?.visitor
)

/** The ports that verify credentials, and the limit on failures. */
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

/** Returns the client of the key in the request. A store failure is a defect, so the caller gets a 500. */
const keyIn = ({ keys }: CredentialVerifiers, { headers }: Request): Effect.Effect<ApiKeyVerification> => {
  const text = headers["authorization-token"]
  if (text === undefined || text === "") return Effect.succeed({ _tag: "Absent" })
  const key = Redacted.make(text)
  return Effect.map(Effect.orDie(keys.verify(key)), (holder) =>
    Option.isNone(holder) ? { _tag: "Rejected" } : { _tag: "Live", text: key, caller: holder.value }
  )
}

/** Returns the user of the token in the request. Only the log says why a token is rejected. */
const tokenIn = (
  { tokens }: CredentialVerifiers,
  { headers }: Request,
  requestId: string
): Effect.Effect<TokenVerification> => {
  const authorization = BearerToken.parse(headers["authorization"])
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

/** Returns the visitor whose page sent the request. */
const pageIn = Effect.fnUntraced(function* (
  { pages }: CredentialVerifiers,
  { headers }: Request
): Effect.fn.Return<ConnectPageVerification> {
  const authorization = BearerToken.parse(headers["authorization"])
  if (authorization._tag !== "Bearer") return { _tag: "Absent" }
  const isSecure = yield* pages.isSecure
  return yield* pages
    .authenticate(authorization.token, (connectSessionId) =>
      ConnectCookie.secretIn(headers, { connectSessionId, isSecure })
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

/** Returns the facts that the connection already knows. */
export const connectionFacts = (source: object): Pick<RequestFacts, "address" | "certificateError" | "peer"> =>
  source instanceof IncomingRequest
    ? { peer: source.peer, certificateError: source.certificateError, address: remoteAddress(source) }
    : { peer: undefined, certificateError: undefined, address: undefined }

/** Reads what the route demands. Reads the optional credential only once the required one is valid. */
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
    // The operator's console has a listener of its own.
    isLocal: false,
    isOperator: false
  }
  if (facts.certificateError !== undefined || route._tag === "Missing") return facts
  const { credentials, requiresSameOrigin } = route._tag === "Found" ? route.security : keyOnly
  if (requiresSameOrigin) {
    const own = SameOrigin.connectPageOrigins(headers["host"], yield* verifiers.pages.baseUrl)
    // The credentials of such a request are not read.
    if (SameOrigin.isCrossOrigin(headers, own)) return { ...facts, isCrossSite: true }
  }
  if (credentials === "NONE") return facts
  if (credentials === "PAGE") return { ...facts, page: yield* pageIn(verifiers, request) }
  if (credentials === "TOKEN") {
    const token = yield* tokenIn(verifiers, request, requestId)
    return { ...facts, token, key: token._tag === "Live" ? yield* keyIn(verifiers, request) : facts.key }
  }
  const key = yield* keyIn(verifiers, request)
  return { ...facts, key, token: key._tag === "Live" ? yield* tokenIn(verifiers, request, requestId) : facts.token }
})

/** Counts a rejected request. Returns its error, or that of the rate. */
export const countFailure = <R extends ApiError>(
  { count }: RateLimiter["Service"],
  error: R,
  of: AdmissionError["rateKey"],
  source: object
): Effect.Effect<R | RateExceeded> =>
  Effect.flatMap(CurrentRateLimit, (rateLimit) => {
    if (of === undefined) return Effect.succeed(error)
    // A held request may already have been counted before its key was revoked.
    rateLimit.fields = undefined
    const network = callerPrefix64(source)
    if (of === "NETWORK" && network === undefined) return Effect.succeed(error)
    const [rate, key] = of === "NETWORK" ? (["authentication", network ?? ""] as const) : of
    return Effect.map(count(rate, key), (result) => (result._tag === "RateExceeded" ? result : error))
  })

/** Admits a request on this route, or fails with its error. A held request also checks its certificate again. */
export const admitRequest = Effect.fnUntraced(function* (
  verifiers: CredentialVerifiers,
  { request, requestId }: CurrentRequest.CurrentRequest,
  route: RouteResult
): Effect.fn.Return<Admission, ApiError> {
  const decision = admit(yield* factsOf(verifiers, request, requestId, route))
  return decision._tag === "Admitted"
    ? decision
    : yield* Effect.flip(countFailure(verifiers.limiter, decision.error, decision.rateKey, request.source))
})
