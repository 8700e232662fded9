/** The last announced availability of each company, so that every change causes one event, also on several nodes. */
import type { CompanyEventPayload } from "@sheaf/domain/CompanyEvents"
import { Context } from "effect"
import type { Effect } from "effect"
import type { StoreError } from "../stores/StoreError.ts"

/** A node's report about a company. */
export interface AvailabilityReport extends CompanyEventPayload {
  /** False if the node has only assumed the status since its start. Such a report does not count as a change. True by default. */
  readonly isObserved?: boolean
}

export class AvailabilityStore extends Context.Service<
  AvailabilityStore,
  {
    /**
     * Records the current availability of companies. If a company became available or unavailable after the last
     * change, adds an event for each client. Older reports of other nodes have no effect, unless ten minutes have
     * passed since a node last reported the failure. A company's first record causes no event.
     */
    readonly record: (companies: ReadonlyArray<AvailabilityReport>) => Effect.Effect<void, StoreError>
  }
>()("@sheaf/ports/AvailabilityStore") {}
