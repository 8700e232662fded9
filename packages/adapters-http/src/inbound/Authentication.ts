/** Who calls: the client behind the API key in `Authorization-token` (spec 5; decisions 8). */
import { Authenticated, CurrentCaller, Problem } from "@sheaf/http-contract"
import { ApiKeys } from "@sheaf/ports"
import type { Caller } from "@sheaf/ports"
import { Context, Effect, Layer, Option, Redacted } from "effect"
import { HttpServerRequest } from "effect/http"
import { HttpApiSchema } from "effect/http-api"
import { RequestId } from "./RequestId.ts"

/** What RFC 9110 §11.6.1 wants said beside every 401. */
export const challenge = 'ApiKey realm="sheaf", header="Authorization-token"'

const missing = (requestId: string) =>
  Problem.make("MISSING_CREDENTIALS", { detail: "The header Authorization-token is missing.", requestId })

const invalid = (requestId: string) =>
  Problem.make("INVALID_API_KEY", { detail: "No live API key reads like this.", requestId })

/** The caller, or the problem of having none. A store that fails is a fault of ours. */
export const identify = (
  keys: ApiKeys["Service"],
  request: HttpServerRequest.HttpServerRequest,
  requestId: string
): Effect.Effect<Caller, ReturnType<typeof missing> | ReturnType<typeof invalid>> => {
  const key = request.headers["authorization-token"]
  if (key === undefined || key === "") return Effect.fail(missing(requestId))
  return Effect.flatMap(Effect.orDie(keys.verify(Redacted.make(key))), (caller) =>
    Option.isSome(caller) ? Effect.succeed(caller.value) : Effect.fail(invalid(requestId))
  )
}

export const layer: Layer.Layer<Authenticated, never, ApiKeys> = Layer.effect(
  Authenticated,
  Effect.map(ApiKeys, (keys) =>
    Authenticated.of((next) =>
      Effect.withFiber((fiber) => {
        const request = Context.getUnsafe(fiber.context, HttpServerRequest.HttpServerRequest)
        const identified = Effect.mapError(identify(keys, request, fiber.getRef(RequestId)), (body) =>
          HttpApiSchema.withHeaders({ body, headers: { "www-authenticate": challenge } })
        )
        return Effect.flatMap(identified, (caller) => Effect.provideService(next, CurrentCaller, caller))
      })
    )
  )
)
