/** The request that a fiber answers: its name in log lines, problems and `X-Request-Id` (decisions 12), and its fields. */
import { randomUUID } from "node:crypto"
import { Context, Effect } from "effect"
import type { Fiber } from "effect"
import { HttpServerRequest } from "effect/http"

/** The id of the request that the fiber answers. */
export const RequestId = Context.Reference<string>("@sheaf/adapters-http/RequestId", { defaultValue: () => "unknown" })

const wellFormed = /^[A-Za-z0-9._-]{8,64}$/

/** The caller's own id if it is well formed, else a new one. Names of headers are in lower case. */
export const idOf = (headers: Readonly<Record<string, unknown>>): string => {
  const given = headers["x-request-id"]
  return typeof given === "string" && wellFormed.test(given) ? given : randomUUID()
}

export interface CurrentRequest {
  readonly request: HttpServerRequest.HttpServerRequest
  readonly requestId: string
}

/** The request that a fiber answers, at the cost of one look at the fiber. */
export const of = (fiber: Fiber.Fiber<unknown, unknown>): CurrentRequest => ({
  request: Context.getUnsafe(fiber.context, HttpServerRequest.HttpServerRequest),
  requestId: fiber.getRef(RequestId)
})

/** Runs `next` unless the request gives a reason to fail with. */
export const unless = <A, E, R, Refusal>(
  next: Effect.Effect<A, E, R>,
  refusalOf: (current: CurrentRequest, fiber: Fiber.Fiber<unknown, unknown>) => Refusal | undefined
): Effect.Effect<A, E | Refusal, R> =>
  Effect.withFiber<A, E | Refusal, R>((fiber) => {
    const refusal = refusalOf(of(fiber), fiber)
    return refusal === undefined ? next : Effect.fail(refusal)
  })
