/** The retention of collections and consents. */
import { Context, Duration } from "effect"

/** The time to keep collected data and rows after the end, in milliseconds (decisions 10). */
export interface Retention {
  readonly data: number
  readonly row: number
}

export const defaults: Retention = { data: Duration.toMillis("24 hours"), row: Duration.toMillis("30 days") }

export const Retention = Context.Reference<Retention>("@sheaf/application/Retention", { defaultValue: () => defaults })
