/** Each company's last announced availability. All nodes share it, so each change is announced once. */
import type { CompanyEventPayload } from "@sheaf/domain/CompanyEvents"
import { Context } from "effect"
import type { Effect } from "effect"
import type { StoreError } from "../stores/StoreError.ts"

/** A node's report about a company. */
export interface AvailabilityReport extends CompanyEventPayload {
  /**
   * False if no call to the company has succeeded or failed since the node started: the node then only assumes the
   * status, so it reports no change. Default: true.
   */
  readonly isObserved?: boolean
}

export class AvailabilityStore extends Context.Service<
  AvailabilityStore,
  {
    /**
     * Records the current availability of companies. Adds an event for each client if a company has become available or
     * unavailable. A node that has not seen a company fail cannot overrule nodes that have, unless none of them has
     * confirmed the failure for ten minutes. The first report about a company causes no event.
     */
    readonly record: (companies: ReadonlyArray<AvailabilityReport>) => Effect.Effect<void, StoreError>
  }
>()("@sheaf/ports/AvailabilityStore") {}
