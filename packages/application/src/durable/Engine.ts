/** The use cases tell the engine through this module that a process was accepted, has changed, or can be forgotten. */
import { failuresOf, WorkflowJournal } from "@sheaf/ports"
import type { StoreError } from "@sheaf/ports"
import { Effect, Option, Schema } from "effect"
import { DurableDeferred, Workflow, WorkflowEngine } from "effect/workflow"

/** The names by which the engine finds executions after a restart. A released name never changes. */
export interface Names {
  /** The kind of workflow. */
  readonly workflow: string
  /** The member of the payload that holds the id. The log uses it too. */
  readonly id: string
  /** The signal that wakes a process before its step `n` is `<signal>-<n>`. */
  readonly signal: string
  /** The clock that ends the wait for the signal is `<clock>-<n>`. */
  readonly clock: string
}

/** The engine, as far as one kind of process is concerned. */
export interface Engine {
  /** Runs an accepted process. Repeated calls have no effect. */
  readonly start: (id: string) => Effect.Effect<void>
  /** Wakes a process that waits before its step number `step`. Repeated calls have no effect. */
  readonly wake: (id: string, step: number) => Effect.Effect<void>
  /** Of these ended processes, those whose execution is complete. */
  readonly finished: (ids: ReadonlyArray<string>) => Effect.Effect<ReadonlyArray<string>>
  /** Forgets ended processes. Forgetting one again has no effect. */
  readonly forget: (ids: ReadonlyArray<string>) => Effect.Effect<void, StoreError>
}

/** The workflow of these names. The payload holds the id of the process and nothing else. */
export const workflowOf = ({ id, workflow }: Names) =>
  Workflow.make(workflow, { payload: { [id]: Schema.String }, idempotencyKey: (payload) => payload[id] ?? "" })

/** The signal that wakes a process before a step. */
export const signalOf = ({ signal }: Names, step: number) => DurableDeferred.make(`${signal}-${step}`)

export const make = Effect.fnUntraced(function* (names: Names) {
  const engine = yield* WorkflowEngine.WorkflowEngine
  const journal = yield* WorkflowJournal
  const workflow = workflowOf(names)
  const onEngine = Effect.provideService(WorkflowEngine.WorkflowEngine, engine)
  const payloadOf = (id: string) => ({ [names.id]: id })
  const executionOf = (id: string) => workflow.executionId(payloadOf(id))

  const isFinished = (id: string) =>
    Effect.gen(function* () {
      const result = yield* workflow.poll(yield* executionOf(id))
      return Option.isSome(result) && result.value._tag === "Complete"
    }).pipe(onEngine)

  const made: Engine = {
    start: (id) => workflow.execute(payloadOf(id), { discard: true }).pipe(Effect.asVoid, onEngine),
    wake: (id, step) =>
      Effect.gen(function* () {
        const signal = signalOf(names, step)
        const executionId = yield* executionOf(id)
        const token = DurableDeferred.tokenFromExecutionId(signal, { workflow, executionId })
        yield* DurableDeferred.succeed(signal, { token, value: undefined })
      }).pipe(onEngine),
    finished: (ids) => Effect.filter(ids, isFinished),
    forget: (ids) =>
      Effect.flatMap(Effect.forEach(ids, executionOf), (executionIds) => journal.forget(workflow._tag, executionIds))
  }
  return made
})

const announce = (effect: Effect.Effect<void>): Effect.Effect<void> =>
  Effect.catchCause(effect, (cause) =>
    Effect.logError("engine not reached; it will be told again").pipe(
      Effect.annotateLogs({ failures: failuresOf(cause) })
    )
  )

/**
 * Records a change, and then tells the engine. Returns false and tells nothing if nothing was recorded. Should telling
 * fail, recovery tells the engine again.
 */
export const announced = <E, R>(record: Effect.Effect<boolean, E, R>, tell: Effect.Effect<void>) =>
  Effect.uninterruptible(Effect.tap(record, (recorded) => (recorded ? announce(tell) : Effect.void)))
