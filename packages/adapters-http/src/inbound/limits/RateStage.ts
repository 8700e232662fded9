/** The stage that counts authenticated requests (decisions 14). Each operation's contract names its rate. */
import { CurrentCaller, CurrentUser, CurrentVisitor, Operation, RateLimited } from "@sheaf/http-contract"
import type { Caller } from "@sheaf/ports"
import { Cause, Context, Effect, Layer } from "effect"
import type { Fiber } from "effect"
import { HttpRouter } from "effect/http"
import type { HttpServerRequest } from "effect/http"
import { hash } from "node:crypto"
import * as CurrentRequest from "../pipeline/CurrentRequest.ts"
import { CurrentTally, RateLimiter, refuse } from "./RateLimiter.ts"
import type { RateExceeded, WithinRate } from "./RateLimiter.ts"

const callerOf = ({ context }: Fiber.Fiber<unknown, unknown>): Caller =>
  Context.getOrUndefined(context, CurrentUser) ?? Context.getUnsafe(context, CurrentCaller)

/**
 * Returns the key under which other requests are counted: the API key or, without one, the user. Contains no secret.
 */
export const keyOf = ({ headers }: HttpServerRequest.HttpServerRequest, { clientId, userId = "" }: Caller): string => {
  const apiKey = headers["authorization-token"]
  return apiKey === undefined || apiKey === "" ? `${clientId}/${userId}` : hash("sha256", apiKey, "base64")
}

/** Returns the key of a request's page, or of its API key or user. A page has no API key, even if it sends the header. */
const requestKeyOf = (
  { context }: Fiber.Fiber<unknown, unknown>,
  request: HttpServerRequest.HttpServerRequest,
  caller: Caller
): string => {
  const visitor = Context.getOrUndefined(context, CurrentVisitor)
  return visitor === undefined ? keyOf(request, caller) : `connect ${visitor.connectSessionId}`
}

/**
 * Returns the id in the path of a status resource, as the router decoded it. All percent-encoded forms of an id count
 * as the same id.
 */
const idIn = ({ context }: Fiber.Fiber<unknown, unknown>): string =>
  [
    // The client's own polls of the same collection count apart.
    ...(Context.getOrUndefined(context, CurrentVisitor) === undefined ? [] : ["connect"]),
    ...Object.values(Context.getUnsafe(context, HttpRouter.RouteContext).params)
  ].join("/")

/** Fails if the rate rejects the request. */
const checked = <E, R>(counting: Effect.Effect<RateExceeded | WithinRate, E, R>) =>
  Effect.flatMap(counting, (result) => (result._tag === "RateExceeded" ? refuse(result) : Effect.void))

export const layer = Layer.effect(
  RateLimited,
  Effect.map(RateLimiter, ({ count, recount }) =>
    RateLimited.of((next, { endpoint }) => {
      const rate = Operation.rateOf(endpoint)
      return Effect.withFiber((fiber) => {
        // A held request runs repeatedly, but counts only once.
        if (fiber.getRef(CurrentTally).fields !== undefined) return next
        const { request } = CurrentRequest.of(fiber)
        const caller = callerOf(fiber)
        const counted = (name: typeof rate, key: string) => checked(count(name, key))
        const otherRequest = ["requests", requestKeyOf(fiber, request, caller)] as const
        switch (rate) {
          case "requests":
            return Effect.andThen(counted(...otherRequest), next)
          case "starts":
            return Effect.andThen(counted(rate, caller.clientId), next).pipe(
              Effect.tap(({ headers }) =>
                headers["idempotent-replayed"] === undefined
                  ? Effect.void
                  : checked(recount([rate, caller.clientId], otherRequest))
              )
            )
          case "status":
            // Events have no id in the path, so each client's reads of events count together. Unknown ids have no counters of their own. Otherwise, a client could create any number of counters.
            return Effect.matchCauseEffect(next, {
              onSuccess: (response) =>
                Effect.as(counted(rate, idIn(fiber) || `events of ${caller.clientId}`), response),
              onFailure: (cause) =>
                Cause.hasInterruptsOnly(cause)
                  ? Effect.failCause(cause)
                  : Effect.andThen(counted(...otherRequest), Effect.failCause(cause))
            })
        }
      })
    })
  )
)
