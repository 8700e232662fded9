/**
 * Runs the processes of one kind, taking each step when it is due ({@link takeSteps}). A process is in memory only
 * during steps and short pauses. Otherwise, only its row exists. `DueLoop` loads the process when it is due, and {@link
 * ProcessRunner.advance} loads it when somebody changes the row.
 */
import { dayMillis } from "@sheaf/domain/CalendarDate"
import { Cause, Clock, Context, Effect, Exit, FiberSet, Latch, Schedule, Option } from "effect"
import { withFailureAnnotations } from "../telemetry/FailureLog.ts"
import { isUnreadable } from "./Abandonment.ts"
import type { Process, TimedWait, Wait } from "./Process.ts"
import { Shards } from "@sheaf/ports"

/** The longest pause that a process spends in memory, in milliseconds. */
export const maxPauseInMemory = 60_000

/**
 * Milliseconds between two searches for due processes. A search also finds the processes that come due before the next
 * search, so that they run on time.
 */
export const SearchInterval = Context.Reference<number>("@sheaf/application/process/SearchInterval", {
  defaultValue: () => 5_000
})

/**
 * Pauses before an unreadable process is read again, in milliseconds. Each pause is twice as long as the one before, up
 * to `longest`.
 */
const unreadablePauses = { first: 30_000, longest: 3_600_000 }

/**
 * The pauses after a defect in a step, in milliseconds. They are shorter than the pauses after an unreadable process,
 * because a defect may be temporary.
 */
const defectPauses = { first: 2_000, longest: 60_000 }

/** Runs the processes of one kind. No process runs twice at the same time. */
export interface ProcessRunner<Row = never> {
  /**
   * Stores a process with `write`, and runs it. Returns false if `write` stored nothing. If given, `written` returns
   * the stored row, so that the runner does not have to read it.
   */
  readonly accept: <E, R>(
    id: string,
    write: Effect.Effect<boolean, E, R>,
    written?: () => Row
  ) => Effect.Effect<boolean, E, R>
  /** Changes a process with `write`, and takes its due steps if that changed anything. Returns what `write` returns. */
  readonly advance: <E, R>(
    id: string,
    write: Effect.Effect<boolean, E, R>,
    written?: () => Row
  ) => Effect.Effect<boolean, E, R>
  /** Takes the process's due steps. Call this after something other than this runner has changed the process's row. */
  readonly wake: (id: string) => void
  /** Waits until no step of the process is running here. Returns immediately if the process is not in memory. */
  readonly settled: (id: string) => Effect.Effect<void>
  /**
   * Runs a process that is due at `dueAt`, in milliseconds since 1970. Does nothing if a recent attempt could not read
   * its row. If something outside this runner made the process due earlier than it expects, ends its pause in memory.
   */
  readonly runDue: (id: string, dueAt: number) => Effect.Effect<void>
  readonly size: () => number
  /** The number of processes that {@link ProcessRunner.runDue} has started and whose due steps are still running. */
  readonly starting: () => number
}

/**
 * The runner for commands of `sheaf`. It runs no processes, because a running service finds the rows that commands
 * write.
 */
export const idleRunner: ProcessRunner<unknown> = {
  accept: (_, write) => write,
  advance: (_, write) => write,
  wake: () => undefined,
  settled: () => Effect.void,
  runDue: () => Effect.void,
  size: () => 0,
  starting: () => 0
}

interface InMemory {
  /** True from the time the process came due until its steps pause or end. */
  isStarting: boolean
  /** True if the row has changed since the last step began. */
  isChanged: boolean
  readonly changed: Latch.Latch
  /** Open while no step is running. */
  readonly settled: Latch.Latch
  /** When the pause ends, in milliseconds since 1970, or 0 during a step. */
  wakesAt: number
}

/** Times are milliseconds since 1970. */
interface Unreadable {
  readonly loggedAt: number
  readonly readAgainAt: number
  readonly pause: number
}

/** How long throttling can delay a step that is already due, in milliseconds. */
const maxThrottle = 2_000

/** After being overtaken this many times by other writers, a process leaves the rest to `DueLoop`. */
const maxOvertaken = 20

/** Jittered, so that the waiting processes do not all retry at the same moment. */
const untilStoreIsBack = Schedule.jittered(
  Schedule.min([Schedule.exponential("100 millis", 2), Schedule.spaced("10 seconds")])
)

class Running {
  readonly #processes = new Map<string, InMemory>()
  #starting = 0

  get size(): number {
    return this.#processes.size
  }

  get starting(): number {
    return this.#starting
  }

  find(id: string): InMemory | undefined {
    return this.#processes.get(id)
  }

  add(id: string, isStarting = false): InMemory {
    const latches = { changed: Latch.makeUnsafe(false), settled: Latch.makeUnsafe(false) }
    const own = { isStarting, isChanged: false, wakesAt: 0, ...latches }
    if (isStarting) this.#starting += 1
    this.#processes.set(id, own)
    return own
  }

