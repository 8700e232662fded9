/** Driving port: the readiness that `/ready` reports (spec 5.3). */
import type { Timestamp } from "@sheaf/domain/Timestamp"
import { Context } from "effect"
import type { Effect } from "effect"

/** A certificate for bank calls that has expired or will expire soon. */
export interface ExpiringCertificate {
  readonly certificate: string
  readonly expiresAt: Timestamp
}

export class Readiness extends Context.Service<
  Readiness,
  {
    /** False while the service starts or shuts down, and while its database is unavailable. */
    readonly isReady: Effect.Effect<boolean>
    /** Certificates for calls to banks, if they expire within 30 days. They do not affect readiness. */
    readonly expiring?: Effect.Effect<ReadonlyArray<ExpiringCertificate>>
  }
>()("@sheaf/ports/Readiness") {}
