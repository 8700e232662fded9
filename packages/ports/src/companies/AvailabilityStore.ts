/** Each company's last announced availability, shared by all nodes so that each change is announced once. */
import type { CompanyEventPayload } from "@sheaf/domain/CompanyEvents"
import { Context } from "effect"
import type { Effect } from "effect"
import type { StoreError } from "../stores/StoreError.ts"

/** A node's report about a company. */
export interface AvailabilityReport extends CompanyEventPayload {
  /**
   * False if no call to the company has succeeded or failed since the node started: the status is then an assumption,
   * not a change. Default: true.
   */
  readonly isObserved?: boolean
}

export class AvailabilityStore extends Context.Service<
  AvailabilityStore,
  {
    /**
     * Records the current availability of companies, with an event for each client if a company became available or
     * unavailable. A node that considers a failed company available overrules the others only when nobody has confirmed
     * the failure for ten minutes. The first report about a company causes no event.
     */
    readonly record: (companies: ReadonlyArray<AvailabilityReport>) => Effect.Effect<void, StoreError>
  }
>()("@sheaf/ports/AvailabilityStore") {}
