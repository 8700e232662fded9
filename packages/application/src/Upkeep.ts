/** What runs beside the requests: recovery of what a crash cut in two, and erasure when the time has come. */
import { CollectionStore } from "@sheaf/ports"
import { Clock, Context, Duration, Effect, Layer, Schedule } from "effect"
import { CollectionEngine } from "./CollectionEngine.ts"
import { takeSteps } from "./TakeStep.ts"

/** How long what was collected is kept after a collection has ended (decisions 10). In milliseconds. */
export interface Retention {
  readonly data: number
  readonly record: number
}

export const retentionDefaults: Retention = {
  data: Duration.toMillis("24 hours"),
  record: Duration.toMillis("30 days")
}

export const Retention = Context.Reference<Retention>("@sheaf/application/Retention", {
  defaultValue: () => retentionDefaults
})

/** The engine still writes the end of an execution when the row of the collection is final already. */
const journalGraceMillis = 2_000

/** After this long, an execution of which the engine knows no end was forgotten before, or never began. */
const journalPatienceMillis = 600_000
const journalsAtOnce = 200

/** The engine gives a collection up itself; this long after that, something must be wrong with it. */
const overdueGraceMillis = 30_000

/**
 * Tells the engine again what it may not have heard: a process that dies between accepting and telling leaves an
 * accepted start or input behind. What the engine knows already has no effect.
 */
export const recover = Effect.gen(function* () {
  const store = yield* CollectionStore
  const engine = yield* CollectionEngine
  const unstarted = yield* store.unstarted
  yield* Effect.forEach(unstarted, engine.start, { discard: true })
  const unconsumed = yield* store.unconsumed
  yield* Effect.forEach(unconsumed, ({ collectionId, step }) => engine.inputCame(collectionId, step), { discard: true })
})

/** Whatever went wrong with the engine: a collection ends when its time is over (decisions 4). */
export const giveUp = Effect.gen(function* () {
  const store = yield* CollectionStore
  const now = yield* Clock.currentTimeMillis
  const overdue = yield* store.overdue(now - overdueGraceMillis)
  yield* Effect.forEach(overdue, ({ collectionId, step }) => takeSteps(collectionId, step, "TICK"), { discard: true })
})

/** Forgets what the engine kept of collections that have ended. */
export const forgetJournals = Effect.gen(function* () {
  const store = yield* CollectionStore
  const engine = yield* CollectionEngine
  const now = yield* Clock.currentTimeMillis
  const forget = Effect.fnUntraced(function* (collectionIds: ReadonlyArray<string>) {
    if (collectionIds.length === 0) return 0
    yield* engine.forget(collectionIds)
    yield* store.journalForgotten(collectionIds)
    return collectionIds.length
  })
  const forgetSome = Effect.gen(function* () {
    const old = yield* forget(yield* store.journaled(now - journalPatienceMillis, journalsAtOnce))
    const due = yield* store.journaled(now - journalGraceMillis, journalsAtOnce)
    return old + (yield* forget(yield* engine.finished(due)))
  })
  yield* Effect.repeat(forgetSome, { while: (count) => count >= journalsAtOnce })
})

/** Erases data, and then records, whose time is over. */
export const expire = Effect.gen(function* () {
  const store = yield* CollectionStore
  const retention = yield* Retention
  const now = yield* Clock.currentTimeMillis
  yield* store.expireData(now - retention.data)
  yield* store.expireRecords(now - retention.record)
})

const every = <E, R>(interval: Duration.Input, name: string, task: Effect.Effect<void, E, R>) =>
  task.pipe(
    Effect.catchCause((cause) => Effect.logError(`${name} failed; it is tried again`, cause)),
    Effect.repeat(Schedule.spaced(interval)),
    Effect.forkScoped
  )

/** Recovers at once, and keeps everything going while the scope is open. */
export const layer = Layer.effectDiscard(
  Effect.gen(function* () {
    yield* every("30 seconds", "recovery", recover)
    yield* every("30 seconds", "giving up", giveUp)
    yield* every("1 second", "forgetting journals", forgetJournals)
    yield* every("1 minute", "expiry", expire)
  })
)
