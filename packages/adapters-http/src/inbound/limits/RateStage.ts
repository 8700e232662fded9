/** The stage that counts authenticated requests (spec 8). Each operation's contract names its rate. */
import { CurrentCaller, CurrentUser, CurrentVisitor, Operation, RateLimited } from "@sheaf/http-contract"
import type { Caller } from "@sheaf/ports"
import { Cause, Context, Effect, Layer } from "effect"
import type { Fiber } from "effect"
import { HttpRouter } from "effect/http"
import type { HttpServerRequest } from "effect/http"
import { hash } from "node:crypto"
import * as CurrentRequest from "../pipeline/CurrentRequest.ts"
import { checked, CurrentTally, RateLimiter } from "./RateLimiter.ts"
import type { RateName } from "./Rates.ts"

/** Returns the counts of a Connect session's page. They never touch the quotas of its client. */
const pageCounts = ({ connectSessionId }: CurrentVisitor["Service"]) => ({
  requests: pageRequest(connectSessionId),
  starts: ["connectStarts", connectSessionId] as const,
  status: ["status", `connect ${connectSessionId}`] as const
})

/** Returns the rate and the key under which the opening and most calls of a Connect session's page count. */
export const pageRequest = (connectSessionId: string) => ["connectRequests", connectSessionId] as const

const callerOf = ({ context }: Fiber.Fiber<unknown, unknown>): Caller =>
  Context.getOrUndefined(context, CurrentUser) ?? Context.getUnsafe(context, CurrentCaller)

/**
 * Returns the key under which other requests are counted: the API key or, without one, the user. Contains no secret.
 */
export const keyOf = ({ headers }: HttpServerRequest.HttpServerRequest, { clientId, userId = "" }: Caller): string => {
  const apiKey = headers["authorization-token"]
  return apiKey === undefined || apiKey === "" ? `${clientId}/${userId}` : hash("sha256", apiKey, "base64")
}

/**
 * Returns the id in the path of a status resource, as the router decoded it. All percent-encoded forms of an id count
 * as the same id.
 */
const idIn = ({ context }: Fiber.Fiber<unknown, unknown>): string =>
  Object.values(Context.getUnsafe(context, HttpRouter.RouteContext).params).join("/")

type Count = readonly [RateName, string]

/** Returns the rate and the key under which a request of each kind counts. */
const countsOf = (
  fiber: Fiber.Fiber<unknown, unknown>,
  request: HttpServerRequest.HttpServerRequest
): Readonly<Record<Operation.OperationRate, Count>> => {
  // A page has no API key, even if it sends the header.
  const visitor = Context.getOrUndefined(fiber.context, CurrentVisitor)
  if (visitor !== undefined) return pageCounts(visitor)
  const caller = callerOf(fiber)
  return {
    requests: ["requests", keyOf(request, caller)],
    starts: ["starts", caller.clientId],
    // Events have no id in the path, so each client's reads of events count together.
    status: ["status", idIn(fiber) || `events of ${caller.clientId}`]
  }
}

export const layer = Layer.effect(
  RateLimited,
  Effect.map(RateLimiter, ({ count, recount }) =>
    RateLimited.of((next, { endpoint }) => {
      const rate = Operation.rateOf(endpoint)
      return Effect.withFiber((fiber) => {
        // A held request runs repeatedly, but counts only once.
        if (fiber.getRef(CurrentTally).fields !== undefined) return next
        const { requests, starts, status } = countsOf(fiber, CurrentRequest.of(fiber).request)
        const counted = (of: Count) => checked(count(...of))
        switch (rate) {
          case "requests":
            return Effect.andThen(counted(requests), next)
          case "starts":
            return Effect.andThen(counted(starts), next).pipe(
              Effect.tap(({ headers }) =>
                headers["idempotent-replayed"] === undefined ? Effect.void : checked(recount(starts, requests))
              )
            )
          case "status":
            // Unknown ids have no counters of their own. Otherwise, a client could create any number of counters.
            return Effect.matchCauseEffect(next, {
              onSuccess: (response) => Effect.as(counted(status), response),
              onFailure: (cause) =>
                Cause.hasInterruptsOnly(cause)
                  ? Effect.failCause(cause)
                  : Effect.andThen(counted(requests), Effect.failCause(cause))
            })
        }
      })
    })
  )
)
