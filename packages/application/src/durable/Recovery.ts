/**
 * Recovers interrupted and lost processes, and abandons unreadable processes, so that nothing gets stuck (decisions 4).
 */
import { dayMillis } from "@sheaf/domain/CalendarDate"
import { Departures, Instrument, StoreError } from "@sheaf/ports"
import type { ProcessOutline } from "@sheaf/ports"
import { Cause, Clock, Effect, Metric, Option, Random } from "effect"
import { withFailures } from "../FailureLog.ts"
import { Timeouts } from "../Timeouts.ts"
import type { DurableProcess } from "./DurableProcess.ts"
import { alone, every, once } from "./Recurring.ts"
import * as Watching from "./Watching.ts"

/** The number of processes that are restarted or continued at the same time. */
const atOnce = 16

/** Lets the engine run those of these processes that nothing runs. */
const restartLost = Effect.fnUntraced(function* <O extends ProcessOutline, E, R>(
  process: DurableProcess<O, E, R>,
  ids: ReadonlyArray<string>
) {
  const store = yield* process.store
  const engine = yield* process.engine
  // Each row is read again before the call to the engine, because the list can be long and processes can end in the
  // meantime.
  const ifUnended = (id: string) =>
    Effect.flatMap(store.outline(id), (outline) => (Option.isSome(outline) ? engine.restart(id) : Effect.void)).pipe(
      alone({ [process.names.id]: id })
    )
  yield* Effect.forEach(yield* engine.lost(ids), ifUnended, { concurrency: atOnce, discard: true })
})

/** Lets the engine run the processes that were running in memory when the service died. */
export const restart = Effect.fnUntraced(function* <O extends ProcessOutline, E, R>(process: DurableProcess<O, E, R>) {
  const store = yield* process.store
  yield* restartLost(process, yield* store.unended)
})

/** The time after which an overdue process that the engine does not know counts as lost, in milliseconds. */
const sweepGraceMillis = 5_000

/** Restarts overdue processes that nothing runs, for example because their node lost the response to its commit. */
const sweep = Effect.fnUntraced(function* <O extends ProcessOutline, E, R>(process: DurableProcess<O, E, R>) {
  const store = yield* process.store
  const overdue = yield* store.overdue((yield* Clock.currentTimeMillis) - sweepGraceMillis)
  if (overdue.length > 0) yield* restartLost(process, overdue)
})

/**
 * Lets the engine continue due processes that it still waits for. For example, their nodes died while they took the steps
 * after a change. Repeated calls have no effect.
 */
export const recover = Effect.fnUntraced(function* <O extends ProcessOutline, E, R>(process: DurableProcess<O, E, R>) {
  const store = yield* process.store
  const engine = yield* process.engine
  yield* engine.wakeWaiting(yield* store.overdue((yield* Clock.currentTimeMillis) + 1))
})

/**
 * Returns true if a retry would fail again, because neither an unavailable store nor a stopping service caused the
 * failure.
 */
export const isUnreadable = (cause: Cause.Cause<unknown>): boolean => {
  const failure = Option.getOrUndefined(Cause.findErrorOption(cause))
  return !(failure instanceof StoreError && failure.reason === "UNAVAILABLE") && !Cause.hasInterrupts(cause)
}

const abandoned = Instrument.counter({
  name: "sheaf.processes.abandoned",
  unit: "{process}",
  description: "Collections and consents that Sheaf abandoned, because no key can open them.",
  labels: ["process"]
})

/** Abandons a process that cannot be read because of `cause`. */
export const abandon = Effect.fnUntraced(function* <O extends ProcessOutline, E, R>(
  process: DurableProcess<O, E, R>,
  id: string,
  cause: Cause.Cause<unknown>
) {
  const store = yield* process.store
  const outline = yield* store.outline(id)
  if (Option.isNone(outline)) return
  const end = process.abandoned(outline.value, yield* Clock.currentTimeMillis)
  if (!(yield* store.abandon(outline.value, end))) return
  const { id: idName, workflow } = process.names
  yield* Metric.update(abandoned({ process: workflow }), 1)
  yield* Effect.logError(`${workflow} abandoned because it cannot be read; its company or bank was not notified`).pipe(
    withFailures(cause, { [idName]: id })
  )
})

/** The time, by process id, at which each unreadable process was last logged. */
export type Logged = Map<string, number>

/**
 * Takes the steps of overdue processes, independently of the engine, and lets `watch` take the later steps. Logs each
 * unreadable process when it is first seen and then once a day, if the caller passes the same `logged` each time.
 */
