/** The engine in memory, with a journal. */
import { WorkflowJournal } from "@sheaf/ports"
import type { JournaledClock } from "@sheaf/ports"
import { Clock, Context, Duration, Effect, Layer } from "effect"
import { WorkflowEngine } from "effect/workflow"

/** The effects that the engine runs before it accepts calls. */
export interface Before {
  readonly beforeExecution?: Effect.Effect<unknown>
  readonly beforeSignal?: Effect.Effect<unknown>
}

/** Provides an engine, and a journal of accepted executions and their clocks. */
export const layer = ({ beforeExecution = Effect.void, beforeSignal = Effect.void }: Before = {}) =>
  Layer.effectContext(
    Effect.gen(function* () {
      const engine = yield* WorkflowEngine.WorkflowEngine
      const { deferredDone, execute, scheduleClock } = engine
      const executions = new Set<string>()
      const clocks: Array<JournaledClock> = []
      // In place, because workflows call the engine that runs them.
      Object.assign(engine, {
        execute: ((workflow, options) =>
          Effect.andThen(
            beforeExecution,
            Effect.suspend(() => {
              executions.add(options.executionId)
              return execute(workflow, options)
            })
          )) satisfies typeof execute,
        deferredDone: ((deferred, options) =>
          Effect.andThen(beforeSignal, deferredDone(deferred, options))) satisfies typeof deferredDone,
        scheduleClock: ((workflow, options) =>
          Effect.flatMap(Clock.currentTimeMillis, (now) => {
            const { clock, executionId } = options
            clocks.push({ executionId, name: clock.name, until: now + Duration.toMillis(clock.duration) })
            return scheduleClock(workflow, options)
          })) satisfies typeof scheduleClock
      })
      return Context.make(WorkflowEngine.WorkflowEngine, engine).pipe(
        Context.add(WorkflowJournal, {
          forget: () => Effect.void,
          clocks: (executionIds) =>
            Effect.map(Clock.currentTimeMillis, (now) =>
              clocks.filter(({ executionId, until }) => executionIds.includes(executionId) && until > now)
            ),
          executions: () => Effect.sync(() => new Set(executions))
        })
      )
    })
  ).pipe(Layer.provide(WorkflowEngine.layerMemory))
