/** What runs beside the requests: recovery of what a crash cut in two, and erasure when the time has come. */
import { isFinal } from "@sheaf/domain/CollectionStatus"
import { CollectionStore } from "@sheaf/ports"
import type { Work } from "@sheaf/ports"
import { Cause, Clock, Context, Duration, Effect, Layer, Option } from "effect"
import { CollectionEngine } from "./CollectionEngine.ts"
import * as Recurring from "../durable/Recurring.ts"
import { alone, every } from "../durable/Recurring.ts"
import { takeSteps } from "./TakeStep.ts"
import { Timeouts } from "../Timeouts.ts"

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

/**
 * A collection that is due goes on within moments, or its company is being tried again. This long after that, in
 * milliseconds, something must be wrong with its engine.
 */
const overdueGrace = ({ connectorCall, connectorRetry }: Timeouts): number => connectorCall + connectorRetry + 10_000

/** So many overdue collections are taken care of at once: one that hangs must not hold up the others. */
const overdueAtOnce = 16

/**
 * Tells the engine again what it may not have heard: a process that dies between accepting and telling leaves an
 * accepted start or input behind. What the engine knows already has no effect.
 */
export const recover = Effect.gen(function* () {
  const store = yield* CollectionStore
  const engine = yield* CollectionEngine
  /** The list may be long: whether it still holds is asked right before. What has ended may be forgotten already. */
  const ifStill = (collectionId: string, holds: (work: Work) => boolean, effect: Effect.Effect<void>) =>
    Effect.flatMap(store.work(collectionId), (work) =>
      Option.isSome(work) && !isFinal(work.value.status) && holds(work.value) ? effect : Effect.void
    )
  yield* Effect.forEach(yield* store.unstarted, (id) =>
    alone(
      { collectionId: id },
      ifStill(id, ({ step }) => step === 0, engine.start(id))
    )
  )
  yield* Effect.forEach(yield* store.unconsumed, ({ collectionId: id, step }) =>
    alone(
      { collectionId: id },
      ifStill(
        id,
        (work) => work.step === step && work.pending === undefined && work.answers.length > 0,
        engine.wake(id, step)
      )
    )
  )
})

/**
 * Takes the steps of collections that should have gone on and did not, whatever became of the engine; and ends those
 * whose time is over and which cannot even be read (decisions 4: a collection is never stuck).
 */
export const goOn = Effect.gen(function* () {
  const store = yield* CollectionStore
  const now = yield* Clock.currentTimeMillis
  const grace = overdueGrace(yield* Timeouts)
  const overdue = yield* store.overdue(now - grace)
  yield* Effect.forEach(
    overdue,
    ({ collectionId, deadline }) =>
      alone(
        { collectionId },
        Effect.tapCause(takeSteps(collectionId), (cause) =>
          now > deadline + grace && !Cause.hasInterrupts(cause) ? store.abandon(collectionId, now) : Effect.void
        )
      ),
    { concurrency: overdueAtOnce, discard: true }
  )
})

/** Forgets what the engine kept of collections that have ended. */
export const forgetJournals = Effect.gen(function* () {
  yield* Recurring.forgetJournals(yield* CollectionStore, yield* CollectionEngine)
})

/** Erases data, and then records, whose time is over. */
export const expire = Effect.gen(function* () {
  const store = yield* CollectionStore
  const retention = yield* Retention
  const now = yield* Clock.currentTimeMillis
  yield* store.expireData(now - retention.data)
  yield* store.expireRecords(now - retention.record)
})

/** Recovers at once, and keeps everything going while the scope is open. */
export const layer = Layer.effectDiscard(
  Effect.gen(function* () {
    yield* every("30 seconds", "recovery", recover)
    yield* every("30 seconds", "going on", goOn)
    yield* every("1 second", "forgetting journals", forgetJournals)
    yield* every("1 minute", "expiry", expire)
  })
)
