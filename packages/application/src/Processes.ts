/** Runs all kinds of processes. */
import type { StoreError } from "@sheaf/ports"
import { Context, Effect, Layer } from "effect"
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

const make = Effect.fnUntraced(function* <R>(tasks: Readonly<Record<string, Task<R>>>) {
  const search = yield* DueLoop.run({
    collection: yield* CollectionProcess.CollectionRunner,
    connect_session: yield* SessionProcess.runner,
    consent: yield* ConsentProcess.ConsentRunner,
    recurring_task: yield* TaskProcess.runner(tasks)
  })
  return { search }
})

/** Runs the processes that are due before the next search. */
export class DueSearch extends Context.Service<DueSearch, { readonly search: Effect.Effect<void, StoreError> }>()(
  "@sheaf/application/DueSearch"
) {}

/** Runs due processes, without recurring tasks. */
export const withoutTasks = Layer.effect(DueSearch, make<never>({}))

/** Runs due processes. */
export const layer = Layer.effect(DueSearch, make<Effect.Services<(typeof tasks)[keyof typeof tasks]["run"]>>(tasks))
