/**
 * Runs this node's due processes: at startup, whenever a wait ends, and immediately after it takes over another node's
 * shards (ADR 4).
 */
import { DueProcesses, Shards } from "@sheaf/ports"
import type { DueProcess, ProcessKind } from "@sheaf/ports"
import { Clock, Effect, Schedule, Semaphore } from "effect"
import { runAndLogFailure, repeatEvery } from "./BackgroundTask.ts"
import { SearchInterval } from "./Runner.ts"
import type { ProcessRunner } from "./Runner.ts"

const pageSize = 500

const maxStarting = 5_000

/**
 * The maximum time that the loop waits while too many processes are starting. Without this limit, the customers of one
 * slow company could hold up everyone else.
 */
const maxWait = "5 seconds"

export type DueRunner = Omit<ProcessRunner, "accept" | "advance" | "settled" | "size" | "wake">

export type DueRunners = Readonly<Record<ProcessKind, DueRunner>>

/**
 * Runs the processes that will be due before the next search. `isTakeover` is true if the node has just taken over
 * shards.
 */
export const runDue = Effect.fnUntraced(function* (runners: DueRunners, isTakeover = false) {
  const due = yield* DueProcesses
  const all = Object.values(runners)
  const before = (yield* Clock.currentTimeMillis) + (yield* SearchInterval)
  const count = Effect.sync(() => all.reduce((sum, { starting }) => sum + starting(), 0))
  const hasRoom = Effect.repeat(count, { until: (sum) => sum < maxStarting, schedule: Schedule.spaced("100 millis") })
  for (let after: DueProcess | undefined; ;) {
    const page = yield* due.find({ before, limit: pageSize, isTakeover, ...(after && { after }) })
    for (const { dueAt, id, kind } of page) {
      yield* runners[kind].runDue(id, dueAt)
    }
    if (page.length < pageSize) break
    after = page.at(-1)
    yield* Effect.timeoutOption(hasRoom, maxWait)
  }
})

/**
 * Runs due processes while the scope is open. Returns an effect that searches for due processes immediately instead of
 * at the next interval.
 */
export const run = Effect.fnUntraced(function* (runners: DueRunners) {
  const { subscribe } = yield* Shards
  const due = yield* DueProcesses
  const { withPermit } = yield* Semaphore.make(1)
  const task = "running due processes"
  let hasTakenOver = true
  const searchAgain = withPermit(
    Effect.suspend(() => {
      const isTakeover = hasTakenOver
      hasTakenOver = false
      return Effect.tapCause(runDue(runners, isTakeover), () => Effect.sync(() => (hasTakenOver ||= isTakeover)))
    }).pipe(Effect.provideService(DueProcesses, due))
  )
  yield* subscribe(
    Effect.suspend(() => {
      hasTakenOver = true
      return Effect.asVoid(runAndLogFailure(task, searchAgain))
    })
  )
  yield* repeatEvery(yield* SearchInterval, task, searchAgain)
  return searchAgain
})