  atRest(own: InMemory): void {
    own.settled.openUnsafe()
    if (own.isStarting) this.#starting -= 1
    own.isStarting = false
  }

  remove(id: string, own: InMemory): void {
    this.#processes.delete(id)
    this.atRest(own)
  }
}

class UnreadableProcesses {
  readonly #processes = new Map<string, Unreadable>()

  readAgainAt(id: string): number {
    return this.#processes.get(id)?.readAgainAt ?? 0
  }

  /**
   * Doubles the pause before an unreadable process is read again. Returns true if the failure should be logged. Each
   * process's failures are logged at most once a day.
   */
  add(id: string, now: number, { first, longest }: { readonly first: number; readonly longest: number }): boolean {
    for (const [other, { readAgainAt }] of this.#processes) {
      if (readAgainAt < now - dayMillis) this.#processes.delete(other)
    }
    const known = this.#processes.get(id)
    const isNews = known === undefined || now - known.loggedAt >= dayMillis
    const pause = Math.min(known === undefined ? first : 2 * known.pause, longest)
    this.#processes.set(id, { loggedAt: isNews ? now : known.loggedAt, readAgainAt: now + pause, pause })
    return isNews
  }

  remove(id: string): void {
    this.#processes.delete(id)
  }
}

type Steps<Row, R> = Pick<Process<Row, R>, "giveUp" | "takeSteps">

const takeStepsUntilStored = <Row, R>({ takeSteps }: Steps<Row, R>, id: string, written: Row | undefined) => {
  let attempts = 0
  return Effect.suspend(() => {
    attempts += 1
    return takeSteps(id, attempts === 1 ? written : undefined)
  }).pipe(
    Effect.tapCause((cause) =>
      attempts > 1 || isUnreadable(cause) || Cause.hasInterrupts(cause)
        ? Effect.void
        : Effect.logError("process steps failed; will retry").pipe(withFailureAnnotations(cause))
    ),
    Effect.retry({ schedule: untilStoreIsBack, while: ({ reason }) => reason === "UNAVAILABLE" })
  )
}

const makeRuns = <Row, R>(
  process: Steps<Row, R>,
  running: Running,
  unreadable: UnreadableProcesses,
  searchInterval: number
) => {
  const staysInMemory = ({ _tag, millis }: TimedWait) =>
    millis <= (_tag === "Pause" ? Math.max(maxPauseInMemory, searchInterval) : searchInterval)

  const onUnreadable = Effect.fnUntraced(function* (id: string, cause: Cause.Cause<unknown>) {
    if (yield* process.giveUp(id, cause)) return
    const isDefect = Cause.hasDies(cause)
    const now = yield* Clock.currentTimeMillis
    const isNews = unreadable.add(id, now, isDefect ? defectPauses : unreadablePauses)
    const failure = isDefect ? "process steps failed" : "a process cannot be read"
    if (isNews) yield* Effect.logError(`${failure}; will retry`).pipe(withFailureAnnotations(cause))
  })

  const runFrom = Effect.fnUntraced(function* (id: string, own: InMemory, written: Row | undefined) {
    let row = written
    for (let overtaken = 0; overtaken <= maxOvertaken;) {
      own.isChanged = false
      own.changed.closeUnsafe()
      own.settled.closeUnsafe()
      const wait = yield* takeStepsUntilStored(process, id, row)
      row = undefined
      unreadable.remove(id)
      if (wait._tag === "End" || wait._tag === "Moved") return
      overtaken = wait._tag === "Overtaken" ? overtaken + 1 : 0
      if (wait._tag === "Overtaken" || own.isChanged) continue
      if (!staysInMemory(wait)) return
      running.atRest(own)
      own.wakesAt = (yield* Clock.currentTimeMillis) + wait.millis
      yield* Effect.timeoutOption(own.changed.await, wait.millis)
      own.wakesAt = 0
    }
  })

  return (id: string, own: InMemory, written: Row | undefined) =>
    runFrom(id, own, written).pipe(
      Effect.catchCauseIf(isUnreadable, (cause) => onUnreadable(id, cause)),
      Effect.catchCause((cause) =>
        Cause.hasInterruptsOnly(cause)
          ? Effect.interrupt
          : Effect.logError("process steps failed; will retry").pipe(withFailureAnnotations(cause))
      )
    )
}

