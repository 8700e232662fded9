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

      test("finds the accepted executions of a workflow", function* (journal) {
        const [accepted, signaled] = [yield* runNew, yield* Effect.flatMap(newId, workflow.signal)]
        const found = yield* journal.find(workflow.name, [accepted, signaled])
        assert.deepStrictEqual(
          found.map(({ executionId, isIdle }) => [executionId, isIdle]),
          [[accepted, true]]
        )
        assert.deepStrictEqual(yield* journal.find("Other", [accepted]), [])
        assert.deepStrictEqual(yield* journal.find(workflow.name, []), [])
      })

      test("finds the clock of a waiting execution, until the execution is forgotten", function* (journal) {
        const began = yield* Clock.currentTimeMillis
        const waiting = yield* Effect.flatMap(newId, workflow.wait)
        const [found] = yield* Effect.repeat(journal.find(workflow.name, [waiting]), {
          until: ([execution]) => execution?.isIdle === true
        })
        const ended = yield* Clock.currentTimeMillis
        const clocks = found?.clocks ?? []
        assert.deepStrictEqual(
          clocks.map(({ name }) => name),
          ["timeout"]
        )
        for (const { until } of clocks) {
          assert.isAtLeast(until, began + 600_000)
          assert.isAtMost(until, ended + 600_000)
        }
        yield* journal.forget(workflow.name, [waiting])
        assert.deepStrictEqual(yield* journal.find(workflow.name, [waiting]), [])
      })

      test("forgets a waiting execution, which then runs from its beginning", function* (journal) {
        const key = yield* newId
        const executionId = yield* workflow.wait(key)
        yield* Effect.repeat(journal.find(workflow.name, [executionId]), {
          until: ([execution]) => execution?.isIdle === true
        })
        yield* journal.forget(workflow.name, [executionId])
        assert.strictEqual(yield* workflow.run(key), executionId)
      })

      test("forgets several executions at once, repeatedly, and no others", function* (journal) {
        const [one, two, kept] = [yield* runNew, yield* runNew, yield* runNew]
        for (const forgotten of [[], [one, two], [one, two]]) yield* journal.forget(workflow.name, forgotten)
        const found = yield* journal.find(workflow.name, [one, two, kept])
        assert.deepStrictEqual(
          found.map(({ executionId }) => executionId),
          [kept]
        )
      })
    }
  )
