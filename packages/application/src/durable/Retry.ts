/** Retries: of companies that do not answer, and of the store, without which nothing goes on and nothing is lost. */
import { failuresOf } from "@sheaf/ports"
import type { StoreError } from "@sheaf/ports"
import { Cause, Effect, Schedule } from "effect"

const mostPause = Schedule.spaced("10 seconds")

/** The pauses between attempts: short at first, ten seconds at most. */
export const backoff = Schedule.min([Schedule.exponential("250 millis", 2), mostPause])

const untilStoreIsBack = Schedule.min([Schedule.exponential("100 millis", 2), mostPause])

/** Retries while the store is unavailable, for as long as that lasts. */
export const untilStoreAnswers = <A, R>(effect: Effect.Effect<A, StoreError, R>): Effect.Effect<A, StoreError, R> =>
  effect.pipe(
    Effect.tapCause((cause) =>
      Cause.hasInterruptsOnly(cause)
        ? Effect.void
        : Effect.logError("steps failed").pipe(Effect.annotateLogs({ failures: failuresOf(cause) }))
    ),
    Effect.retry({ schedule: untilStoreIsBack, while: ({ reason }) => reason === "UNAVAILABLE" })
  )
