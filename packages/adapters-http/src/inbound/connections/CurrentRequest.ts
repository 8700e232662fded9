/** The request that a fiber handles, and the request's id in log lines, problems and `X-Request-Id` (spec 7). */
import { randomUUID } from "node:crypto"
import { Context, Effect } from "effect"
import type { Fiber } from "effect"
import { HttpServerRequest } from "effect/http"

export const RequestId = Context.Reference<string>("@sheaf/adapters-http/RequestId", { defaultValue: () => "unknown" })

/** A UUID, or a W3C trace id that is not all zeros. Other texts could contain a personal number. */
const wellFormed = /^(?:[0-9a-fA-F]{8}(?:-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}|(?!0{32})[0-9a-f]{32})$/

/** Returns the caller's request id if it is well formed, and otherwise a new id. Header names must be in lower case. */
export const requestIdOf = (headers: Readonly<Record<string, unknown>>): string => {
  const given = headers["x-request-id"]
  return typeof given === "string" && wellFormed.test(given) ? given : randomUUID()
}

export interface CurrentRequest {
  readonly request: HttpServerRequest.HttpServerRequest
  readonly requestId: string
}

export const of = (fiber: Fiber.Fiber<unknown, unknown>): CurrentRequest => ({
  request: Context.getUnsafe(fiber.context, HttpServerRequest.HttpServerRequest),
  requestId: fiber.getRef(RequestId)
})

/** Runs `next`, unless `rejectionOf` returns another effect. */
export const runNextUnless = <A, E, R, B, E2>(
  next: Effect.Effect<A, E, R>,
  rejectionOf: (current: CurrentRequest, fiber: Fiber.Fiber<unknown, unknown>) => Effect.Effect<B, E2> | undefined
): Effect.Effect<A | B, E | E2, R> =>
  Effect.withFiber<A | B, E | E2, R>((fiber) => rejectionOf(of(fiber), fiber) ?? next)
