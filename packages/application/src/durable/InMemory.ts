/**
 * Runs processes in memory from their start. At first, a process's row is its only record, because the engine does not
 * know the process. The engine takes over when the process waits for a wake or a long pause, or when a step fails. A woken
 * process takes its steps in memory again, so that the engine's messages do not delay them.
 */
import { Cause, Duration, Effect, Exit, FiberSet, Schedule } from "effect"
import { withFailures } from "../FailureLog.ts"
import type { Runnable } from "./Runnable.ts"

/** The longest pause, in milliseconds, that a process spends in memory. */
export const longestSleep = 60_000

/** The part of the engine that takes over a process. All calls are idempotent. */
export interface Successor {
  /** Lets the engine run the process. */
  readonly run: (id: string) => Effect.Effect<void>
  /** Wakes a process that the engine runs. */
  readonly wake: (id: string, step: number) => Effect.Effect<void>
  /** Returns true if the engine waits for this wake, and continues without it only after more than a minute. */
  readonly isWaiting: (id: string, step: number) => Effect.Effect<boolean>
}

const untilEngineIsBack = Schedule.min([Schedule.exponential("100 millis", 2), Schedule.spaced("10 seconds")])

/** Calls the engine until it responds. */
const untilReached = (call: Effect.Effect<void>) =>
  call.pipe(
    Effect.tapCause((cause) =>
      Cause.hasInterruptsOnly(cause)
        ? Effect.void
        : Effect.logError("could not reach the workflow engine; will retry").pipe(withFailures(cause))
    ),
    Effect.sandbox,
    Effect.retry({ schedule: untilEngineIsBack, while: (cause) => !Cause.hasInterrupts(cause) }),
    Effect.orDie
  )

/** Takes steps until no step is left or the engine must take over. Returns true if no step is left. */
const takeStepsInMemory = <R, Row>({ takeSteps }: Runnable<R, Row>, id: string, written: Row | undefined) =>
  Effect.gen(function* () {
    for (let row = written; ; row = undefined) {
      const next = yield* takeSteps(id, false, row)
      if (next._tag === "End") return true
      if (next._tag === "Wake" || next.millis > longestSleep) return false
      yield* Effect.sleep(Duration.millis(next.millis))
    }
  })

export const make = Effect.fnUntraced(function* <R, Row>(process: Runnable<R, Row>, successor: Successor) {
  // Processes run in their own fibers, because they outlive the requests that start them.
  const fork = yield* FiberSet.makeRuntime<R>()
  /** The processes that run here, by id, each with the steps for which it was woken. */
  const running = new Map<string, Set<number>>()

  /** Passes a process and its wakes on to the engine, including the wakes that arrive in the meantime. */
  const handOver = Effect.fnUntraced(function* (id: string, isKnown: boolean) {
    if (!isKnown) yield* untilReached(successor.run(id))
    for (const step of running.get(id) ?? []) yield* untilReached(successor.wake(id, step))
    running.delete(id)
  })

  /** Runs a process here until `steps` returns. If steps are left, the engine takes over. */
  const run = <E>(id: string, isKnown: boolean, steps: Effect.Effect<boolean, E, R>) =>
    steps.pipe(
      Effect.catchCause((cause) =>
        Cause.hasInterruptsOnly(cause)
          ? Effect.interrupt
          : Effect.as(Effect.logError("process steps failed; the engine will retry").pipe(withFailures(cause)), false)
      ),
      Effect.flatMap((hasEnded) => (hasEnded ? Effect.void : handOver(id, isKnown))),
      Effect.ensuring(Effect.sync(() => running.delete(id))),
      Effect.annotateLogs({ [process.names.id]: id })
    )

  /**
   * Takes the due steps of a woken process. The engine waits for the same wake, so nothing else runs the process. Returns
   * true if no step is left.
   */
  const takeWokenSteps = Effect.fnUntraced(function* (id: string, step: number) {
    if (!(yield* successor.isWaiting(id, step))) return false
    return (yield* process.takeSteps(id))._tag === "End"
  })

  return {
    isRunning: (id: string) => running.has(id),
    /** Accepts a process with `accept`, and runs the process if it was accepted. `written` returns the accepted row. */
    start: <E, S>(
      id: string,
      accept: Effect.Effect<boolean, E, S>,
      written?: () => Row
    ): Effect.Effect<boolean, E, S> =>
      Effect.suspend(() => {
        // Registers the process before its row exists, so that every row always has a runner.
        running.set(id, new Set())
        return accept
      }).pipe(
        Effect.onExit((exit) =>
          Effect.sync(() => {
            if (Exit.isSuccess(exit) && exit.value) fork(run(id, false, takeStepsInMemory(process, id, written?.())))
            else running.delete(id)
          })
        ),
        Effect.uninterruptible
      ),
    /**
     * Takes the due steps of a process, after a change that ended its wait for a step. If the process runs here, keeps the
     * wake until the engine takes over.
     */
    wake: (id: string, step: number): Effect.Effect<void> =>
      Effect.sync(() => {
        if (running.get(id)?.add(step) !== undefined) return
        running.set(id, new Set([step]))
        fork(run(id, true, takeWokenSteps(id, step)))
      })
  }
})
