/** The last announced availability of each company. All nodes share it, so that a change is announced only once. */
import type { CompanyEventPayload } from "@sheaf/domain/CompanyEvents"
import { Context } from "effect"
import type { Effect } from "effect"
import type { StoreError } from "../stores/StoreError.ts"

/** A node's report about a company. */
export interface AvailabilityReport extends CompanyEventPayload {
  /**
   * False if the node has made no call to the company since its start, so that the status is only assumed. An assumed
   * status does not count as a change. Default: true.
   */
  readonly isObserved?: boolean
}

export class AvailabilityStore extends Context.Service<
  AvailabilityStore,
  {
    /**
     * Records the current availability of companies. If a company became available or unavailable, adds an event for
     * each client. A node that still considers a failed company available cannot overrule other nodes, unless nobody
     * has confirmed the failure for ten minutes. The first report about a company causes no event.
     */
    readonly record: (companies: ReadonlyArray<AvailabilityReport>) => Effect.Effect<void, StoreError>
  }
>()("@sheaf/ports/AvailabilityStore") {}
