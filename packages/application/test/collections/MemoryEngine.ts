/** The engine in memory, with a journal. */
import { WorkflowJournal } from "@sheaf/ports"
import { Context, Effect, Layer } from "effect"
import { WorkflowEngine } from "effect/workflow"

/** Provides an engine that runs `beforeExecution` before it accepts an execution, and a journal of accepted executions. */
export const layer = (beforeExecution: Effect.Effect<unknown> = Effect.void) =>
  Layer.effectContext(
    Effect.gen(function* () {
      const engine = yield* WorkflowEngine.WorkflowEngine
      const executions = new Set<string>()
      const execute: typeof engine.execute = (workflow, options) =>
        Effect.andThen(
          beforeExecution,
          Effect.suspend(() => {
            executions.add(options.executionId)
            return engine.execute(workflow, options)
          })
        )
      return Context.make(WorkflowEngine.WorkflowEngine, { ...engine, execute }).pipe(
        Context.add(WorkflowJournal, {
          forget: () => Effect.void,
          executions: () => Effect.sync(() => new Set(executions))
        })
      )
    })
  ).pipe(Layer.provide(WorkflowEngine.layerMemory))
