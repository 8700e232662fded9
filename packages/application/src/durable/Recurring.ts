/** Background tasks that run repeatedly. If a run fails, the next run still starts. */
import { Effect, Schedule } from "effect"
import type { Duration } from "effect"
import { withFailures } from "../FailureLog.ts"

/** Runs a task now and after every interval, while the scope is open. */
export const every = <E, R>(interval: Duration.Input, name: string, task: Effect.Effect<void, E, R>) =>
  task.pipe(
    Effect.catchCause((cause) => Effect.logError(`${name} failed; will retry`).pipe(withFailures(cause))),
    Effect.repeat(Schedule.spaced(interval)),
    Effect.forkScoped
  )

/** Runs a task now, and again after every interval until it succeeds, while the scope is open. */
export const once = <E, R>(interval: Duration.Input, name: string, task: Effect.Effect<void, E, R>) =>
  task.pipe(
    Effect.tapCause((cause) => Effect.logError(`${name} failed; will retry`).pipe(withFailures(cause))),
    Effect.sandbox,
    Effect.retry(Schedule.spaced(interval)),
    Effect.forkScoped
  )

/** If one entry in a list fails, logs the failure instead of failing. `about` identifies the entry in the log. */
export const alone =
  (about: Readonly<Record<string, string>>) =>
  <A, E, R>(effect: Effect.Effect<A, E, R>) =>
    Effect.catchCause(effect, (cause) =>
      Effect.logError("background task failed for one entry; will retry").pipe(withFailures(cause, about))
    )
