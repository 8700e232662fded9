/** Driving port: the readiness that `/ready` reports (spec 5.3). */
import { Context } from "effect"
import type { Effect } from "effect"

export class Readiness extends Context.Service<
  Readiness,
  {
    /** False while the service starts, after it begins to shut down, and while its database cannot be used. */
    readonly isReady: Effect.Effect<boolean>
  }
>()("@sheaf/ports/Readiness") {}
