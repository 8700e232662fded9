/** The engine in memory, with a journal. */
import { WorkflowJournal } from "@sheaf/ports"
import { Clock, Context, Duration, Effect, Layer, Option } from "effect"
import { Workflow, WorkflowEngine } from "effect/workflow"

/** The effects that the engine runs before it accepts calls. */
export interface Before {
  readonly beforeExecution?: Effect.Effect<unknown>
  readonly beforeSignal?: Effect.Effect<unknown>
}

interface Accepted {
  readonly isIdle: Effect.Effect<boolean>
  readonly clocks: Array<{ readonly name: string; readonly until: number }>
}

/** Names a workflow whose result is ignored. */
const noResult = ({ _tag }: Workflow.Any) => Workflow.make(_tag, { payload: {}, idempotencyKey: () => "" })

/** Counts the executions that the engine has accepted and not forgotten. */
export class Executions extends Context.Service<Executions, { readonly count: () => number }>()("test/Executions") {}

/**
 * Provides an engine and its journal. The engine itself never forgets. Therefore, an execution that runs again after it was
 * forgotten has another id in the engine.
 */
export const layer = ({ beforeExecution = Effect.void, beforeSignal = Effect.void }: Before = {}) =>
  Layer.effectContext(
    Effect.gen(function* () {
      const engine = yield* WorkflowEngine.WorkflowEngine
      const { deferredDone, execute, poll, scheduleClock } = engine
      const accepted = new Map<string, Accepted>()
      const generations = new Map<string, number>()
      const separator = "~"
      const inEngine = (id: string) => (id.includes(separator) ? id : `${id}${separator}${generations.get(id) ?? 0}`)
      // In place, because workflows call the engine that runs them.
      Object.assign(engine, {
        execute: ((workflow, options) =>
          Effect.andThen(
            beforeExecution,
            Effect.suspend(() => {
              const { executionId } = options
              const isIdle = Effect.map(poll(noResult(workflow), inEngine(executionId)), Option.isSome)
              if (!accepted.has(executionId)) accepted.set(executionId, { isIdle, clocks: [] })
              return execute(workflow, { ...options, executionId: inEngine(executionId) })
            })
          )) satisfies typeof execute,
        deferredDone: ((deferred, options) =>
          Effect.andThen(
            beforeSignal,
            Effect.suspend(() => deferredDone(deferred, { ...options, executionId: inEngine(options.executionId) }))
          )) satisfies typeof deferredDone,
        scheduleClock: ((workflow, options) =>
          Effect.flatMap(Clock.currentTimeMillis, (now) => {
            const { clock, executionId } = options
            const until = now + Duration.toMillis(clock.duration)
            accepted.get(executionId.slice(0, executionId.indexOf(separator)))?.clocks.push({ name: clock.name, until })
            return scheduleClock(workflow, options)
          })) satisfies typeof scheduleClock
      })
      const found = Effect.fnUntraced(function* (executionId: string) {
        const execution = accepted.get(executionId)
        if (execution === undefined) return []
        const now = yield* Clock.currentTimeMillis
        return [
          { executionId, isIdle: yield* execution.isIdle, clocks: execution.clocks.filter(({ until }) => until > now) }
        ]
      })
      return Context.make(WorkflowEngine.WorkflowEngine, engine).pipe(
        Context.add(Executions, { count: () => accepted.size }),
        Context.add(WorkflowJournal, {
          find: (_, executionIds) => Effect.map(Effect.forEach(executionIds, found), (all) => all.flat()),
          forget: (_, executionIds) =>
            Effect.sync(() => {
              for (const id of executionIds) {
                if (accepted.delete(id)) generations.set(id, (generations.get(id) ?? 0) + 1)
              }
            })
        })
      )
    })
  ).pipe(Layer.provide(WorkflowEngine.layerMemory))
