/** The contract of {@link WorkflowJournal} (architecture 4, 5). */
import { assert, layer } from "@effect/vitest"
import { Clock, Effect } from "effect"
import type { Layer } from "effect"
import { WorkflowJournal } from "../WorkflowJournal.ts"
import { newId, testsOf } from "./Fixture.ts"

/** A workflow on the adapter's engine. Each key has its own execution. */
export interface JournaledWorkflow<R> {
  readonly name: string
  /** Runs an execution to its end and returns its id. */
  readonly run: (key: string) => Effect.Effect<string, unknown, R>
  /** Runs an execution until it waits for ten minutes by the clock "timeout", and returns its id. */
  readonly wait: (key: string) => Effect.Effect<string, unknown, R>
  /** Sends a signal to an execution that never started, and returns the execution's id. */
  readonly signal: (key: string) => Effect.Effect<string, unknown, R>
}

/** Checks an adapter with its engine, in real time. */
export const workflowJournalContract = <R, E>(
  name: string,
  adapter: Layer.Layer<R | WorkflowJournal, E>,
  workflow: JournaledWorkflow<R>
) =>
  layer(adapter, { excludeTestServices: true, timeout: "30 seconds" })(
    `the workflow journal contract: ${name}`,
    (it) => {
      const test = testsOf(it, WorkflowJournal)
      const runNew = Effect.flatMap(newId, workflow.run)

      test("lists the accepted executions of a workflow", function* (journal) {
        const [accepted, signaled] = [yield* runNew, yield* Effect.flatMap(newId, workflow.signal)]
        const executions = yield* journal.executions(workflow.name)
        assert.isTrue(executions.has(accepted))
        assert.isFalse(executions.has(signaled))
        assert.isFalse((yield* journal.executions("Other")).has(accepted))
      })

      test("returns the clocks of waiting executions until they are forgotten", function* (journal) {
        const began = yield* Clock.currentTimeMillis
        const [waiting, other] = [
          yield* Effect.flatMap(newId, workflow.wait),
          yield* Effect.flatMap(newId, workflow.wait)
        ]
        assert.deepStrictEqual(yield* journal.clocks([]), [])
        const clocks = yield* journal.clocks([waiting, yield* Effect.flatMap(newId, workflow.signal)])
        assert.deepStrictEqual(
          clocks.map(({ executionId, name }) => [executionId, name]),
          [[waiting, "timeout"]]
        )
        const ended = yield* Clock.currentTimeMillis
        for (const { until } of clocks) {
          assert.isAtLeast(until, began + 600_000)
          assert.isAtMost(until, ended + 600_000)
        }
        yield* journal.forget(workflow.name, [waiting])
        assert.lengthOf(yield* journal.clocks([waiting, other]), 1)
      })

      test("forgets several executions at once, repeatedly, and no others", function* (journal) {
        const [one, two, kept] = [yield* runNew, yield* runNew, yield* runNew]
        for (const forgotten of [[], [one, two], [one, two]]) yield* journal.forget(workflow.name, forgotten)
        const executions = yield* journal.executions(workflow.name)
        assert.deepStrictEqual(
          [one, two, kept].filter((id) => executions.has(id)),
          [kept]
        )
      })
    }
  )