export const make = Effect.fnUntraced(function* <Row, R>({ giveUp, idName, takeSteps }: Process<Row, R>) {
  // Processes outlive the requests that start them, so they have their own fibers.
  const fork = yield* FiberSet.makeRuntime<R>()
  const running = new Running()
  const unreadable = new UnreadableProcesses()
  const runFrom = makeRuns({ giveUp, takeSteps }, running, unreadable, yield* SearchInterval)

  const run = (id: string, own: InMemory, written?: Row) =>
    runFrom(id, own, written).pipe(
      Effect.ensuring(
        Effect.sync(() => {
          running.remove(id, own)
          // This run may have missed the change, so another run must follow.
          if (own.isChanged) onChange(id)
        })
      ),
      Effect.annotateLogs({ [idName]: id })
    )

  const onChange = (id: string, written?: () => Row, isStarting = false) => {
    const own = running.find(id)
    if (own === undefined) return void fork(run(id, running.add(id, isStarting), written?.()))
    own.isChanged = true
    own.settled.closeUnsafe()
    own.changed.openUnsafe()
  }

  const runner: ProcessRunner<Row> = {
    accept: (id, write, written) =>
      Effect.suspend(() => {
        // Registers the process before its row exists, so that the loop does not run the process a second time.
        const own = running.add(id)
        return Effect.onExit(write, (exit) =>
          Effect.sync(() => {
            if (Exit.isSuccess(exit) && exit.value) fork(run(id, own, written?.()))
            else running.remove(id, own)
          })
        )
      }).pipe(Effect.uninterruptible),
    advance: (id, write, written) =>
      Effect.uninterruptibleMask((restore) =>
        Effect.onExit(restore(write), (exit) =>
          Effect.sync(() => {
            if (Exit.isSuccess(exit) && exit.value) onChange(id, written)
            // The write may have taken effect despite the interruption. If it has not, this call does no harm, because
            // no step is due.
            else if (Exit.isFailure(exit) && Cause.hasInterrupts(exit.cause)) onChange(id)
          })
        )
      ),
    wake: (id) => onChange(id),
    settled: (id) => Effect.suspend(() => running.find(id)?.settled.await ?? Effect.void),
    runDue: (id, dueAt) =>
      Effect.clockWith((clock) =>
        Effect.sync(() => {
          const { wakesAt } = running.find(id) ?? { wakesAt: Infinity }
          if (wakesAt - dueAt > maxThrottle && unreadable.readAgainAt(id) <= clock.currentTimeMillisUnsafe())
            onChange(id, undefined, true)
        })
      ),
    size: () => running.size,
    starting: () => running.starting
  }
  return runner
})

/**
 * The maximum number of consecutive steps without a pause. After more than {@link fewSteps}, the next pause lasts at
 * least {@link minPauseMillis} per step, so one company cannot monopolize the service.
 */
const stepsAtOnce = 20
const breathMillis = 1000
const fewSteps = 4

/** The minimum pause, in milliseconds. Anything shorter counts as zero. */
export const minPauseMillis = breathMillis / stepsAtOnce

export interface StepLoop<Row extends { readonly shard?: number }, E, R> {
  readonly read: (id: string) => Effect.Effect<Option.Option<Row>, E, R>
  readonly waitFor: (row: Row, now: number) => TimedWait
  /**
   * Takes and records the due step, and then the steps that follow it without a pause. Takes at most `most` steps in
   * total.
   */
  readonly take: (row: Row, most: number) => Effect.Effect<StepBatch<Row>, E, R>
}

export interface StepBatch<Row> {
  readonly taken: number
  readonly row: Option.Option<Row>
  /** True if another writer won the race. In that case, the last steps were not recorded. */
  readonly isOvertaken?: boolean
}

const paced = (wait: TimedWait, taken: number): Wait =>
  wait._tag === "Pause" && taken > fewSteps ? { ...wait, millis: Math.max(wait.millis, taken * minPauseMillis) } : wait

/** Takes the due steps, and returns the next wait. Idempotent, because the row decides which step is due. */
export const takeSteps =
  <Row extends { readonly shard?: number }, E, R>(idName: string, { read, take, waitFor }: StepLoop<Row, E, R>) =>
  (id: string, written?: Row): Effect.Effect<Wait, E, R> =>
    Effect.gen(function* () {
      let row = written === undefined ? yield* read(id) : Option.some(written)
      const { has } = yield* Shards
      const isMoved = Option.exists(row, ({ shard }) => shard !== undefined && !has(shard))
      if (isMoved) return { _tag: "Moved" } satisfies Wait
      for (let taken = 0; Option.isSome(row);) {
        const wait = waitFor(row.value, yield* Clock.currentTimeMillis)
        if (wait.millis > 0) return paced(wait, taken)
        if (taken >= stepsAtOnce) return { _tag: "Pause", millis: breathMillis } satisfies Wait
        const turn = yield* take(row.value, stepsAtOnce - taken)
        if (turn.isOvertaken === true) return { _tag: "Overtaken" } satisfies Wait
        taken += turn.taken
        row = turn.row
      }
      return { _tag: "End" } satisfies Wait
    }).pipe(Effect.annotateLogs({ [idName]: id }))
