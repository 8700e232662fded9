/**
 * The durable workflow of a collection: steps, and the waits between them (architecture 4). It survives the death of the
 * process at any moment; what the engine keeps of it holds nothing personal.
 *
 * The names of clocks and deferreds are what a running execution is found by: they are never changed.
 */
import { Cause, Duration, Effect, Layer, Schema } from "effect"
import { DurableClock, DurableDeferred, Workflow } from "effect/workflow"
import * as ConsentEngine from "../consents/ConsentEngine.ts"
import { takeSteps } from "./TakeStep.ts"
import type { Wait } from "./TakeStep.ts"
import { untilStoreAnswers } from "../durable/UntilStoreAnswers.ts"

export class CollectionWorkflow extends Workflow.make("Collection", {
  payload: { collectionId: Schema.String },
  idempotencyKey: ({ collectionId }) => collectionId
}) {}

/** Set when the answer came that step number `step` is to be taken with. */
export const inputCame = (step: number) => DurableDeferred.make(`input-${step}`)

/**
 * Not an activity: the row of the collection counts its steps, so that a step which is taken again finds what it did.
 * The engine's own record of it would say the same once more. When the workflow runs again from its beginning, because
 * it was out of memory or the process died, this leads straight to where the row stands.
 */
const steps = (collectionId: string) => untilStoreAnswers({ collectionId })(takeSteps(collectionId))

const waitForInput = (step: number, millis: number) =>
  DurableDeferred.raceAll({
    name: `wait-${step}`,
    success: Schema.Void,
    error: Schema.Never,
    effects: [
      DurableDeferred.await(inputCame(step)),
      // Without a threshold of zero, a short clock lives in memory and would start anew after a crash.
      DurableClock.sleep({ name: `timeout-${step}`, duration: Duration.millis(millis), inMemoryThreshold: 0 })
    ]
  })

/** A pause up to this long is not worth the engine's while: should the process die in it, the row knows when it is over. */
const shortPauseMillis = 60_000

const pause = (step: number, millis: number) =>
  millis <= shortPauseMillis
    ? Effect.sleep(Duration.millis(millis))
    : DurableClock.sleep({ name: `poll-${step}`, duration: Duration.millis(millis) })

const waitFor = ({ _tag, millis, step }: Exclude<Wait, { _tag: "End" }>) =>
  _tag === "Ask" ? waitForInput(step, millis) : pause(step, millis)

const run = ({ collectionId }: { readonly collectionId: string }) =>
  Effect.gen(function* () {
    for (;;) {
      const wait = yield* steps(collectionId)
      if (wait._tag === "End") return
      yield* waitFor(wait)
    }
  }).pipe(
    // The engine would keep the failure, message and all. The row tells that the collection has not ended: see Upkeep.
    Effect.catchCause((cause) => (Cause.hasInterrupts(cause) ? Effect.failCause(Cause.interrupt()) : Effect.void))
  )

/** Lets the engine run collections. What one finds out about a consent, the engine is told for that one too. */
export const layer = CollectionWorkflow.toLayer(run).pipe(Layer.provide(ConsentEngine.layer))
