/** The engine as the use cases see it, which starts processes, wakes them, and deletes their journals. */
import { WorkflowJournal } from "@sheaf/ports"
import type { JournaledExecution, StoreError } from "@sheaf/ports"
import { Array, Clock, Effect, Schema } from "effect"
import { DurableDeferred, Workflow, WorkflowEngine } from "effect/workflow"
import { withFailures } from "../FailureLog.ts"
import * as InMemory from "./InMemory.ts"
import { alone } from "./Recurring.ts"
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
  /** Wakes a process whose wait for the step `step` has just ended with a recorded change. */
  readonly wake: (id: string, step: number) => Effect.Effect<void>
  /**
   * Makes a change with `record` that ends the wait for the step `step`, and continues the process. Returns false if `record`
   * changed nothing. `written` returns the changed row, which need not be read again.
   */
  readonly resume: <E, R>(
    id: string,
    step: number,
    record: Effect.Effect<boolean, E, R>,
    written: () => Row
  ) => Effect.Effect<boolean, E, R>
  /** Lets the engine continue those of these due processes that it still waits for. Idempotent. */
  readonly wakeWaiting: (ids: ReadonlyArray<string>) => Effect.Effect<void, StoreError>
  /** Given ended processes, returns those that the engine does not execute at the moment. */
  readonly finished: (ids: ReadonlyArray<string>) => Effect.Effect<ReadonlyArray<string>, StoreError>
  /** Deletes the journals of ended processes. Idempotent. */
  readonly forget: (ids: ReadonlyArray<string>) => Effect.Effect<void, StoreError>
}

/** Returns the workflow with these names. Its payload holds only the process id. */
export const workflowOf = ({ id, workflow }: WorkflowNames) =>
  Workflow.make(workflow, { payload: { [id]: Schema.String }, idempotencyKey: (payload) => payload[id] ?? "" })

/** Returns the wake that ends a process's wait for a step. */
export const wakeOf = ({ signal }: WorkflowNames, step: number) => DurableDeferred.make(`${signal}-${step}`)

/** The clock that ends a process's wait for a step if no wake does. */
export const clockOf = ({ clock }: WorkflowNames, step: number) => `${clock}-${step}`

/** Returns the last wait of an execution that has not timed out: its step and its timeout. */
const lastWait = ({ clock }: WorkflowNames, { clocks }: JournaledExecution) =>
  clocks
    .filter(({ name }) => name.startsWith(`${clock}-`))
    .map(({ name, until }) => ({ step: Number(name.slice(clock.length + 1)), until }))
    .toSorted((one, other) => other.step - one.step)
    .at(0)

/**
 * A process that times out sooner than this is woken by the engine alone, in milliseconds. Otherwise, the timeout could
 * let the engine take a step that still runs in memory.
 */
const marginMillis = 10_000

/** The number of executions that are read at once. */
const idsAtOnce = 500

export const make = Effect.fnUntraced(function* <R, Row = never>(process: Runnable<R, Row>) {
  const { names } = process
  const engine = yield* WorkflowEngine.WorkflowEngine
  const journal = yield* WorkflowJournal
  const workflow = workflowOf(names)
  const onEngine = Effect.provideService(WorkflowEngine.WorkflowEngine, engine)
  const payloadOf = (id: string) => ({ [names.id]: id })
  const executionOf = (id: string) => workflow.executionId(payloadOf(id))

  /** Returns what the engine knows about these processes, by id. */
  const known = Effect.fnUntraced(function* (ids: ReadonlyArray<string>) {
    const executionIds = yield* Effect.forEach(ids, executionOf)
    const found = yield* journal.find(workflow._tag, executionIds)
    const executions = new Map(found.map((execution) => [execution.executionId, execution]))
    const byId = new Map(ids.map((id, index) => [id, executions.get(executionIds[index] ?? "")]))
    return (id: string) => byId.get(id)
  })

  const successor: InMemory.Successor = {
    run: (id) => workflow.execute(payloadOf(id), { discard: true }).pipe(Effect.asVoid, onEngine),
    wake: (id, step) =>
      Effect.flatMap(executionOf(id), (executionId) => {
        const wake = wakeOf(names, step)
        const token = DurableDeferred.tokenFromExecutionId(wake, { workflow, executionId })
        return DurableDeferred.succeed(wake, { token, value: undefined })
      }).pipe(onEngine),
    isWaiting: (id, step) =>
      Effect.gen(function* () {
        const execution = (yield* known([id]))(id)
        const wait = execution && lastWait(names, execution)
        return (
          execution?.isIdle === true &&
          wait?.step === step &&
          wait.until > (yield* Clock.currentTimeMillis) + marginMillis
        )
      }),
    forget: (id) => Effect.flatMap(executionOf(id), (executionId) => journal.forget(workflow._tag, [executionId]))
  }
  const memory = yield* InMemory.make(process, successor)

  /** Returns the processes for which `select` is true, given what the engine knows about each. */
  const filtered = (select: (id: string, execution: JournaledExecution | undefined) => boolean) =>
    Effect.fnUntraced(function* (ids: ReadonlyArray<string>) {
      const parts = yield* Effect.forEach(Array.chunksOf(ids, idsAtOnce), (some) =>
        Effect.map(known(some), (executionOf) => some.filter((id) => select(id, executionOf(id))))
      )
      return parts.flat()
    })

  const wakeSome = Effect.fnUntraced(function* (ids: ReadonlyArray<string>) {
    const executionOf = yield* known(ids)
    const wakeAgain = (id: string) => {
      const execution = executionOf(id)
      const wait = execution && lastWait(names, execution)
      if (wait === undefined || memory.isRunning(id)) return Effect.void
      return alone({ [names.id]: id })(successor.wake(id, wait.step))
    }
    yield* Effect.forEach(ids, wakeAgain, { discard: true })
  })

  return {
    start: memory.start,
    lost: filtered((id, execution) => execution === undefined && !memory.isRunning(id)),
    restart: (id) => Effect.suspend(() => (memory.isRunning(id) ? Effect.void : successor.run(id))),
    wake: memory.wake,
    resume: (id, step, record, written) => memory.resume(id, step, record, written),
    wakeWaiting: (ids) => Effect.forEach(Array.chunksOf(ids, idsAtOnce), wakeSome, { discard: true }),
    finished: filtered((_, execution) => execution === undefined || execution.isIdle),
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
