/** Driving port: whether the service can serve now (decisions 15: `/ready`). */
import { Context } from "effect"
import type { Effect } from "effect"

export class Readiness extends Context.Service<
  Readiness,
  {
    /** False while the service starts, and from the moment it begins to shut down. */
    readonly isReady: Effect.Effect<boolean>
  }
>()("@sheaf/ports/Readiness") {}
