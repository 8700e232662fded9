/** Background tasks that run repeatedly. If a run fails, the next run still starts. */
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

/** Lets a task's counter begin at 0, so that Prometheus sees the first failure as an increase. */
export const initializeCounter = (name: string) => Metric.update(failures({ task: name }), 0)

/** Runs a task. If it fails, logs the failure and returns false. */
export const runAndLogFailure = <A, E, R>(name: string, task: Effect.Effect<A, E, R>) =>
  Effect.matchCauseEffect(task, {
    onFailure: (cause) => Effect.as(logged(name, cause), false),
    onSuccess: () => Effect.succeed(true)
  })

/** Runs a task now and after every interval, while the scope is open. */
export const repeatEvery = <E, R>(interval: Duration.Input, name: string, task: Effect.Effect<void, E, R>) =>
  runAndLogFailure(name, task).pipe(
    Effect.repeat(Schedule.spaced(interval)),
    Effect.forkScoped,
    Effect.tap(() => initializeCounter(name))
  )

/** If one entry in a list fails, logs the failure instead of failing. `about` identifies the entry in the log. */
export const isolateFailure =
  (about: Readonly<Record<string, string>>) =>
  <A, E, R>(effect: Effect.Effect<A, E, R>) =>
    Effect.catchCause(effect, (cause) =>
      Effect.logError("background task failed for one entry; will retry").pipe(withFailureAnnotations(cause, about))
    )
