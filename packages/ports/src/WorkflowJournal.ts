/** The durable engine's own rows for a workflow, which Sheaf must erase too (architecture 5). */
import { Context } from "effect"
import type { Effect } from "effect"
import type { StoreError } from "./StoreError.ts"

/** An execution that the engine has accepted but not yet deleted. */
export interface JournaledExecution {
  readonly executionId: string
  /** True if the execution has ended, or waits for a wake or a clock. */
  readonly isIdle: boolean
  /** The clocks that have not ended. The engine also keeps the clocks of waits that ended early, until their time. */
  readonly clocks: ReadonlyArray<{
    readonly name: string
    /** The end, in milliseconds since 1970. */
    readonly until: number
  }>
}

export class WorkflowJournal extends Context.Service<
  WorkflowJournal,
  {
    /** Returns those of these executions that the engine knows. */
    readonly find: (
      workflow: string,
      executionIds: ReadonlyArray<string>
    ) => Effect.Effect<ReadonlyArray<JournaledExecution>, StoreError>
    /** Erases all rows of idle executions. If an execution without rows is started again, it runs from its beginning. */
    readonly forget: (workflow: string, executionIds: ReadonlyArray<string>) => Effect.Effect<void, StoreError>
  }
>()("@sheaf/ports/WorkflowJournal") {}
