/**
 * The stage that identifies the caller: the client by the API key in `Authorization-token`, and the user by the token
 * in `Authorization` (spec 5.3). Each operation requires one of the two. The other is optional, but must
 * belong to the same client:
 *
 * | `Authorization` | with an API key | if a token is required |
 * |---|---|---|
 * | absent | the client | 401 `MISSING_CREDENTIALS` |
 * | empty, or another scheme | 401 `INVALID_TOKEN` | 401 `MISSING_CREDENTIALS` |
 * | `Bearer` without a token, or with several | 401 `INVALID_TOKEN` | 401 `INVALID_TOKEN` |
 * | `Bearer` with a rejected token | 401 `INVALID_TOKEN` | 401 `INVALID_TOKEN` |
 * | a token of another client's user | 401 `CREDENTIALS_MISMATCH` | 401 `CREDENTIALS_MISMATCH` if there is a key |
 * | a token of the client's user | the user | the user |
 *
 * A token is never ignored in favor of the key, because the client would then see the data of all its users.
 */
import type { KeyScope } from "@sheaf/domain/KeyScope"
import { Authenticated, CurrentCaller, CurrentUser, Operation, Problem, UserAuthenticated } from "@sheaf/http-contract"
import { ApiKeys, CurrentActor, Tokens } from "@sheaf/ports"
import type { Actor, ActorAtWork, Caller, UserCaller } from "@sheaf/ports"
import { Effect, Layer, Option, Redacted } from "effect"
import type { HttpServerRequest } from "effect/http"
import { HttpApiSchema } from "effect/http-api"
import * as CertificateRefusals from "../problems/CertificateRefusals.ts"
import * as CredentialRefusals from "../problems/CredentialRefusals.ts"
import { networkOfCaller, remoteAddress } from "../connections/RemoteAddress.ts"
import { CurrentTally, problemOf as problemOfRate, RateLimiter } from "../limits/RateLimiter.ts"
import type { RateExceeded } from "../limits/RateLimiter.ts"
import { keyOf } from "../limits/RateStage.ts"
import { peerOf } from "./Arrival.ts"
import * as BearerToken from "./BearerToken.ts"
import * as CertificateFit from "./fit/CertificateFit.ts"
import * as KeyFit from "./fit/KeyFit.ts"
import * as CurrentRequest from "./CurrentRequest.ts"

/** The ports that verify credentials, and the limit on failures. */
export interface Doors {
  readonly keys: ApiKeys["Service"]
  readonly tokens: Tokens["Service"]
  readonly limiter: RateLimiter["Service"]
}

export const doors: Effect.Effect<Doors, never, ApiKeys | RateLimiter | Tokens> = Effect.all({
  keys: ApiKeys,
  tokens: Tokens,
  limiter: RateLimiter
})

/** Missing or invalid credentials. */
interface Unauthenticated extends CredentialRefusals.CredentialRefusal {
  readonly _tag: "Unauthenticated"
}

/** The caller's certificate does not match the credentials, or the API key does not allow the request. */
interface Forbidden extends CertificateRefusals.CallerRefusal {
  readonly _tag: "Forbidden"
  /** The key's client, if the key is valid here but lacks a scope. */
  readonly holder?: Caller
}

/** The reason why a request's caller cannot be identified. */
export type NoCaller = Unauthenticated | Forbidden | RateExceeded

/** Returns the header fields of the rejection. */
export const headersOf = (reason: NoCaller): Readonly<Record<string, string>> => {
  if (reason._tag === "RateExceeded") return { "retry-after": reason.retryAfter }
  return reason._tag === "Unauthenticated" ? { "www-authenticate": reason.challenge } : {}
}

const problemOf = (reason: NoCaller, requestId: string) => {
  if (reason._tag === "RateExceeded") return problemOfRate(reason, requestId)
  const { detail } = reason
  if (reason._tag === "Forbidden") return Problem.make(reason.code, { detail, requestId })
  const body = Problem.make(reason.code, { detail, requestId })
  return HttpApiSchema.withHeaders({ body, headers: { "www-authenticate": reason.challenge } })
}

