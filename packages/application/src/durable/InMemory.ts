/**
 * Runs processes in memory from their start. At first, a process's row is its only record, because the engine does not
 * know the process. The engine takes over when the process waits for a wake or a long pause, or when a step fails. Once the
 * process is woken, it returns to memory, and the engine forgets it.
 */
import type { StoreError } from "@sheaf/ports"
import { Cause, Duration, Effect, Exit, Fiber, FiberSet, Option, Schedule } from "effect"
import { withFailures } from "../FailureLog.ts"
import type { Runnable, Wait } from "./Runnable.ts"

/** The longest pause, in milliseconds, that a process spends in memory. */
export const longestSleep = 60_000

/** The time after which the engine forgets a woken process even if a step is still running, in milliseconds. */
const slowMillis = 1_000

/** The part of the engine that takes over a process. All calls are idempotent. */
export interface Successor {
  /** Lets the engine run the process. */
  readonly run: (id: string) => Effect.Effect<void>
  /** Wakes a process that the engine runs. */
  readonly wake: (id: string, step: number) => Effect.Effect<void>
  /** Returns true if the engine waits for this wake and will not time out soon. */
  readonly isWaiting: (id: string, step: number) => Effect.Effect<boolean, StoreError>
  /** Deletes what the engine knows about a process that waits. */
  readonly forget: (id: string) => Effect.Effect<void, StoreError>
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

/** A change that ended a process's wait for a step. */
interface Wake<Row> {
  readonly step: number
  /** True if the engine waits for this wake. */
  readonly isWaiting: Effect.Effect<boolean, StoreError>
  /** The changed row, unless the process must read it. */
  readonly written?: Row | undefined
}

/** A process that runs in memory. */
interface InMemoryProcess {
  /** The steps for which it was woken. */
  readonly wakes: Set<number>
  /** False if the engine does not know the process, or is about to forget it. */
  isKnown: boolean
}

export const make = Effect.fnUntraced(function* <R, Row>({ names, takeSteps }: Runnable<R, Row>, successor: Successor) {
  // Processes run in their own fibers, because they outlive the requests that start them.
  const fork = yield* FiberSet.makeRuntime<R>()
  const running = new Map<string, InMemoryProcess>()

  /** Takes further steps until no step is left or the engine must take over. Returns true if no step is left. */
  const continueFrom = Effect.fnUntraced(function* (id: string, first: Wait) {
    for (let next = first; ; next = yield* takeSteps(id, false)) {
      if (next._tag === "End") return true
      if (next._tag === "Wake" || next.millis > longestSleep) return false
      yield* Effect.sleep(Duration.millis(next.millis))
    }
  })

  /** Takes the steps of a process that the engine does not know. */
  const takeFirstSteps = (id: string, written: Row | undefined) =>
    Effect.flatMap(takeSteps(id, false, written), (next) => continueFrom(id, next))

  /** Takes the steps of a woken process, if the engine waits for the same wake. Otherwise, the engine is running it. */
  const takeWokenSteps = Effect.fnUntraced(function* (
    id: string,
    process: InMemoryProcess,
    { isWaiting, step, written }: Wake<Row>
  ) {
    if (!(yield* isWaiting)) return false
    const forget = Effect.suspend(() => {
      process.isKnown = false
      return Effect.isSuccess(successor.forget(id))
    })
    const stepping = yield* Effect.forkChild(takeSteps(id, true, written), { startImmediately: true })
    // During a long call, the wait could time out.
    const isSlow = Option.isNone(yield* Effect.timeoutOption(Fiber.await(stepping), slowMillis))
    let isForgotten = isSlow && (yield* forget)
    const next = yield* Fiber.join(stepping)
    // The journals of ended processes are deleted together, which costs less.
    if (next._tag === "End") return true
    if (!isSlow) isForgotten = yield* forget
    if (!isForgotten) return false
    process.wakes.delete(step)
    return yield* continueFrom(id, next)
  })

  /** Passes a process and its wakes on to the engine, including the wakes that arrive in the meantime. */
  const handOver = Effect.fnUntraced(function* (id: string, { isKnown, wakes }: InMemoryProcess) {
    if (!isKnown) yield* untilReached(successor.run(id))
    for (const step of wakes) yield* untilReached(successor.wake(id, step))
    running.delete(id)
  })

  /** Runs a process here until `steps` returns. If steps are left, the engine takes over. */
  const run = <E>(id: string, process: InMemoryProcess, steps: Effect.Effect<boolean, E, R>) =>
    steps.pipe(
      Effect.catchCause((cause) =>
        Cause.hasInterruptsOnly(cause)
          ? Effect.interrupt
          : Effect.as(Effect.logError("process steps failed; the engine will retry").pipe(withFailures(cause)), false)
      ),
      Effect.flatMap((hasEnded) => (hasEnded ? Effect.void : handOver(id, process))),
      Effect.ensuring(Effect.sync(() => running.delete(id))),
      Effect.annotateLogs({ [names.id]: id })
    )

  const wake = (id: string, wake: Wake<Row>): Effect.Effect<void> =>
    Effect.sync(() => {
      if (running.get(id)?.wakes.add(wake.step) !== undefined) return
      const process = { wakes: new Set([wake.step]), isKnown: true }
      running.set(id, process)
      fork(run(id, process, takeWokenSteps(id, process, wake)))
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
        const process = { wakes: new Set<number>(), isKnown: false }
        running.set(id, process)
        return Effect.onExit(accept, (exit) =>
          Effect.sync(() => {
            if (Exit.isSuccess(exit) && exit.value) fork(run(id, process, takeFirstSteps(id, written?.())))
            else running.delete(id)
          })
        )
      }).pipe(Effect.uninterruptible),
    /**
     * Continues a process after a change that ended its wait for a step. If the process runs here, keeps the wake until the
     * engine takes over.
     */
    wake: (id: string, step: number) => wake(id, { step, isWaiting: successor.isWaiting(id, step) }),
    /** Makes such a change with `record` and continues the process. Asks the engine in the meantime. */
    resume: <E, S>(
      id: string,
      step: number,
      record: Effect.Effect<boolean, E, S>,
      written: () => Row
    ): Effect.Effect<boolean, E, S> =>
      Effect.gen(function* () {
        const asking = yield* Effect.forkDetach(successor.isWaiting(id, step), { startImmediately: true })
        const isRecorded = yield* record
        if (isRecorded) yield* wake(id, { step, isWaiting: Fiber.join(asking), written: written() })
        return isRecorded
      }).pipe(Effect.uninterruptible)
  }
})
