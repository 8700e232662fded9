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
 *
 * A certificate is no credential by itself: it narrows down who may use the others, to the client that it is of.
 */
import { Authenticated, CurrentCaller, CurrentUser, Problem, UserAuthenticated } from "@sheaf/http-contract"
import type { ProblemCode } from "@sheaf/http-contract"
import { ApiKeys, Tokens } from "@sheaf/ports"
import type { Caller, Peer, UserCaller } from "@sheaf/ports"
import { Context, Effect, Layer, Option, Redacted } from "effect"
import type { Fiber } from "effect"
import { HttpServerRequest } from "effect/http"
import { HttpApiSchema } from "effect/http-api"
import { peerOf } from "./Arrival.ts"
import * as BearerToken from "./BearerToken.ts"
import * as Challenge from "./Challenge.ts"
import * as ProblemResponse from "../problems/ProblemResponse.ts"
import { RequestId } from "./RequestId.ts"

/** What credentials are verified by. */
export interface Doors {
  readonly keys: ApiKeys["Service"]
  readonly tokens: Tokens["Service"]
}

export const doors: Effect.Effect<Doors, never, ApiKeys | Tokens> = Effect.all({ keys: ApiKeys, tokens: Tokens })

/** The problem of having no caller, with the challenge that goes with it. */
type Unknown = HttpApiSchema.withHeaders<
  Problem.Problem<ProblemCode.CodeOf<401>>,
  { readonly "www-authenticate": string }
>

/** The problem of having one who may not come like this. */
type Forbidden = Problem.Problem<ProblemCode.CodeOf<403>>

export type Refusal = Unknown | Forbidden

/** A refusal as a whole response. */
export const responseOf = (refusal: Refusal) =>
  "body" in refusal ? ProblemResponse.of(refusal.body, refusal.headers) : ProblemResponse.of(refusal)

const refuse = (code: ProblemCode.CodeOf<401>, detail: string, challenge: string, requestId: string) =>
  Effect.fail<Unknown>(
    HttpApiSchema.withHeaders({
      body: Problem.make(code, { detail, requestId }),
      headers: { "www-authenticate": challenge }
    })
  )

const mismatch = (requestId: string) =>
  refuse("CREDENTIALS_MISMATCH", "The API key is of another client than the token.", Challenge.otherToken, requestId)

/** What the certificate that came with the request, or its absence, has against a caller; nothing as a rule. */
export const misfitOf = (
  { clientId, environment, requiresMutualTls = false }: Caller,
  peer: Peer | undefined
): { readonly code: ProblemCode.CodeOf<403>; readonly detail: string } | undefined => {
  if (peer === undefined) {
    const detail = "The client has to call over mutual TLS, and showed no certificate."
    return requiresMutualTls ? { code: "MUTUAL_TLS_REQUIRED", detail } : undefined
  }
  if (peer.environment !== environment) {
    return { code: "WRONG_ENVIRONMENT", detail: "The certificate is of another environment than the client." }
  }
  const detail = "The certificate is of another client than the API key, or the token."
  return peer.clientId === clientId ? undefined : { code: "CERTIFICATE_MISMATCH", detail }
}

const admit = <C extends Caller>(
  caller: C,
  { source }: HttpServerRequest.HttpServerRequest,
  requestId: string
): Effect.Effect<C, Forbidden> => {
  const misfit = misfitOf(caller, peerOf(source))
  return misfit === undefined
    ? Effect.succeed(caller)
    : Effect.fail(Problem.make(misfit.code, { detail: misfit.detail, requestId }))
}

/** The client that holds a key. A store that fails is a fault of ours. */
export const holderOf = (keys: ApiKeys["Service"], key: string): Effect.Effect<Option.Option<Caller>> =>
  Effect.orDie(keys.verify(Redacted.make(key)))

const isOf = (user: UserCaller, client: Caller): boolean =>
  user.clientId === client.clientId && user.environment === client.environment

type Request = HttpServerRequest.HttpServerRequest

