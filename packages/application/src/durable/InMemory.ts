/**
 * Runs processes in memory from their start. At first, a process's row is its only record, because the engine does not
 * know the process. The engine takes over when the process waits for a wake or a long pause, or when a step fails.
 */
import { Cause, Duration, Effect, Exit, FiberSet, Schedule } from "effect"
import { withFailures } from "../FailureLog.ts"
import type { Runnable } from "./Runnable.ts"

/** The longest pause, in milliseconds, that a process spends in memory. */
export const longestSleep = 60_000

/** The part of the engine that takes over a process. Both calls are idempotent. */
export interface Successor {
  /** Lets the engine run the process. */
  readonly run: (id: string) => Effect.Effect<void>
  /** Wakes a process that the engine runs. */
  readonly wake: (id: string, step: number) => Effect.Effect<void>
}

const untilEngineIsBack = Schedule.min([Schedule.exponential("100 millis", 2), Schedule.spaced("10 seconds")])

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

  /** Lets the engine take over. The engine starts from the row, so it only needs the wakes for later changes. */
  const handOver = Effect.fnUntraced(function* (id: string) {
    yield* successor.run(id).pipe(
      Effect.tapCause((cause) =>
        Cause.hasInterruptsOnly(cause)
          ? Effect.void
          : Effect.logError("could not reach the workflow engine; will retry").pipe(withFailures(cause))
      ),
      Effect.sandbox,
      Effect.retry({ schedule: untilEngineIsBack, while: (cause) => !Cause.hasInterrupts(cause) }),
      Effect.orDie
    )
    const woken = running.get(id) ?? []
    running.delete(id)
    yield* Effect.forEach(woken, (step) => successor.wake(id, step), { discard: true })
  })

  const run = (id: string, written: Row | undefined) =>
    takeStepsInMemory(process, id, written).pipe(
      Effect.catchCause((cause) =>
        Cause.hasInterruptsOnly(cause)
          ? Effect.interrupt
          : Effect.as(Effect.logError("process steps failed; the engine will retry").pipe(withFailures(cause)), false)
      ),
      Effect.flatMap((hasEnded) => (hasEnded ? Effect.void : handOver(id))),
      Effect.ensuring(Effect.sync(() => running.delete(id))),
      Effect.annotateLogs({ [process.names.id]: id })
    )

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
            if (Exit.isSuccess(exit) && exit.value) fork(run(id, written?.()))
            else running.delete(id)
          })
        ),
        Effect.uninterruptible
      ),
    /** Keeps a wake until the engine takes over. Returns false if the process does not run here. */
    wake: (id: string, step: number): boolean => running.get(id)?.add(step) !== undefined
  }
})