export const continueOverdue = Effect.fnUntraced(function* <O extends ProcessOutline, E, R>(
  process: DurableProcess<O, E, R>,
  logged: Logged = new Map(),
  watch: Watching.StepWatch = Watching.nothing
) {
  const store = yield* process.store
  const dueBefore = (yield* Clock.currentTimeMillis) - process.grace(yield* Timeouts)

  /** Keeps an unreadable process as long as an operator might still restore its key, and then abandons it. */
  const unread = Effect.fnUntraced(function* (id: string, cause: Cause.Cause<StoreError>) {
    const outline = yield* store.outline(id)
    if (Option.isNone(outline)) return
    const time = yield* Clock.currentTimeMillis
    if (!(yield* process.isKept(outline.value, time))) return yield* abandon(process, id, cause)
    if (time - (logged.get(id) ?? -Infinity) < dayMillis) return
    logged.set(id, time)
    return yield* Effect.failCause(cause)
  })

  const overdue = yield* store.overdue(dueBefore)
  const found = new Set(overdue)
  for (const id of logged.keys()) if (!found.has(id)) logged.delete(id)
  const continued = Effect.fnUntraced(function* (id: string) {
    // The list can be long, so another node or the engine can have continued the process in the meantime.
    const isOverdue = Option.exists(yield* store.outline(id), ({ dueAt }) => dueAt < dueBefore)
    if (isOverdue) yield* watch(id, yield* process.takeSteps(id))
  })
  // Several nodes find the same processes, so each node continues them in its own order.
  const continuedAlone = (id: string) =>
    alone({ [process.names.id]: id })(Effect.catchCauseIf(continued(id), isUnreadable, (cause) => unread(id, cause)))
  yield* Effect.forEach(yield* Random.shuffle(overdue), continuedAlone, { concurrency: atOnce, discard: true })
})

/** The time for the engine to record the end of an execution after the row has ended, in milliseconds. */
const journalGraceMillis = 2_000

/**
 * The age, in milliseconds, at which a journal without an end is deleted, because the execution never began or was
 * lost.
 */
const journalPatienceMillis = 600_000
const journalsAtOnce = 200

/** Deletes the engine's journals of ended processes, because the engine itself keeps them forever. */
export const forgetJournals = Effect.fnUntraced(function* <O extends ProcessOutline, E, R>(
  process: DurableProcess<O, E, R>
) {
  const store = yield* process.store
  const engine = yield* process.engine
  const now = yield* Clock.currentTimeMillis
  const forget = Effect.fnUntraced(function* (ids: ReadonlyArray<string>) {
    if (ids.length === 0) return 0
    yield* engine.forget(ids)
    yield* store.journalForgotten(ids)
    return ids.length
  })
  const forgetSome = Effect.gen(function* () {
    const due = yield* store.journaled(now - journalGraceMillis, journalsAtOnce)
    if (due.length === 0) return 0
    const finished = yield* forget(yield* engine.finished(due))
    return finished + (yield* forget(yield* store.journaled(now - journalPatienceMillis, journalsAtOnce)))
  })
  yield* Effect.repeat(forgetSome, { while: (count) => count >= journalsAtOnce })
})

/** Recovers processes, now and periodically while the scope is open. */
export const keepGoing = Effect.fnUntraced(function* <O extends ProcessOutline, E, R>(
  process: DurableProcess<O, E, R>
) {
  const { workflow } = process.names
  const logged: Logged = new Map()
  // Counters begin at 0, so that Prometheus sees the first abandoned process as an increase.
  yield* Metric.update(abandoned({ process: workflow }), 0)
  const departures = yield* Departures
  // First, so that no node dies unnoticed between the two.
  const takeOver = Effect.andThen(restart(process), recover(process))
  yield* departures.subscribe(Effect.provide(takeOver, yield* Effect.context<R>()))
  yield* once("30 seconds", `restarting (${workflow})`, restart(process))
  if (departures.isShared) yield* every("10 seconds", `finding lost processes (${workflow})`, sweep(process))
  yield* every("30 seconds", `announcing missed changes (${workflow})`, recover(process))
  const watch = yield* Watching.make(process, atOnce)
  yield* every("30 seconds", `continuing overdue processes (${workflow})`, continueOverdue(process, logged, watch))
  yield* every("1 second", `deleting journals (${workflow})`, forgetJournals(process))
})
