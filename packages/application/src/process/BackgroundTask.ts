/** Tasks that run repeatedly in the background. A failed run does not stop the next. */
import { Instrument } from "@sheaf/ports"
import { Effect, Metric, Schedule } from "effect"
import type { Cause, Duration } from "effect"
import { withFailureAnnotations } from "../telemetry/FailureLog.ts"

const failures = Instrument.counter({
  name: "sheaf.background.failures",
  unit: "{run}",
  description: "Failed runs of background tasks, by task.",
  labels: ["task"]
})

const logged = (name: string, cause: Cause.Cause<unknown>) =>
  Effect.andThen(
    Metric.update(failures({ task: name }), 1),
    Effect.logError(`${name} failed; will retry`).pipe(withFailureAnnotations(cause))
  )

/** Starts a task's counter at 0, so that Prometheus sees an increase at the first failure. */
export const initializeCounter = (name: string) => Metric.update(failures({ task: name }), 0)

/** Returns false if the task failed. */
export const runAndLogFailure = <A, E, R>(name: string, task: Effect.Effect<A, E, R>) =>
  Effect.matchCauseEffect(task, {
    onFailure: (cause) => Effect.as(logged(name, cause), false),
    onSuccess: () => Effect.succeed(true)
  })

/** Runs a task now, and again after every interval, until the scope closes. */
export const repeatEvery = <E, R>(interval: Duration.Input, name: string, task: Effect.Effect<void, E, R>) =>
  runAndLogFailure(name, task).pipe(
    Effect.repeat(Schedule.spaced(interval)),
    Effect.forkScoped,
    Effect.tap(() => initializeCounter(name))
  )

/** Logs an entry's failure, so that the remaining entries are still processed. `about` names the entry in the log. */
export const isolateFailure =
  (about: Readonly<Record<string, string>>) =>
  <A, E, R>(effect: Effect.Effect<A, E, R>) =>
    Effect.catchCause(effect, (cause) =>
      Effect.logError("background task failed for one entry; will retry").pipe(withFailureAnnotations(cause, about))
    )
