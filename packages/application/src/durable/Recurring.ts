/** Tasks that run beside the requests, again and again, whatever becomes of one run of one task. */
import { failuresOf } from "@sheaf/ports"
import { Effect, Schedule } from "effect"
import type { Duration } from "effect"

/** Runs a task now and after every interval, while the scope is open. */
export const every = <E, R>(interval: Duration.Input, name: string, task: Effect.Effect<void, E, R>) =>
  task.pipe(
    Effect.catchCause((cause) =>
      Effect.logError(`${name} failed; it is tried again`).pipe(Effect.annotateLogs({ failures: failuresOf(cause) }))
    ),
    Effect.repeat(Schedule.spaced(interval)),
    Effect.forkScoped
  )

/** Isolates the failure of one of many. `about` names that one in the log. */
export const alone = <A, E, R>(about: Readonly<Record<string, string>>, effect: Effect.Effect<A, E, R>) =>
  Effect.catchCause(effect, (cause) =>
    Effect.logError("upkeep of one failed").pipe(Effect.annotateLogs({ ...about, failures: failuresOf(cause) }))
  )
