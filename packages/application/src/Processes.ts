/** Runs every kind of process. */
import { Effect, Layer } from "effect"
import * as CollectionProcess from "./collections/Process.ts"
import * as SessionProcess from "./connect/SessionProcess.ts"
import * as ConsentProcess from "./consents/Process.ts"
import * as WebhookProcess from "./events/WebhookProcess.ts"
import { MonitorRunner } from "./process/MonitorRunner.ts"
import * as MonitorProcess from "./monitors/MonitorProcess.ts"
import * as DueLoop from "./process/DueLoop.ts"
import * as TaskProcess from "./tasks/TaskProcess.ts"
import * as Tasks from "./tasks/Tasks.ts"

export { SearchInterval } from "./process/Runner.ts"

/** Runners that run a process's next steps as soon as the process has been started or changed. */
export const runners = MonitorProcess.layer.pipe(
  Layer.provideMerge(CollectionProcess.runner),
  Layer.provideMerge(ConsentProcess.runner)
)

/**
 * Runs due processes and these tasks while the scope is open. Returns an effect that triggers a search for due
 * processes without waiting for the result.
 */
export const run = Effect.fnUntraced(function* <R>(tasks: Readonly<Record<string, Tasks.Task<R>>>) {
  return yield* DueLoop.run({
    collection: yield* CollectionProcess.CollectionRunner,
    connect_session: yield* SessionProcess.runner,
    consent: yield* ConsentProcess.ConsentRunner,
    monitor: yield* MonitorRunner,
    recurring_task: yield* TaskProcess.runner(tasks),
    webhook_endpoint: yield* WebhookProcess.WebhookRunner
  })
})

/** Runs due processes and the recurring tasks. `minutely` adds parts to the task that runs every minute. */
export const layer = <R>(minutely: Tasks.TaskParts<R>) => {
  const tasks = Tasks.recurringTasks(minutely)
  return Layer.effectDiscard(run<Effect.Services<(typeof tasks)[keyof typeof tasks]["run"]>>(tasks))
}
