/** A database that is away comes back; until then what is durable waits, and nothing is lost. */
import { failuresOf } from "@sheaf/ports"
import type { StoreError } from "@sheaf/ports"
import { Cause, Effect, Schedule } from "effect"

const patience = Schedule.min([Schedule.exponential("100 millis", 2), Schedule.spaced("10 seconds")])

/** Tries again what the store did not answer, for as long as it takes. `annotations` say in the log what it is about. */
export const untilStoreAnswers =
  (annotations: Readonly<Record<string, string>>) =>
  <A, R>(effect: Effect.Effect<A, StoreError, R>): Effect.Effect<A, StoreError, R> =>
    effect.pipe(
      Effect.tapCause((cause) =>
        Cause.hasInterruptsOnly(cause)
          ? Effect.void
          : Effect.logError("steps failed").pipe(Effect.annotateLogs({ ...annotations, failures: failuresOf(cause) }))
      ),
      Effect.retry({ schedule: patience, while: ({ reason }) => reason === "UNAVAILABLE" })
    )
