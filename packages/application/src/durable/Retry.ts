/** Retry schedules: for companies that do not answer, and for a store that is unavailable. */
import type { StoreError } from "@sheaf/ports"
import { Cause, Effect, Schedule } from "effect"
import { withFailures } from "../FailureLog.ts"

const mostPause = Schedule.spaced("10 seconds")

/** Pauses between attempts: exponential from 250 milliseconds, at most ten seconds. */
export const backoff = Schedule.min([Schedule.exponential("250 millis", 2), mostPause])

const untilStoreIsBack = Schedule.min([Schedule.exponential("100 millis", 2), mostPause])

/** Retries for as long as the store is unavailable. */
export const untilStoreAnswers = <A, R>(effect: Effect.Effect<A, StoreError, R>): Effect.Effect<A, StoreError, R> =>
  effect.pipe(
    Effect.tapCause((cause) =>
      Cause.hasInterruptsOnly(cause) ? Effect.void : Effect.logError("process steps failed").pipe(withFailures(cause))
    ),
    Effect.retry({ schedule: untilStoreIsBack, while: ({ reason }) => reason === "UNAVAILABLE" })
  )
