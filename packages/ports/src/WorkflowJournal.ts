/** The durable engine's own rows for a workflow, which Sheaf must erase too (architecture 5). */
import { Context } from "effect"
import type { Effect } from "effect"
import type { StoreError } from "./StoreError.ts"

/** A clock of an execution. The engine also keeps the clocks of waits that ended early, until their time. */
export interface JournaledClock {
  readonly executionId: string
  readonly name: string
  /** The end, in milliseconds since 1970. */
  readonly until: number
}

export class WorkflowJournal extends Context.Service<
  WorkflowJournal,
  {
    /** Returns the ids of all executions that the engine has accepted but not yet deleted. */
    readonly executions: (workflow: string) => Effect.Effect<ReadonlySet<string>, StoreError>
    /** Returns the clocks of these executions that have not ended. */
    readonly clocks: (executionIds: ReadonlyArray<string>) => Effect.Effect<ReadonlyArray<JournaledClock>, StoreError>
    /** Erases all rows of ended executions. If an execution without rows is started again, it runs a second time. */
    readonly forget: (workflow: string, executionIds: ReadonlyArray<string>) => Effect.Effect<void, StoreError>
  }
>()("@sheaf/ports/WorkflowJournal") {}
