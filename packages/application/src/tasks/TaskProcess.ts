/** Runs recurring tasks as processes. A task runs on the node that owns the task's shard. */
import { TaskStore } from "@sheaf/ports"
import { Clock, Duration, Effect, Option } from "effect"
import type { Wait } from "../process/Process.ts"
import { initializeCounter } from "../process/BackgroundTask.ts"
import * as Runner from "../process/Runner.ts"
import type { Task } from "./Tasks.ts"

/**
 * The maximum pause after a failure, in milliseconds. Because it is short, a failing task soon triggers the failure
 * alert (more than three failures in an hour), even if the task normally runs rarely.
 */
const retryMillis = 60_000

/**
 * Stores new tasks and returns the runner of all tasks. Leaves stored tasks that only other releases have untouched.
 */
export const runner = Effect.fnUntraced(function* <R>(tasks: Readonly<Record<string, Task<R>>>) {
  const takeSteps = Effect.fnUntraced(function* (name: string) {
    const store = yield* TaskStore
    const found = Option.getOrUndefined(yield* store.find(name))
    const task = tasks[name]
    if (found === undefined || task === undefined) return { _tag: "End" } satisfies Wait
    const millis = found.dueAt - (yield* Clock.currentTimeMillis)
    if (millis > 0) return { _tag: "Idle", millis } satisfies Wait
    const isDone = yield* task.run
    const pause = isDone ? Duration.toMillis(task.every) : Math.min(retryMillis, Duration.toMillis(task.every))
    yield* store.advance(found, (yield* Clock.currentTimeMillis) + pause)
    return { _tag: "Idle", millis: pause } satisfies Wait
  })
  yield* Effect.forEach(
    Object.values(tasks).flatMap((task) => task.parts),
    initializeCounter,
    { discard: true }
  )
  const { add } = yield* TaskStore
  const now = yield* Clock.currentTimeMillis
  const addOne = ([name, task]: readonly [string, Task<R>]) => add(name, now, now + Duration.toMillis(task.every))
  yield* Effect.forEach(Object.entries(tasks), addOne, { discard: true })
  return yield* Runner.make({ kind: "recurring_task", idName: "task", takeSteps, giveUp: () => Effect.succeed(false) })
})
