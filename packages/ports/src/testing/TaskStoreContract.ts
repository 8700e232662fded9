/** The contract of {@link TaskStore}. */
import { assert, layer } from "@effect/vitest"
import { Option } from "effect"
import type { Layer } from "effect"
import type { DueProcesses } from "../processes/DueProcesses.ts"
import { TaskStore } from "../processes/TaskStore.ts"
import * as Fixture from "./samples/Fixture.ts"
import { isDue } from "./samples/ProcessContract.ts"

const at = Fixture.startTime

export const taskStoreContract = <E>(name: string, adapter: Layer.Layer<DueProcesses | TaskStore, E>) =>
  layer(adapter)(`the task store contract: ${name}`, (it) => {
    const test = Fixture.testsOf(it, TaskStore)

    test("keeps the time of a task that is added again, unless the time is too late", function* ({
      add,
      advance,
      find
    }) {
      const name = yield* Fixture.newId
      yield* add(name, at, at + 60)
      yield* add(name, at + 1, at + 61)
      const found = Option.getOrThrow(yield* find(name))
      assert.deepStrictEqual(found, { name, dueAt: at })
      yield* advance(found, at + 1_000_000)
      yield* add(name, at + 2, at + 62)
      assert.deepStrictEqual(yield* find(name), Option.some({ name, dueAt: at + 62 }))
    })

    test("is advanced once, so that two nodes cannot both record a run", function* ({ add, advance, find }) {
      const name = yield* Fixture.newId
      yield* add(name, at, at)
      const found = Option.getOrThrow(yield* find(name))
      const results = yield* Fixture.runConcurrently([advance(found, at + 5), advance(found, at + 6)])
      assert.lengthOf(results.filter(Boolean), 1)
      assert.isFalse(yield* isDue("recurring_task", name, at + 5))
      assert.isTrue(yield* isDue("recurring_task", name, at + 7))
    })
  })
