/** What the use cases tell the durable engine: a collection was accepted, an answer came, a collection can be forgotten. */
import { WorkflowJournal } from "@sheaf/ports"
import type { StoreError } from "@sheaf/ports"
import { Context, Effect, Layer, Option } from "effect"
import { DurableDeferred, WorkflowEngine } from "effect/workflow"
import { CollectionWorkflow, inputCame } from "./CollectionWorkflow.ts"

export class CollectionEngine extends Context.Service<
  CollectionEngine,
  {
    /** Runs an accepted collection. Saying it twice runs it once. */
    readonly start: (collectionId: string) => Effect.Effect<void>
    /** Wakes a collection that waits for input before its step number `step`. Saying it twice wakes it once. */
    readonly inputCame: (collectionId: string, step: number) => Effect.Effect<void>
    /** Of collections that have ended, those whose execution has come to its end too. */
    readonly finished: (collectionIds: ReadonlyArray<string>) => Effect.Effect<ReadonlyArray<string>>
    /** Forgets collections that have ended. What is forgotten already has no effect. */
    readonly forget: (collectionIds: ReadonlyArray<string>) => Effect.Effect<void, StoreError>
  }
>()("@sheaf/application/CollectionEngine") {}

export const layer = Layer.effect(
  CollectionEngine,
  Effect.gen(function* () {
    const engine = yield* WorkflowEngine.WorkflowEngine
    const journal = yield* WorkflowJournal
    const onEngine = Effect.provideService(WorkflowEngine.WorkflowEngine, engine)

    const isFinished = (collectionId: string) =>
      Effect.gen(function* () {
        const result = yield* CollectionWorkflow.poll(yield* CollectionWorkflow.executionId({ collectionId }))
        return Option.isSome(result) && result.value._tag === "Complete"
      }).pipe(onEngine)

    return CollectionEngine.of({
      start: (collectionId) =>
        CollectionWorkflow.execute({ collectionId }, { discard: true }).pipe(Effect.asVoid, onEngine),
      inputCame: (collectionId, step) =>
        Effect.gen(function* () {
          const executionId = yield* CollectionWorkflow.executionId({ collectionId })
          const deferred = inputCame(step)
          const token = DurableDeferred.tokenFromExecutionId(deferred, { workflow: CollectionWorkflow, executionId })
          yield* DurableDeferred.succeed(deferred, { token, value: undefined })
        }).pipe(onEngine),
      finished: (collectionIds) => Effect.filter(collectionIds, isFinished),
      forget: (collectionIds) =>
        Effect.forEach(collectionIds, (collectionId) => CollectionWorkflow.executionId({ collectionId })).pipe(
          Effect.flatMap((executionIds) => journal.forget(CollectionWorkflow._tag, executionIds))
        )
    })
  })
)
