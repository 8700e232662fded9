/** The last announced availability of each company, so that every change causes one event, also on several nodes. */
import type { CompanyFacts } from "@sheaf/domain/CompanyEvents"
import { Context } from "effect"
import type { Effect } from "effect"
import type { StoreError } from "../StoreError.ts"

export class AvailabilityStore extends Context.Service<
  AvailabilityStore,
  {
    /**
     * Records the current availability of companies. If a company became available or unavailable after the last
     * change, adds an event for each client. Older reports of other nodes have no effect. A company's first record causes no event.
     */
    readonly record: (companies: ReadonlyArray<CompanyFacts>) => Effect.Effect<void, StoreError>
  }
>()("@sheaf/ports/AvailabilityStore") {}
