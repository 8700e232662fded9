/**
 * Driven port: the schedule of the service's recurring tasks. All nodes on a database share it, and each task runs on
 * one node.
 */
import { Context } from "effect"
import type { Effect, Option } from "effect"
import type { StoreError } from "../stores/StoreError.ts"

export interface StoredTask {
  readonly name: string
  readonly dueAt: number
}

export class TaskStore extends Context.Service<
  TaskStore,
  {
    /**
     * Adds a task that is due at `now`. If the task already exists and is due after `latest`, moves it to `latest`,
     * because the clock may have been wrong. Times are milliseconds since 1970.
     */
    readonly add: (name: string, now: number, latest: number) => Effect.Effect<void, StoreError>
    readonly find: (name: string) => Effect.Effect<Option.Option<StoredTask>, StoreError>
    /** Returns false if the task has changed since `found`. */
    readonly advance: (found: StoredTask, dueAt: number) => Effect.Effect<boolean, StoreError>
  }
>()("@sheaf/ports/TaskStore") {}
