/** Recurring tasks as processes. On several nodes, only one runs each. */
import { TaskStore } from "@sheaf/ports"
import { Clock, Duration, Effect, Option } from "effect"
import type { Wait } from "../process/Process.ts"
import { counted } from "../process/Recurring.ts"
import * as Runner from "../process/Runner.ts"
import type { Task } from "./Tasks.ts"

/** Adds the tasks that are not stored yet, and returns what runs them. */
export const runner = Effect.fnUntraced(function* <R>(tasks: Readonly<Record<string, Task<R>>>) {
  const takeSteps = Effect.fnUntraced(function* (name: string) {
    const store = yield* TaskStore
    const found = Option.getOrUndefined(yield* store.find(name))
    const task = tasks[name]
    if (found === undefined) return { _tag: "End" } satisfies Wait
    if (task === undefined) return yield* Effect.as(store.remove(name), { _tag: "End" } satisfies Wait)
    const millis = found.dueAt - (yield* Clock.currentTimeMillis)
    if (millis > 0) return { _tag: "Idle", millis } satisfies Wait
    yield* task.run
    const pause = Duration.toMillis(task.every)
    yield* store.advance(found, (yield* Clock.currentTimeMillis) + pause)
    return { _tag: "Idle", millis: pause } satisfies Wait
  })
  yield* Effect.forEach(
    Object.values(tasks).flatMap((task) => task.parts),
    counted,
    { discard: true }
  )
  yield* (yield* TaskStore).add(Object.keys(tasks), yield* Clock.currentTimeMillis)
  return yield* Runner.make({ kind: "recurring_task", idName: "task", takeSteps, giveUp: () => Effect.succeed(false) })
})