/** The client behind the API key; nothing when there is no key. */
const clientOf = (
  { keys }: Doors,
  { headers }: Request,
  requestId: string
): Effect.Effect<Option.Option<Caller>, Unknown> => {
  const key = headers["authorization-token"]
  if (key === undefined || key === "") return Effect.succeedNone
  return Effect.flatMap(holderOf(keys, key), (holder) =>
    Option.isSome(holder)
      ? Effect.succeed(holder)
      : refuse("INVALID_API_KEY", "No live API key reads like this.", Challenge.apiKey, requestId)
  )
}

/** The user behind a token. Why one is not accepted is for the log alone: it would help whoever forges one. */
const userOf = ({ tokens }: Doors, token: string, requestId: string): Effect.Effect<UserCaller, Unknown> =>
  Effect.catch(tokens.verify(Redacted.make(token)), (error) =>
    error._tag === "InvalidToken"
      ? Effect.andThen(
          Effect.annotateLogs(Effect.logDebug("token refused"), { requestId, reason: error.reason }),
          refuse("INVALID_TOKEN", "The token is not accepted.", Challenge.otherToken, requestId)
        )
      : Effect.die(error)
  )

const noToken = ({ _tag }: BearerToken.Authorization, requestId: string) =>
  refuse(
    "INVALID_TOKEN",
    "The header Authorization holds no single bearer token.",
    _tag === "Malformed" ? Challenge.otherToken : Challenge.bearer,
    requestId
  )

/** The caller where an API key is wanted, or the problem of having none. */
export const identify = Effect.fnUntraced(function* (doors: Doors, request: Request, requestId: string) {
  const client = yield* clientOf(doors, request, requestId)
  if (Option.isNone(client)) {
    const detail = "The header Authorization-token is missing."
    return yield* refuse("MISSING_CREDENTIALS", detail, Challenge.apiKey, requestId)
  }
  const authorization = BearerToken.read(request.headers["authorization"])
  if (authorization._tag === "None") return yield* admit(client.value, request, requestId)
  if (authorization._tag !== "Bearer") return yield* noToken(authorization, requestId)
  const user = yield* userOf(doors, authorization.token, requestId)
  return isOf(user, client.value) ? yield* admit(user, request, requestId) : yield* mismatch(requestId)
})

/** The user where a token is wanted, or the problem of having none. */
const identifyUser = Effect.fnUntraced(function* (doors: Doors, request: Request, requestId: string) {
  const authorization = BearerToken.read(request.headers["authorization"])
  if (authorization._tag === "Malformed") return yield* noToken(authorization, requestId)
  if (authorization._tag !== "Bearer") {
    const detail = "The header Authorization holds no bearer token."
    return yield* refuse("MISSING_CREDENTIALS", detail, Challenge.bearer, requestId)
  }
  const user = yield* userOf(doors, authorization.token, requestId)
  const client = yield* clientOf(doors, request, requestId)
  if (Option.isSome(client) && !isOf(user, client.value)) return yield* mismatch(requestId)
  return yield* admit(user, request, requestId)
})

const asked = (fiber: Fiber.Fiber<unknown, unknown>) => ({
  request: Context.getUnsafe(fiber.context, HttpServerRequest.HttpServerRequest),
  requestId: fiber.getRef(RequestId)
})

const authenticated = Layer.effect(
  Authenticated,
  Effect.map(doors, (doors) =>
    Authenticated.of((next) =>
      Effect.withFiber((fiber) => {
        const { request, requestId } = asked(fiber)
        return Effect.flatMap(identify(doors, request, requestId), (caller) =>
          Effect.provideService(next, CurrentCaller, caller)
        )
      })
    )
  )
)

const userAuthenticated = Layer.effect(
  UserAuthenticated,
  Effect.map(doors, (doors) =>
    UserAuthenticated.of((next) =>
      Effect.withFiber((fiber) => {
        const { request, requestId } = asked(fiber)
        return Effect.flatMap(identifyUser(doors, request, requestId), (user) =>
          Effect.provideService(next, CurrentUser, user)
        )
      })
    )
  )
)

export const layer: Layer.Layer<Authenticated | UserAuthenticated, never, ApiKeys | Tokens> = Layer.merge(
  authenticated,
  userAuthenticated
)
