/**
 * The workflow of a durable process: its steps and the waits between them. The workflow survives a crash at any point.
 * The engine's journal contains only ids, names of waits, and milliseconds.
 */
import type { StoreError } from "@sheaf/ports"
import { Cause, Duration, Effect, Schedule, Schema } from "effect"
import { DurableClock, DurableDeferred } from "effect/workflow"
import { withFailures } from "../FailureLog.ts"
import { clockOf, wakeOf, workflowOf } from "./Engine.ts"
import { longestSleep } from "./InMemory.ts"
import type { Runnable, WaitForStep, WorkflowNames } from "./Runnable.ts"

const pause = (step: number, millis: number) =>
  millis <= longestSleep
    ? Effect.sleep(Duration.millis(millis))
    : DurableClock.sleep({ name: `poll-${step}`, duration: Duration.millis(millis) })

const waitForWake = (names: WorkflowNames, step: number, millis: number) =>
  DurableDeferred.raceAll({
    name: `wait-${step}`,
    success: Schema.Void,
    error: Schema.Never,
    effects: [
      DurableDeferred.await(wakeOf(names, step)),
      // Makes even short clocks durable. By default, the engine keeps them in memory, and a crash restarts them.
      DurableClock.sleep({ name: clockOf(names, step), duration: Duration.millis(millis), inMemoryThreshold: 0 })
    ]
  })

const wait = (names: WorkflowNames, { _tag, millis, step }: WaitForStep) =>
  _tag === "Pause" ? pause(step, millis) : waitForWake(names, step, millis)

const untilStoreIsBack = Schedule.min([Schedule.exponential("100 millis", 2), Schedule.spaced("10 seconds")])

/** Retries for as long as the store is unavailable. */
const untilStoreAnswers = <A, R>(effect: Effect.Effect<A, StoreError, R>) =>
  effect.pipe(
    Effect.tapCause((cause) =>
      Cause.hasInterruptsOnly(cause) ? Effect.void : Effect.logError("process steps failed").pipe(withFailures(cause))
    ),
    Effect.retry({ schedule: untilStoreIsBack, while: ({ reason }) => reason === "UNAVAILABLE" })
  )

/**
 * Lets the engine run processes of one kind.
 *
 * Steps are not engine activities, because the row already records the progress. A workflow that starts over, after a
 * crash or an eviction from memory, reads the row first and continues from there.
 */
export const layer = <R>({ names, takeSteps }: Runnable<R>) =>
  workflowOf(names).toLayer((payload) => {
    const id = payload[names.id] ?? ""
    return Effect.gen(function* () {
      for (;;) {
        const next = yield* untilStoreAnswers(takeSteps(id)).pipe(Effect.annotateLogs({ [names.id]: id }))
        if (next._tag === "End") return
        yield* wait(names, next)
      }
    }).pipe(
      // Drops the failure, because the engine would store its message, which can contain personal data. Recovery finds
      // the row.
      Effect.catchCause((cause) => (Cause.hasInterrupts(cause) ? Effect.failCause(Cause.interrupt()) : Effect.void))
    )
  })
