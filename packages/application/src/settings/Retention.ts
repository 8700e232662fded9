/** The retention of collections, consents, idempotency keys and events. */
import { Context, Duration } from "effect"

/** The retention of collected data and rows after the end, in milliseconds (spec 10). */
export interface Retention {
  readonly data: number
  readonly row: number
  /** The retention of an accepted request's key, in milliseconds (spec 8). */
  readonly idempotency: number
  /** The retention of events, in milliseconds (spec 6). */
  readonly events: number
  /** The retention of a username and password for a monitor, in milliseconds (spec 18). Absent: Sheaf keeps none. */
  readonly credentials?: number
  /** True if data that was read under a consent is erased as soon as the consent ends. */
  readonly eraseWithConsent: boolean
}

/**
 * The retention of the audit log's records, in milliseconds (spec 14.4). Ended keys and certificates are kept for
 * the same time, so that every record can be traced to its key.
 */
export const auditRetentionMillis = Duration.toMillis("730 days")

/** The retention of the figures of monitors' runs, in milliseconds (spec 18). They contain no personal data. */
export const usageRetentionMillis = Duration.toMillis("400 days")

/**
 * The additional time for which Sheaf keeps events, in milliseconds, so that a client can use the time that a problem
 * names.
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
