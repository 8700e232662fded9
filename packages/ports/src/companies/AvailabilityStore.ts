/** Each company's last announced availability. All nodes share it, so each change is announced once. */
import type { CompanyEventPayload } from "@sheaf/domain/CompanyEvents"
import { Context } from "effect"
import type { Effect } from "effect"
import type { StoreError } from "../stores/StoreError.ts"

export interface AvailabilityReport extends CompanyEventPayload {
  /**
   * False if the node has not finished a call to the company since the node started. The node then only assumes the
   * status, so it cannot report a change. Default: true.
   */
  readonly isObserved?: boolean
}

export class AvailabilityStore extends Context.Service<
  AvailabilityStore,
  {
    /**
     * Records the current availability of companies, and adds an event for each client when a company becomes available
     * or unavailable. The first report about a company causes no event.
     *
     * A recorded failure ends immediately if a node observes a later recovery of the company. If the node only assumes
     * the recovery (see `isObserved`), or if the recovery is older than the failure, the failure ends only after ten
     * minutes in which no node has confirmed the failure.
     */
    readonly record: (companies: ReadonlyArray<AvailabilityReport>) => Effect.Effect<void, StoreError>
  }
>()("@sheaf/ports/AvailabilityStore") {}
