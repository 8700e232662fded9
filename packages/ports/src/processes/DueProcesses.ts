/** Driven port: finds the processes of this node's shards whose next step is due. */
import { Context } from "effect"
import type { Effect } from "effect"
import type { StoreError } from "../stores/StoreError.ts"

export type ProcessKind =
  | "collection"
  | "connect_session"
  | "consent"
  | "monitor"
  | "recurring_task"
  | "webhook_endpoint"

export interface DueProcess {
  readonly kind: ProcessKind
  readonly id: string
  /**
   * When the process continues by itself, in milliseconds since 1970. A webhook endpoint is due when a retry is due,
   * and as long as new events or a replay are waiting.
   */
  readonly dueAt: number
}

export interface DueQuery {
  readonly before: number
  readonly limit: number
  /**
   * True if this node has just taken over shards. Even idle webhook endpoints are then due, because the node must start
   * to listen for their events.
   */
  readonly isTakeover?: boolean
  readonly after?: DueProcess
}

export class DueProcesses extends Context.Service<
  DueProcesses,
  {
    readonly find: (query: DueQuery) => Effect.Effect<ReadonlyArray<DueProcess>, StoreError>
  }
>()("@sheaf/ports/DueProcesses") {}
