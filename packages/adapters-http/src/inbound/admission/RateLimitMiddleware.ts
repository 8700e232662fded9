/** The stage that counts admitted requests (spec 8). Each operation's contract names its rate, and the admission the key. */
import { Operation, RateLimiting } from "@sheaf/http-contract"
import { Cause, Effect, Layer } from "effect"
import { withAdmissionTo } from "./RequestAdmission.ts"
import { requireWithinRate, CurrentRateLimit, RateLimiter } from "../limits/RateLimiter.ts"

export const layer = Layer.effect(
  RateLimiting,
  Effect.map(RateLimiter, ({ count, recount }) =>
    RateLimiting.of((next, { endpoint }) => {
      const rate = Operation.rateOf(endpoint)
      return Effect.withFiber((fiber) => {
        // A held request runs repeatedly, but counts only once.
        if (fiber.getRef(CurrentRateLimit).fields !== undefined) return next
        return withAdmissionTo(endpoint, (admission) => {
          const counted = (of: Operation.OperationRate) => requireWithinRate(count(...admission.rateKeyOf(of)))
          switch (rate) {
            case "requests":
              return Effect.andThen(counted("requests"), next)
            case "starts":
              return Effect.andThen(counted("starts"), next).pipe(
                Effect.tap(({ headers }) =>
                  headers["idempotent-replayed"] === undefined
                    ? Effect.void
                    : requireWithinRate(recount(admission.rateKeyOf("starts"), admission.rateKeyOf("requests")))
                )
              )
            case "status":
              // Unknown ids have no counters of their own. Otherwise, a client could create any number of counters.
              return Effect.matchCauseEffect(next, {
                onSuccess: (response) => Effect.as(counted("status"), response),
                onFailure: (cause) =>
                  Cause.hasInterruptsOnly(cause)
                    ? Effect.failCause(cause)
                    : Effect.andThen(counted("requests"), Effect.failCause(cause))
              })
          }
        })
      })
    })
  )
)
