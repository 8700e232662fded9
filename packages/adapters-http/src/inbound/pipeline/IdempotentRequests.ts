/**
 * Reads `Idempotency-Key` (spec 8). Repeated requests are recognized by the use case. This stage only rejects a key
 * that another request in this process is using right now; between processes, the database decides.
 */
import * as IdempotencyKey from "@sheaf/domain/IdempotencyKey"
import {
  CurrentCaller,
  CurrentUser,
  CurrentVisitor,
  IdempotencyKeySupport,
  IdempotencyKeyRejection
} from "@sheaf/http-contract"
import { CurrentIdempotentRequest } from "@sheaf/ports"
import type { IdempotentRequest } from "@sheaf/ports"
import { Context, Effect, Layer } from "effect"
import type { Fiber } from "effect"
import { HttpServerResponse } from "effect/http"
import type { HttpServerRequest } from "effect/http"
import * as ProblemWriter from "../problems/ProblemWriter.ts"
import { apiError, failWith, toProblem } from "../problems/ApiErrors.ts"
import { currentRequestOf, runUnlessRejected } from "../connections/IncomingRequest.ts"
import type { CurrentRequest } from "../connections/IncomingRequest.ts"

const field = "idempotency-key"

/** Marks the response to a repeated request. */
const replayed = "idempotent-replayed"

/** How many seconds a client should wait before repeating a request that is still running. */
const pause = "1"

const pathOf = ({ url }: HttpServerRequest.HttpServerRequest): string => url.split("?", 1)[0] ?? url

// The contract's 409 has no field for the time to wait.
const inUse = ({ requestId }: CurrentRequest) =>
  ProblemWriter.responseOf(toProblem(apiError("IdempotencyKeyInUse"), requestId), { "retry-after": pause })

/** Returns the request with its key and its caller. */
const keyedOf = (
  fiber: Fiber.Fiber<unknown, unknown>,
  key: IdempotencyKey.IdempotencyKey,
  markReplayed: Effect.Effect<void>
): IdempotentRequest => {
  const { request } = currentRequestOf(fiber)
  const user = Context.getOrUndefined(fiber.context, CurrentUser)
  const { clientId, userId } = user ?? Context.getUnsafe(fiber.context, CurrentCaller)
  const visitor = Context.getOrUndefined(fiber.context, CurrentVisitor)
  return {
    clientId,
    ...(userId !== undefined && { userId }),
    ...visitor,
    method: request.method,
    path: pathOf(request),
    key,
    markReplayed
  }
}

const nameOf = ({ clientId, connectSessionId, key, method, path, userId }: IdempotentRequest): string =>
  JSON.stringify([clientId, userId, connectSessionId, method, path, key])

const repeatable = Layer.sync(IdempotencyKeySupport, () => {
  /** The keys of running requests, each with the scope in which it is unique. */
  const running = new Set<string>()

  return (next) =>
    Effect.withFiber((fiber) => {
      const current = currentRequestOf(fiber)
      const text = current.request.headers[field]
      if (text === undefined) return next
      const key = IdempotencyKey.parse(text)
      if (key === undefined) return Effect.andThen(failWith(apiError("InvalidIdempotencyKey")), next)
      let isReplayed = false
      const keyed = keyedOf(
        fiber,
        key,
        Effect.sync(() => void (isReplayed = true))
      )
      const name = nameOf(keyed)
      if (running.has(name)) return Effect.succeed(inUse(current))
      running.add(name)
      return next.pipe(
        Effect.provideService(CurrentIdempotentRequest, keyed),
        Effect.map((response) => (isReplayed ? HttpServerResponse.setHeader(response, replayed, "true") : response)),
        Effect.ensuring(Effect.sync(() => running.delete(name)))
      )
    })
})

const unrepeatable = Layer.succeed(IdempotencyKeyRejection, (next) =>
  runUnlessRejected(next, ({ request }) =>
    request.headers[field] === undefined ? undefined : failWith(apiError("IdempotencyKeyNotSupported"))
  )
)

export const layer = Layer.merge(repeatable, unrepeatable)
