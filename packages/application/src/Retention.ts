/** The retention of collections, consents and request keys. */
import { Context, Duration } from "effect"

/** The time to keep collected data and rows after the end, in milliseconds (decisions 10). */
export interface Retention {
  readonly data: number
  readonly row: number
  /** The time to keep the key of an accepted request, in milliseconds (decisions 14). */
  readonly idempotency: number
  /** True if the data that a collection read under a consent is erased as soon as the consent ends. */
  readonly eraseWithConsent: boolean
}

export const defaults: Retention = {
  data: Duration.toMillis("24 hours"),
  row: Duration.toMillis("30 days"),
  idempotency: Duration.toMillis("24 hours"),
  eraseWithConsent: false
}

export const Retention = Context.Reference<Retention>("@sheaf/application/Retention", { defaultValue: () => defaults })
