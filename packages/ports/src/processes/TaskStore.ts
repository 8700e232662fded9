/**
 * Driven port: the schedule of the service's recurring tasks. All nodes on a database share it, and each task runs on
 * one node.
 */
import { Context } from "effect"
import type { Effect, Option } from "effect"
import type { StoreError } from "../stores/StoreError.ts"

export interface StoredTask {
  readonly name: string
  /** In milliseconds since 1970. */
  readonly dueAt: number
}

export class TaskStore extends Context.Service<
  TaskStore,
  {
    /**
     * Adds a task that is due at `now`, unless it is stored already. A stored time after `latest` becomes `latest`,
     * because the clock may have been wrong. Times are milliseconds since 1970.
     */
    readonly add: (name: string, now: number, latest: number) => Effect.Effect<void, StoreError>
    readonly find: (name: string) => Effect.Effect<Option.Option<StoredTask>, StoreError>
    /** Sets when the task is due next. Returns false if the task has changed since `found`. */
    readonly advance: (found: StoredTask, dueAt: number) => Effect.Effect<boolean, StoreError>
  }
>()("@sheaf/ports/TaskStore") {}
