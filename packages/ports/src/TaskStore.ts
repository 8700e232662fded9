/** Driven port: when each recurring task of the service is due. All nodes on a database share the tasks. */
import { Context } from "effect"
import type { Effect, Option } from "effect"
import type { StoreError } from "./StoreError.ts"

export interface StoredTask {
  readonly name: string
  /** In milliseconds since 1970. */
  readonly dueAt: number
}

export class TaskStore extends Context.Service<
  TaskStore,
  {
    /** Adds those of these tasks that are not stored yet, due at a time in milliseconds since 1970. */
    readonly add: (names: ReadonlyArray<string>, dueAt: number) => Effect.Effect<void, StoreError>
    readonly find: (name: string) => Effect.Effect<Option.Option<StoredTask>, StoreError>
    /** Sets the next time. Returns false if the task has changed since `found`. */
    readonly advance: (found: StoredTask, dueAt: number) => Effect.Effect<boolean, StoreError>
    readonly remove: (name: string) => Effect.Effect<void, StoreError>
  }
>()("@sheaf/ports/TaskStore") {}
