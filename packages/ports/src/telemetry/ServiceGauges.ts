/** Driving port: the gauges whose values must be queried. */
import { Context } from "effect"
import type { Effect } from "effect"

export class ServiceGauges extends Context.Service<
  ServiceGauges,
  {
    /** Updates the gauges, unless their values are recent. Never fails: gauges that cannot be read keep their values. */
    readonly refresh: Effect.Effect<void>
  }
>()("@sheaf/ports/ServiceGauges") {}
