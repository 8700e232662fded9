/** Driving port: the readiness that `/ready` reports (spec 5.3). */
import type { Timestamp } from "@sheaf/domain/Timestamp"
import { Context } from "effect"
import type { Effect } from "effect"

/** A certificate of the operator at a bank that expires soon, or has expired. */
export interface ExpiringCertificate {
  /** The bank and the use, such as `se-provbanken.qwac`. */
  readonly certificate: string
  readonly expiresAt: Timestamp
}

export class Readiness extends Context.Service<
  Readiness,
  {
    /** False while the service starts, after it begins to shut down, and while its database cannot be used. */
    readonly isReady: Effect.Effect<boolean>
    /** The operator's certificates at banks that expire within 30 days. They do not affect the readiness. */
    readonly expiring?: Effect.Effect<ReadonlyArray<ExpiringCertificate>>
  }
>()("@sheaf/ports/Readiness") {}
