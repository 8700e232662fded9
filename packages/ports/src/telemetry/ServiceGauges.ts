/** Driving port: gauges that need a query to update. */
import { Context } from "effect"
import type { Effect } from "effect"

export class ServiceGauges extends Context.Service<
  ServiceGauges,
  {
    /**
     * Updates the gauges, unless they were updated recently. Never fails: a gauge that cannot be read keeps its value.
     */
    readonly refresh: Effect.Effect<void>
  }
>()("@sheaf/ports/ServiceGauges") {}
