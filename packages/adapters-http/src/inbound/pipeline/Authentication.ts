/**
 * Who calls: the client behind the API key in `Authorization-token`, and the user behind the token in `Authorization`
 * (spec 5; decisions 8, 15). One of them is wanted, and the other may come with it, if it is of the same client:
 *
 * | `Authorization` | beside an API key | where a token is wanted |
 * |---|---|---|
 * | none | the client | 401 `MISSING_CREDENTIALS` |
 * | empty, or of another scheme | 401 `INVALID_TOKEN` | 401 `MISSING_CREDENTIALS` |
 * | `Bearer` without a token, or with several | 401 `INVALID_TOKEN` | 401 `INVALID_TOKEN` |
 * | `Bearer` with a token that is not accepted | 401 `INVALID_TOKEN` | 401 `INVALID_TOKEN` |
 * | the token of another client's user | 401 `CREDENTIALS_MISMATCH` | 401 `CREDENTIALS_MISMATCH`, when a key came with it |
 * | the token of a user of the client | the user | the user |
 *
 * What a client adds to speak for one user must never be overlooked: it would then be shown what is of all of them.
 */
import { Authenticated, CurrentCaller, CurrentUser, Problem, UserAuthenticated } from "@sheaf/http-contract"
import type { ProblemCode } from "@sheaf/http-contract"
import { ApiKeys, Tokens } from "@sheaf/ports"
import type { Caller, UserCaller } from "@sheaf/ports"
import { Effect, Layer, Option, Redacted } from "effect"
import type { HttpServerRequest } from "effect/http"
import { HttpApiSchema } from "effect/http-api"
import { peerOf } from "./Arrival.ts"
import * as BearerToken from "./BearerToken.ts"
import * as CertificateFit from "./CertificateFit.ts"
import * as CurrentRequest from "./CurrentRequest.ts"

/** The ports that verify credentials. */
export interface Doors {
  readonly keys: ApiKeys["Service"]
  readonly tokens: Tokens["Service"]
}

export const doors: Effect.Effect<Doors, never, ApiKeys | Tokens> = Effect.all({ keys: ApiKeys, tokens: Tokens })

/** Credentials that are missing or not valid, with the challenge that goes with a 401 (RFC 9110 §11.6.1). */
interface Unauthenticated {
  readonly _tag: "Unauthenticated"
  readonly code: ProblemCode.CodeOf<401>
  readonly detail: string
  readonly challenge: string
}

/** A caller whose certificate does not go with the credentials. */
interface Forbidden extends CertificateFit.Misfit {
  readonly _tag: "Forbidden"
}

/** Why a request has no caller. */
export type NoCaller = Unauthenticated | Forbidden

/** The header fields of the answer to a request without a caller. */
export const headersOf = (reason: NoCaller): Readonly<Record<string, string>> =>
  reason._tag === "Unauthenticated" ? { "www-authenticate": reason.challenge } : {}

const problemOf = (reason: NoCaller, requestId: string) => {
  const { detail } = reason
  if (reason._tag === "Forbidden") return Problem.make(reason.code, { detail, requestId })
  const body = Problem.make(reason.code, { detail, requestId })
  return HttpApiSchema.withHeaders({ body, headers: { "www-authenticate": reason.challenge } })
}

/** Asks for an API key. */
const apiKeyChallenge = 'ApiKey realm="sheaf", header="Authorization-token"'

const unauthenticated = (code: ProblemCode.CodeOf<401>, detail: string, challenge: string) =>
  Effect.fail<Unauthenticated>({ _tag: "Unauthenticated", code, detail, challenge })

const mismatch = unauthenticated(
  "CREDENTIALS_MISMATCH",
  "The API key is of another client than the token.",
  BearerToken.challengeAgain
)

type Request = HttpServerRequest.HttpServerRequest

const admit = <C extends Caller>(caller: C, { source }: Request): Effect.Effect<C, Forbidden> => {
  const misfit = CertificateFit.misfitOf(caller, peerOf(source))
  return misfit === undefined ? Effect.succeed(caller) : Effect.fail({ _tag: "Forbidden", ...misfit })
}

/** The client that holds a key. A store that fails is a fault of ours. */
export const holderOf = (keys: ApiKeys["Service"], key: string): Effect.Effect<Option.Option<Caller>> =>
  Effect.orDie(keys.verify(Redacted.make(key)))

