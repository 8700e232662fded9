/** How long collections, consents, idempotency keys and events are kept. */
import { Context, Duration } from "effect"

/** How long collected data and rows are kept after the end, in milliseconds (spec 10). */
export interface Retention {
  readonly data: number
  readonly row: number
  /** How long the key of an accepted request is kept, in milliseconds (spec 8). */
  readonly idempotency: number
  /** How long events are kept, in milliseconds (spec 6). */
  readonly events: number
  /** The retention of a username and password for a monitor, in milliseconds (spec 18). Absent: Sheaf keeps none. */
  readonly credentials?: number
  /** True if data that was read under a consent is erased as soon as the consent ends. */
  readonly eraseWithConsent: boolean
}

/**
 * How long the audit log keeps its records, in milliseconds (spec 14.4). Keys and certificates are kept just as long
 * after their end, so that every record can be traced to its key.
 */
export const auditRetentionMillis = Duration.toMillis("730 days")

/** How long figures about monitors' runs are kept, in milliseconds (spec 18). The figures contain no personal data. */
export const usageRetentionMillis = Duration.toMillis("400 days")

/**
 * How much longer events are kept than promised, in milliseconds. When an error tells a client the earliest time to
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
