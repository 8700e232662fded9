/**
 * The durable workflow of a collection: steps, and the waits between them (architecture 4). It survives the death of the
 * process at any moment; what the engine keeps of it holds nothing personal.
 *
 * The names of clocks and deferreds are what a running execution is found by: they are never changed.
 */
import type { CollectionStore, Connectors } from "@sheaf/ports"
import { Duration, Effect, Schedule, Schema } from "effect"
import type { SecureRandom } from "effect/crypto"
import { DurableClock, DurableDeferred, Workflow } from "effect/workflow"
import { StepCause, takeSteps } from "./TakeStep.ts"
import type { Wait } from "./TakeStep.ts"

export class CollectionWorkflow extends Workflow.make("Collection", {
  payload: { collectionId: Schema.String },
  idempotencyKey: ({ collectionId }) => collectionId
}) {}

/** Set when the answer came that step number `step` is to be taken with. */
export const inputCame = (step: number) => DurableDeferred.make(`input-${step}`, { success: StepCause })

/** A database that is away comes back; until then the collection waits, and nothing is lost. */
const untilStoreAnswers = Schedule.min([Schedule.exponential("100 millis", 2), Schedule.spaced("10 seconds")])

/**
 * Not an activity: the row of the collection counts its steps, so that a step which is taken again finds what it did.
 * The engine's own record of it would say the same once more. When the workflow runs again from its beginning, because
 * it was out of memory or the process died, this leads straight to where the row stands.
 */
const steps = (collectionId: string, number: number, cause: StepCause) =>
  takeSteps(collectionId, number, cause).pipe(
    Effect.tapError((error) =>
      Effect.logError("store failed").pipe(Effect.annotateLogs({ collectionId, operation: error.operation }))
    ),
    Effect.retry(untilStoreAnswers),
    Effect.orDie
  )

const waitForInput = (number: number, millis: number) =>
  DurableDeferred.raceAll({
    name: `wait-${number}`,
    success: StepCause,
    error: Schema.Never,
    effects: [
      DurableDeferred.await(inputCame(number)),
      // Without a threshold of zero, a short clock lives in memory and would start anew after a crash.
      DurableClock.sleep({ name: `timeout-${number}`, duration: Duration.millis(millis), inMemoryThreshold: 0 }).pipe(
        Effect.as("TIMEOUT" as const)
      )
    ]
  })

const waitFor = (wait: Exclude<Wait, { _tag: "End" }>) =>
  wait._tag === "Ask"
    ? waitForInput(wait.step, wait.millis)
    : DurableClock.sleep({ name: `poll-${wait.step}`, duration: Duration.millis(wait.millis) }).pipe(
        Effect.as("TICK" as const)
      )

const run = Effect.fnUntraced(function* ({ collectionId }: { readonly collectionId: string }) {
  let wait: Wait = yield* steps(collectionId, 0, "START")
  while (wait._tag !== "End") {
    wait = yield* steps(collectionId, wait.step, yield* waitFor(wait))
  }
})

/** Lets the engine run collections. */
export const layer = CollectionWorkflow.toLayer(run)

/** What {@link layer} needs beside the engine. */
export type Requirements = CollectionStore | Connectors | SecureRandom.SecureRandom
