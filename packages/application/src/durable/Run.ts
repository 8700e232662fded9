/**
 * The workflow of a durable process: steps, and the waits between them. It survives the death of the service at any
 * moment. The engine's record of it holds ids, names of waits and milliseconds.
 */
import { Cause, Duration, Effect, Schema } from "effect"
import { DurableClock, DurableDeferred } from "effect/workflow"
import type { DurableProcess, WaitForStep } from "./DurableProcess.ts"
import { signalOf, workflowOf } from "./Engine.ts"
import type { Names } from "./Engine.ts"
import { untilStoreAnswers } from "./Retry.ts"

/** A longer pause is a clock of the engine; a shorter one is slept through, and after a crash the row knows its end. */
const longestSleep = 60_000

const pause = (step: number, millis: number) =>
  millis <= longestSleep
    ? Effect.sleep(Duration.millis(millis))
    : DurableClock.sleep({ name: `poll-${step}`, duration: Duration.millis(millis) })

const waitForSignal = (names: Names, step: number, millis: number) =>
  DurableDeferred.raceAll({
    name: `wait-${step}`,
    success: Schema.Void,
    error: Schema.Never,
    effects: [
      DurableDeferred.await(signalOf(names, step)),
      // Without a threshold of zero, a short clock lives in memory and would start anew after a crash.
      DurableClock.sleep({
        name: `${names.clock}-${step}`,
        duration: Duration.millis(millis),
        inMemoryThreshold: 0
      })
    ]
  })

const wait = (names: Names, { _tag, millis, step }: WaitForStep) =>
  _tag === "Pause" ? pause(step, millis) : waitForSignal(names, step, millis)

/**
 * Lets the engine run processes of one kind.
 *
 * The steps are no activity of the engine: the row counts them, so that a step which is taken again finds what it did.
 * When the workflow runs again from its beginning, because it was out of memory or the service died, its first look at the
 * row leads to where the row stands.
 */
export const layer = <R>({ names, takeSteps }: Pick<DurableProcess<never, never, R>, "names" | "takeSteps">) =>
  workflowOf(names).toLayer((payload) => {
    const id = payload[names.id] ?? ""
    return Effect.gen(function* () {
      for (;;) {
        const next = yield* untilStoreAnswers(takeSteps(id)).pipe(Effect.annotateLogs({ [names.id]: id }))
        if (next._tag === "End") return
        yield* wait(names, next)
      }
    }).pipe(
      // The engine would keep the failure with its message. The row shows that the process has not ended, see Recovery.
      Effect.catchCause((cause) => (Cause.hasInterrupts(cause) ? Effect.failCause(Cause.interrupt()) : Effect.void))
    )
  })