const unauthenticated = (refusal: keyof typeof CredentialRefusals.table) =>
  Effect.fail<Unauthenticated>({ _tag: "Unauthenticated", ...CredentialRefusals.table[refusal] })

type Request = HttpServerRequest.HttpServerRequest

const admit = <C extends Caller>(caller: C, { source }: Request): Effect.Effect<C, Forbidden> => {
  const misfit = CertificateFit.misfitOf(caller, peerOf(source))
  return misfit === undefined
    ? Effect.succeed(caller)
    : Effect.fail({ _tag: "Forbidden", ...CertificateRefusals.ofCallers[misfit] })
}

/** Returns the client that a key belongs to. A store failure is a defect, so the caller gets a 500. */
const holderOf = (keys: ApiKeys["Service"], key: string): Effect.Effect<Option.Option<Caller>> =>
  Effect.orDie(keys.verify(Redacted.make(key)))

const isOf = (user: UserCaller, client: Caller): boolean =>
  user.clientId === client.clientId && user.environment === client.environment

/** Returns the client that the API key identifies, or nothing if there is no key. The key's limits must allow the request. */
const clientOf = (
  { keys }: Doors,
  { headers, source }: Request,
  scope: KeyScope | undefined
): Effect.Effect<Option.Option<Caller>, Unauthenticated | Forbidden> => {
  const key = headers["authorization-token"]
  if (key === undefined || key === "") return Effect.succeedNone
  return Effect.flatMap(
    holderOf(keys, key),
    (holder): Effect.Effect<Option.Option<Caller>, Unauthenticated | Forbidden> => {
      if (Option.isNone(holder)) return unauthenticated("wrongKey")
      const { value } = holder
      const misfit = KeyFit.misfitOf(value.keyLimits, scope, source)
      if (misfit === undefined) return Effect.succeed(holder)
      const isScope = misfit.code === "INSUFFICIENT_SCOPE"
      return Effect.fail({ _tag: "Forbidden", ...misfit, ...(isScope && { holder: value }) })
    }
  )
}

/**
 * Returns the user that a token identifies. Only the log says why a token is rejected, because the reason would help a
 * forger.
 */
const userOf = ({ tokens }: Doors, token: string): Effect.Effect<UserCaller, Unauthenticated> =>
  Effect.catch(tokens.verify(Redacted.make(token)), (error) =>
    error._tag === "InvalidToken"
      ? Effect.flatMap(CurrentRequest.RequestId, (requestId) =>
          Effect.andThen(
            Effect.annotateLogs(Effect.logDebug("token refused"), { requestId, reason: error.reason }),
            unauthenticated("wrongToken")
          )
        )
      : Effect.die(error)
  )

const noToken = ({ _tag }: BearerToken.Authorization) =>
  unauthenticated(_tag === "Malformed" ? "malformedToken" : "otherScheme")

/**
 * Counts a failure against the limit for the caller's network, which never applies to valid credentials. A missing scope
 * counts as one of the key's requests. Stolen keys that are used from other networks or without their certificate must not
 * use up their owner's requests, so they count by network.
 */
const limited = <C>(
  identify: (doors: Doors, request: Request, scope?: KeyScope) => Effect.Effect<C, Unauthenticated | Forbidden>
): ((doors: Doors, request: Request, scope?: KeyScope) => Effect.Effect<C, NoCaller>) => {
  const refusalOf = (
    { limiter }: Doors,
    request: Request,
    reason: Unauthenticated | Forbidden
  ): Effect.Effect<NoCaller> =>
    Effect.flatMap(CurrentTally, (tally): Effect.Effect<NoCaller> => {
      // A held request may already have been counted before its key was revoked.
      tally.fields = undefined
      const holder = reason._tag === "Forbidden" ? reason.holder : undefined
      const network = networkOfCaller(request.source)
      const count = holder
        ? limiter.count("requests", keyOf(request, holder))
        : network !== undefined && limiter.count("authentication", network)
      if (count === false) return Effect.succeed(reason)
      return Effect.map(count, (counted) => (counted._tag === "RateExceeded" ? counted : reason))
    })
  return (doors, request, scope) =>
    Effect.catch(identify(doors, request, scope), (reason) => Effect.flip(refusalOf(doors, request, reason)))
}

