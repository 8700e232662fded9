/** How long collections, consents, idempotency keys and events are kept. */
import { Context, Duration } from "effect"

/** How long collected data and rows are kept after a collection or consent ends, in milliseconds (spec 10). */
export interface Retention {
  readonly data: number
  readonly row: number
  /** How long an accepted request's idempotency key is kept, in milliseconds (spec 8). */
  readonly idempotency: number
  /** How long events are kept, in milliseconds (spec 6). */
  readonly events: number
  /**
   * How long a monitor's username and password are kept, in milliseconds (spec 18). If absent, Sheaf does not keep
   * them.
   */
  readonly credentials?: number
  /** True if data that was read under a consent is erased as soon as the consent ends. */
  readonly eraseWithConsent: boolean
}

/**
 * How long audit records are kept, in milliseconds (spec 14.4). Keys and certificates are kept for the same time after
 * they expire or are revoked, so every record can be traced to its key.
 */
export const auditRetentionMillis = Duration.toMillis("730 days")

/** How long figures about monitor runs are kept, in milliseconds (spec 18). They contain no personal data. */
export const usageRetentionMillis = Duration.toMillis("400 days")

/**
 * How much longer Sheaf keeps events than it promises, in milliseconds. If an error tells a client the earliest time to
 * read from, that time must still work moments later.
 */
export const eventGraceMillis = Duration.toMillis("1 hour")

export const defaults: Retention = {
  data: Duration.toMillis("24 hours"),
  row: Duration.toMillis("30 days"),
  idempotency: Duration.toMillis("24 hours"),
  events: Duration.toMillis("30 days"),
  eraseWithConsent: false
}

export const Retention = Context.Reference<Retention>("@sheaf/application/Retention", { defaultValue: () => defaults })
