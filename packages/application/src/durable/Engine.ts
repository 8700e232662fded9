/** The engine as the use cases see it, which starts processes, wakes them, and deletes their journals. */
import { WorkflowJournal } from "@sheaf/ports"
import type { StoreError } from "@sheaf/ports"
import { Effect, Option, Schema } from "effect"
import { DurableDeferred, Workflow, WorkflowEngine } from "effect/workflow"
import { withFailures } from "../FailureLog.ts"
import * as InMemory from "./InMemory.ts"
import type { Runnable, WorkflowNames } from "./Runnable.ts"

export interface Engine<Row = never> {
  /**
   * Accepts a process with `accept` and runs it. Returns false if `accept` did not record the process. `written` returns
   * the recorded row, which need not be read again.
   */
  readonly start: <E, R>(
    id: string,
    accept: Effect.Effect<boolean, E, R>,
    written?: () => Row
  ) => Effect.Effect<boolean, E, R>
  /** Returns the lost processes, which are neither in memory nor recorded by the engine. */
  readonly lost: (ids: ReadonlyArray<string>) => Effect.Effect<ReadonlyArray<string>, StoreError>
  /** Lets the engine run a lost process. Idempotent. */
  readonly restart: (id: string) => Effect.Effect<void>
  /** Wakes a process that is waiting for the step `step`. Idempotent. */
  readonly wake: (id: string, step: number) => Effect.Effect<void>
  /** Given ended processes, returns those that the engine has finished executing. */
  readonly finished: (ids: ReadonlyArray<string>) => Effect.Effect<ReadonlyArray<string>>
  /** Deletes the journals of ended processes. Idempotent. */
  readonly forget: (ids: ReadonlyArray<string>) => Effect.Effect<void, StoreError>
}

/** Returns the workflow with these names. Its payload holds only the process id. */
export const workflowOf = ({ id, workflow }: WorkflowNames) =>
  Workflow.make(workflow, { payload: { [id]: Schema.String }, idempotencyKey: (payload) => payload[id] ?? "" })

/** Returns the wake that ends a process's wait for a step. */
export const wakeOf = ({ signal }: WorkflowNames, step: number) => DurableDeferred.make(`${signal}-${step}`)

export const make = Effect.fnUntraced(function* <R, Row = never>(process: Runnable<R, Row>) {
  const { names } = process
  const engine = yield* WorkflowEngine.WorkflowEngine
  const journal = yield* WorkflowJournal
  const workflow = workflowOf(names)
  const onEngine = Effect.provideService(WorkflowEngine.WorkflowEngine, engine)
  const payloadOf = (id: string) => ({ [names.id]: id })
  const executionOf = (id: string) => workflow.executionId(payloadOf(id))

  const isFinished = (id: string) =>
    Effect.flatMap(executionOf(id), (executionId) => workflow.poll(executionId)).pipe(
      Effect.map((result) => Option.isSome(result) && result.value._tag === "Complete"),
      onEngine
    )

  const successor: InMemory.Successor = {
    run: (id) => workflow.execute(payloadOf(id), { discard: true }).pipe(Effect.asVoid, onEngine),
    wake: (id, step) =>
      Effect.flatMap(executionOf(id), (executionId) => {
        const wake = wakeOf(names, step)
        const token = DurableDeferred.tokenFromExecutionId(wake, { workflow, executionId })
        return DurableDeferred.succeed(wake, { token, value: undefined })
      }).pipe(onEngine)
  }
  const memory = yield* InMemory.make(process, successor)

  return {
    start: memory.start,
    lost: Effect.fnUntraced(function* (ids) {
      const known = yield* journal.executions(workflow._tag)
      return yield* Effect.filter(ids, (id) =>
        Effect.map(executionOf(id), (executionId) => !known.has(executionId) && !memory.isRunning(id))
      )
    }),
    restart: (id) => Effect.suspend(() => (memory.isRunning(id) ? Effect.void : successor.run(id))),
    wake: (id, step) => Effect.suspend(() => (memory.wake(id, step) ? Effect.void : successor.wake(id, step))),
    finished: (ids) => Effect.filter(ids, isFinished),
    forget: (ids) =>
      Effect.flatMap(Effect.forEach(ids, executionOf), (executionIds) => journal.forget(workflow._tag, executionIds))
  } satisfies Engine<Row>
})

/**
 * Records a change and, if it was recorded, notifies the engine. If the engine is unreachable, recovery notifies it
 * later.
 */
export const announced = <E, R>(record: Effect.Effect<boolean, E, R>, tell: Effect.Effect<void>) => {
  const announce = Effect.catchCause(tell, (cause) =>
    Effect.logError("could not reach the workflow engine; recovery will retry").pipe(withFailures(cause))
  )
  return Effect.uninterruptible(Effect.tap(record, (recorded) => (recorded ? announce : Effect.void)))
}