/** Identifies the caller of an operation that requires an API key. `scope` is the scope that the operation needs. */
export const identify = limited(
  Effect.fnUntraced(function* (doors: Doors, request: Request, scope?: KeyScope) {
    const client = yield* clientOf(doors, request, scope)
    if (Option.isNone(client)) return yield* unauthenticated("noKey")
    const authorization = BearerToken.read(request.headers["authorization"])
    if (authorization._tag === "None") return yield* admit(client.value, request)
    if (authorization._tag !== "Bearer") return yield* noToken(authorization)
    const user = yield* userOf(doors, authorization.token)
    return isOf(user, client.value) ? yield* admit(user, request) : yield* unauthenticated("mismatch")
  })
)

/** Identifies the user of an operation that requires a token. */
const identifyUser = limited(
  Effect.fnUntraced(function* (doors: Doors, request: Request, scope?: KeyScope) {
    const authorization = BearerToken.read(request.headers["authorization"])
    if (authorization._tag === "Malformed") return yield* noToken(authorization)
    if (authorization._tag !== "Bearer") return yield* unauthenticated("noToken")
    const user = yield* userOf(doors, authorization.token)
    const client = yield* clientOf(doors, request, scope)
    if (Option.isSome(client) && !isOf(user, client.value)) return yield* unauthenticated("mismatch")
    return yield* admit(user, request)
  })
)

const partyOf = ({ clientId, keyId, userId }: Caller): Actor =>
  userId === undefined
    ? { type: "KEY", clientId, ...(keyId !== undefined && { keyId }) }
    : { type: "TOKEN", clientId, userId }

/** Returns who acts in a request, for the audit log. */
const actorOf = (caller: Caller, { request, requestId }: CurrentRequest.CurrentRequest): ActorAtWork => {
  const address = remoteAddress(request.source)
  const peer = peerOf(request.source)
  return {
    actor: partyOf(caller),
    requestId,
    ...(peer && { certificate: peer.serial }),
    ...(address !== undefined && { address })
  }
}

/** Runs `use` with the caller, or fails with a problem if no caller can be identified. */
const withCaller = <C extends Caller>(
  identify: (doors: Doors, request: Request, scope?: KeyScope) => Effect.Effect<C, NoCaller>
) =>
  Effect.map(
    doors,
    (doors) =>
      <A, E, R>(scope: KeyScope | undefined, use: (caller: C) => Effect.Effect<A, E, R>) =>
        Effect.withFiber<A, E | ReturnType<typeof problemOf>, R>((fiber) => {
          const current = CurrentRequest.of(fiber)
          const { request, requestId } = current
          return Effect.matchEffect(identify(doors, request, scope), {
            onSuccess: (caller) => Effect.provideService(use(caller), CurrentActor, actorOf(caller, current)),
            onFailure: (reason) => Effect.fail(problemOf(reason, requestId))
          })
        })
  )

const authenticated = Layer.effect(
  Authenticated,
  Effect.map(withCaller(identify), (withCaller) =>
    Authenticated.of((next, { endpoint }) =>
      withCaller(Operation.scopeOf(endpoint), (caller) => Effect.provideService(next, CurrentCaller, caller))
    )
  )
)

const userAuthenticated = Layer.effect(
  UserAuthenticated,
  Effect.map(withCaller(identifyUser), (withCaller) =>
    UserAuthenticated.of((next, { endpoint }) =>
      withCaller(Operation.scopeOf(endpoint), (user) => Effect.provideService(next, CurrentUser, user))
    )
  )
)

export const layer = Layer.merge(authenticated, userAuthenticated)
