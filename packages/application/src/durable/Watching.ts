/**
 * Takes the later steps of overdue processes if the engine does not take them. Otherwise, each step of a process that
 * the engine has lost would wait until the process counts as overdue again.
 */
import type { ProcessOutline, StoreError } from "@sheaf/ports"
import { Duration, Effect, FiberMap, Option, Random, Schedule, Semaphore } from "effect"
import type { DurableProcess } from "./DurableProcess.ts"
import { longestSleep } from "./InMemory.ts"
import { alone } from "./Recurring.ts"
import type { Wait } from "./Runnable.ts"

/** Watches a process that waits for its next step. */
export type StepWatch = (id: string, next: Wait) => Effect.Effect<void>

/** Leaves the later steps to the engine and to the next search for overdue processes. */
export const nothing: StepWatch = () => Effect.void

/**
 * The time, in milliseconds, that the engine has for a due step. It is random, because several nodes watch the same
 * processes, and only one of them must take the step.
 */
const patience = Random.nextIntBetween(1_000, 4_000)

const isUnavailable = ({ reason }: StoreError): boolean => reason === "UNAVAILABLE"

/** The pause after a failure of the store, in milliseconds. */
const retryMillis = 10_000

/** Returns a function that watches processes until they end, wait to be woken or make a long pause. */
export const make = Effect.fnUntraced(function* <O extends ProcessOutline, E, R>(
  process: DurableProcess<O, E, R>,
  atOnce: number
) {
  const { names, takeSteps } = process
  const store = yield* process.store
  const watched = yield* FiberMap.make<string>()
  const run = yield* FiberMap.runtime(watched)<R>()
  const places = yield* Semaphore.make(atOnce)
  const dueAt = (id: string) =>
    Effect.map(store.outline(id), (found) => Option.getOrUndefined(found)?.dueAt).pipe(
      Effect.retry({ while: isUnavailable, schedule: Schedule.spaced(Duration.millis(retryMillis)) })
    )
  const watch = Effect.fnUntraced(function* (id: string, first: Wait) {
    for (let next = first; next._tag === "Pause" && next.millis <= longestSleep;) {
      const again = { ...next, millis: retryMillis }
      const before = yield* dueAt(id)
      yield* Effect.sleep(Duration.millis(next.millis + (yield* patience)))
      if ((yield* dueAt(id)) !== before) return
      next = yield* places
        .withPermit(takeSteps(id))
        .pipe(Effect.catchIf(isUnavailable, () => Effect.succeed<Wait>(again)))
    }
  })
  const watching: StepWatch = (id, next) =>
    Effect.sync(() => void run(id, watch(id, next).pipe(alone({ [names.id]: id })), { onlyIfMissing: true }))
  return watching
})
