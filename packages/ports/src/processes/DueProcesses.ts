/** Driven port: the processes of this node's shards that continue on their own. */
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
   * The time at which the process continues on its own, in milliseconds since 1970. A webhook endpoint has no time of its
   * own: it is due when a retry is, and while events or a replay wait.
   */
  readonly dueAt: number
}

/** A page of due processes. */
export interface DueQuery {
  /** Processes that are due at this time or later are not due, in milliseconds since 1970. */
  readonly before: number
  readonly limit: number
  /** True if this node has just taken over shards: idle webhook endpoints are due, because it must listen for their events. */
  readonly isTakeover?: boolean
  /** The last process of the previous page. */
  readonly after?: DueProcess
}

export class DueProcesses extends Context.Service<
  DueProcesses,
  {
    /** Returns due processes that have steps left, in the order of their times. */
    readonly find: (query: DueQuery) => Effect.Effect<ReadonlyArray<DueProcess>, StoreError>
  }
>()("@sheaf/ports/DueProcesses") {}
