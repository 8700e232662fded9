/** What the use cases tell the durable engine about one kind of workflow, which works on rows and waits for its steps. */
import { WorkflowJournal } from "@sheaf/ports"
import type { StoreError } from "@sheaf/ports"
import { Effect, Option } from "effect"
import type { Schema } from "effect"
import { DurableDeferred, WorkflowEngine } from "effect/workflow"
import type { Workflow } from "effect/workflow"

export interface WorkflowRunner {
  /** Runs what was accepted. Saying it twice runs it once. */
  readonly start: (id: string) => Effect.Effect<void>
  /** Wakes what waits before its step number `step`. Saying it twice wakes it once. */
  readonly wake: (id: string, step: number) => Effect.Effect<void>
  /** Of what has ended, those whose execution has come to its end too. */
  readonly finished: (ids: ReadonlyArray<string>) => Effect.Effect<ReadonlyArray<string>>
  /** Forgets what has ended. What is forgotten already has no effect. */
  readonly forget: (ids: ReadonlyArray<string>) => Effect.Effect<void, StoreError>
}

/** What runs as a workflow is named by an id, which needs nothing to be written. */
type Named = Workflow.AnyStructSchema & { readonly EncodingServices: never }

interface Kind<Tag extends string, Payload extends Named> {
  readonly workflow: Workflow.Workflow<Tag, Payload, typeof Schema.Void, typeof Schema.Never>
  readonly payloadOf: (id: string) => Payload["~type.make.in"]
  /** What is waited for before a step. */
  readonly woken: (step: number) => DurableDeferred.DurableDeferred<typeof Schema.Void, typeof Schema.Never>
}

export const make = Effect.fnUntraced(function* <Tag extends string, Payload extends Named>({
  payloadOf,
  woken,
  workflow
}: Kind<Tag, Payload>) {
  const engine = yield* WorkflowEngine.WorkflowEngine
  const journal = yield* WorkflowJournal
  const onEngine = Effect.provideService(WorkflowEngine.WorkflowEngine, engine)
  const executionOf = (id: string) => workflow.executionId(payloadOf(id))

  const isFinished = (id: string) =>
    Effect.gen(function* () {
      const result = yield* workflow.poll(yield* executionOf(id))
      return Option.isSome(result) && result.value._tag === "Complete"
    }).pipe(onEngine)

  const runner: WorkflowRunner = {
    start: (id) => workflow.execute(payloadOf(id), { discard: true }).pipe(Effect.asVoid, onEngine),
    wake: (id, step) =>
      Effect.gen(function* () {
        const deferred = woken(step)
        const executionId = yield* executionOf(id)
        const token = DurableDeferred.tokenFromExecutionId(deferred, { workflow, executionId })
        yield* DurableDeferred.succeed(deferred, { token, value: undefined })
      }).pipe(onEngine),
    finished: (ids) => Effect.filter(ids, isFinished),
    forget: (ids) =>
      Effect.flatMap(Effect.forEach(ids, executionOf), (executionIds) => journal.forget(workflow._tag, executionIds))
  }
  return runner
})