const isOf = (user: UserCaller, client: Caller): boolean =>
  user.clientId === client.clientId && user.environment === client.environment

/** The client behind the API key; nothing when there is no key. */
const clientOf = ({ keys }: Doors, { headers }: Request): Effect.Effect<Option.Option<Caller>, Unauthenticated> => {
  const key = headers["authorization-token"]
  if (key === undefined || key === "") return Effect.succeedNone
  return Effect.flatMap(holderOf(keys, key), (holder) =>
    Option.isSome(holder)
      ? Effect.succeed(holder)
      : unauthenticated("INVALID_API_KEY", "No live API key reads like this.", apiKeyChallenge)
  )
}

/** The user behind a token. Why one is not accepted is for the log alone: it would help whoever forges one. */
const userOf = ({ tokens }: Doors, token: string): Effect.Effect<UserCaller, Unauthenticated> =>
  Effect.catch(tokens.verify(Redacted.make(token)), (error) =>
    error._tag === "InvalidToken"
      ? Effect.flatMap(CurrentRequest.RequestId, (requestId) =>
          Effect.andThen(
            Effect.annotateLogs(Effect.logDebug("token refused"), { requestId, reason: error.reason }),
            unauthenticated("INVALID_TOKEN", "The token is not accepted.", BearerToken.challengeAgain)
          )
        )
      : Effect.die(error)
  )

const noToken = ({ _tag }: BearerToken.Authorization) =>
  unauthenticated(
    "INVALID_TOKEN",
    "The header Authorization holds no single bearer token.",
    _tag === "Malformed" ? BearerToken.challengeAgain : BearerToken.challenge
  )

/** The caller where an API key is wanted, or the reason for having none. */
export const identify = Effect.fnUntraced(function* (doors: Doors, request: Request) {
  const client = yield* clientOf(doors, request)
  if (Option.isNone(client)) {
    const detail = "The header Authorization-token is missing."
    return yield* unauthenticated("MISSING_CREDENTIALS", detail, apiKeyChallenge)
  }
  const authorization = BearerToken.read(request.headers["authorization"])
  if (authorization._tag === "None") return yield* admit(client.value, request)
  if (authorization._tag !== "Bearer") return yield* noToken(authorization)
  const user = yield* userOf(doors, authorization.token)
  return isOf(user, client.value) ? yield* admit(user, request) : yield* mismatch
})

/** The user where a token is wanted, or the reason for having none. */
const identifyUser = Effect.fnUntraced(function* (doors: Doors, request: Request) {
  const authorization = BearerToken.read(request.headers["authorization"])
  if (authorization._tag === "Malformed") return yield* noToken(authorization)
  if (authorization._tag !== "Bearer") {
    const detail = "The header Authorization holds no bearer token."
    return yield* unauthenticated("MISSING_CREDENTIALS", detail, BearerToken.challenge)
  }
  const user = yield* userOf(doors, authorization.token)
  const client = yield* clientOf(doors, request)
  if (Option.isSome(client) && !isOf(user, client.value)) return yield* mismatch
  return yield* admit(user, request)
})

/** Answers with a problem where nobody is identified. */
const withCaller = <C>(identify: (doors: Doors, request: Request) => Effect.Effect<C, NoCaller>) =>
  Effect.map(
    doors,
    (doors) =>
      <A, E, R>(use: (caller: C) => Effect.Effect<A, E, R>) =>
        Effect.withFiber<A, E | ReturnType<typeof problemOf>, R>((fiber) => {
          const { request, requestId } = CurrentRequest.of(fiber)
          return Effect.matchEffect(identify(doors, request), {
            onSuccess: use,
            onFailure: (reason) => Effect.fail(problemOf(reason, requestId))
          })
        })
  )

const authenticated = Layer.effect(
  Authenticated,
  Effect.map(withCaller(identify), (withCaller) =>
    Authenticated.of((next) => withCaller((caller) => Effect.provideService(next, CurrentCaller, caller)))
  )
)

const userAuthenticated = Layer.effect(
  UserAuthenticated,
  Effect.map(withCaller(identifyUser), (withCaller) =>
    UserAuthenticated.of((next) => withCaller((user) => Effect.provideService(next, CurrentUser, user)))
  )
)

export const layer: Layer.Layer<Authenticated | UserAuthenticated, never, ApiKeys | Tokens> = Layer.merge(
  authenticated,
  userAuthenticated
)
