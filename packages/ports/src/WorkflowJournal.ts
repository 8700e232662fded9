/** What the durable engine remembers of a workflow, so that it can be forgotten (architecture 5: the engine's rows too). */
import { Context } from "effect"
import type { Effect } from "effect"
import type { StoreError } from "./StoreError.ts"

export class WorkflowJournal extends Context.Service<
  WorkflowJournal,
  {
    /**
     * Forgets everything about executions that have ended. The engine would run an execution again that is started
     * after this: only executions that nobody can start again may be forgotten.
     */
    readonly forget: (workflow: string, executionIds: ReadonlyArray<string>) => Effect.Effect<void, StoreError>
  }
>()("@sheaf/ports/WorkflowJournal") {}
