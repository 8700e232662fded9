/** Tasks that run beside the requests, again and again, whatever becomes of one run of one of them. */
import { failuresOf } from "@sheaf/ports"
import type { StoreError } from "@sheaf/ports"
import { Clock, Effect, Schedule } from "effect"
import type { Duration } from "effect"
import type { WorkflowRunner } from "./WorkflowRunner.ts"

/** Runs a task now and after every interval, while the scope is open. */
export const every = <E, R>(interval: Duration.Input, name: string, task: Effect.Effect<void, E, R>) =>
  task.pipe(
    Effect.catchCause((cause) =>
      Effect.logError(`${name} failed; it is tried again`).pipe(Effect.annotateLogs({ failures: failuresOf(cause) }))
    ),
    Effect.repeat(Schedule.spaced(interval)),
    Effect.forkScoped
  )

/** Does something about one of many: it must not keep the others waiting. `about` says in the log which one it is. */
export const alone = <A, E, R>(about: Readonly<Record<string, string>>, effect: Effect.Effect<A, E, R>) =>
  Effect.catchCause(effect, (cause) =>
    Effect.logError("upkeep of one failed").pipe(Effect.annotateLogs({ ...about, failures: failuresOf(cause) }))
  )

/** The engine still writes the end of an execution when the row is final already. */
const journalGraceMillis = 2_000

/** After this long, an execution of which the engine knows no end was forgotten before, or never began. */
const journalPatienceMillis = 600_000
const journalsAtOnce = 200

/** The rows whose journals are kept. */
interface Journaled {
  /** Those that ended before a time and whose journal was not forgotten yet, at most `limit`. */
  readonly journaled: (endedBefore: number, limit: number) => Effect.Effect<ReadonlyArray<string>, StoreError>
  readonly journalForgotten: (ids: ReadonlyArray<string>) => Effect.Effect<void, StoreError>
}

/** Forgets what the engine kept of what has ended. */
export const forgetJournals = Effect.fnUntraced(function* (store: Journaled, engine: WorkflowRunner) {
  const now = yield* Clock.currentTimeMillis
  const forget = Effect.fnUntraced(function* (ids: ReadonlyArray<string>) {
    if (ids.length === 0) return 0
    yield* engine.forget(ids)
    yield* store.journalForgotten(ids)
    return ids.length
  })
  const forgetSome = Effect.gen(function* () {
    const old = yield* forget(yield* store.journaled(now - journalPatienceMillis, journalsAtOnce))
    const due = yield* store.journaled(now - journalGraceMillis, journalsAtOnce)
    return old + (yield* forget(yield* engine.finished(due)))
  })
  yield* Effect.repeat(forgetSome, { while: (count) => count >= journalsAtOnce })
})
