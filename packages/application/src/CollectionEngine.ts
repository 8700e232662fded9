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
    /** Forgets collections that have ended and that the engine is done with; those that it forgot. */
    readonly forget: (collectionIds: ReadonlyArray<string>) => Effect.Effect<ReadonlyArray<string>, StoreError>
  }
>()("@sheaf/application/CollectionEngine") {}

export const layer = Layer.effect(
  CollectionEngine,
  Effect.gen(function* () {
    const engine = yield* WorkflowEngine.WorkflowEngine
    const journal = yield* WorkflowJournal
    const onEngine = Effect.provideService(WorkflowEngine.WorkflowEngine, engine)

    /** The execution of a collection, once the engine has come to its end. */
    const finished = (collectionId: string) =>
      Effect.gen(function* () {
        const executionId = yield* CollectionWorkflow.executionId({ collectionId })
        const result = yield* CollectionWorkflow.poll(executionId)
        return Option.isSome(result) && result.value._tag === "Complete" ? [{ collectionId, executionId }] : []
      }).pipe(onEngine)

    return CollectionEngine.of({
      start: (collectionId) =>
        CollectionWorkflow.execute({ collectionId }, { discard: true }).pipe(Effect.asVoid, onEngine),
      inputCame: (collectionId, step) =>
        Effect.gen(function* () {
          const executionId = yield* CollectionWorkflow.executionId({ collectionId })
          const deferred = inputCame(step)
          const token = DurableDeferred.tokenFromExecutionId(deferred, { workflow: CollectionWorkflow, executionId })
          yield* DurableDeferred.succeed(deferred, { token, value: "INPUT" })
        }).pipe(onEngine),
      forget: Effect.fnUntraced(function* (collectionIds) {
        const done = (yield* Effect.forEach(collectionIds, finished)).flat()
        if (done.length > 0)
          yield* journal.forget(
            CollectionWorkflow._tag,
            done.map(({ executionId }) => executionId)
          )
        return done.map(({ collectionId }) => collectionId)
      })
    })
  })
)
