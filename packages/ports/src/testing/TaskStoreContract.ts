/** The contract of {@link TaskStore}. */
import { assert, layer } from "@effect/vitest"
import { Option } from "effect"
import type { Layer } from "effect"
import type { DueProcesses } from "../DueProcesses.ts"
import { TaskStore } from "../TaskStore.ts"
import * as Fixture from "./Fixture.ts"
import { isDue } from "./Processes.ts"

const at = Fixture.start

/** Checks an adapter together with its search for due processes. */
export const taskStoreContract = <E>(name: string, adapter: Layer.Layer<DueProcesses | TaskStore, E>) =>
  layer(adapter)(`the task store contract: ${name}`, (it) => {
    const test = Fixture.testsOf(it, TaskStore)

    test("keeps the time of a task that is added again, for example by another node", function* ({ add, find }) {
      const [one, other] = [yield* Fixture.newId, yield* Fixture.newId]
      yield* add([one], at)
      yield* add([one, other], at + 1)
      assert.deepStrictEqual(yield* find(one), Option.some({ name: one, dueAt: at }))
      assert.deepStrictEqual(yield* find(other), Option.some({ name: other, dueAt: at + 1 }))
    })

    test("is advanced once, so that two nodes cannot both record a run", function* ({ add, advance, find }) {
      const name = yield* Fixture.newId
      yield* add([name], at)
      const found = Option.getOrThrow(yield* find(name))
      const results = yield* Fixture.atOnce([advance(found, at + 5), advance(found, at + 6)])
      assert.lengthOf(results.filter(Boolean), 1)
      assert.isFalse(yield* isDue("recurring_task", name, at + 5))
      assert.isTrue(yield* isDue("recurring_task", name, at + 7))
    })

    test("is gone after its removal", function* ({ add, advance, find, remove }) {
      const name = yield* Fixture.newId
      yield* add([name], at)
      yield* remove(name)
      yield* remove(name)
      assert.deepStrictEqual(yield* find(name), Option.none())
      assert.isFalse(yield* advance({ name, dueAt: at }, at + 1))
    })
  })
