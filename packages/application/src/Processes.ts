/** Runs all kinds of processes. */
import { Effect, Layer } from "effect"
import * as CollectionProcess from "./collections/Process.ts"
import * as SessionProcess from "./connect/SessionProcess.ts"
import * as ConsentProcess from "./consents/Process.ts"
import * as DueLoop from "./process/DueLoop.ts"
import * as TaskProcess from "./tasks/TaskProcess.ts"
import { tasks } from "./tasks/Tasks.ts"
import type { Task } from "./tasks/Tasks.ts"

export { SearchInterval } from "./process/Runner.ts"

/** The runners, which take the steps of processes that somebody starts or changes. */
export const runners = CollectionProcess.runner.pipe(Layer.provideMerge(ConsentProcess.runner))

/** Runs due processes and these tasks while the scope is open. Returns a search, for which nobody needs to wait. */
export const run = Effect.fnUntraced(function* <R>(tasks: Readonly<Record<string, Task<R>>>) {
  return yield* DueLoop.run({
    collection: yield* CollectionProcess.CollectionRunner,
    connect_session: yield* SessionProcess.runner,
    consent: yield* ConsentProcess.ConsentRunner,
    recurring_task: yield* TaskProcess.runner(tasks)
  })
})

/** Runs due processes. */
export const layer = Layer.effectDiscard(run<Effect.Services<(typeof tasks)[keyof typeof tasks]["run"]>>(tasks))
