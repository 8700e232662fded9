/** The configuration file that `SHEAF_CONFIG` names: one JSON object; members that it does not know are refused. */
import { Schema } from "effect"

const whole = (minimum: number, maximum: number) =>
  Schema.optionalKey(Schema.Int.check(Schema.isBetween({ minimum, maximum })))

/** More than a year is a slip: milliseconds, most likely. */
const seconds = whole(1, 365 * 24 * 60 * 60)

/** Less does not hold a start with its parameters; more is held in memory for everybody who cares to send it. */
const bodyBytes = whole(1024, 16 * 1024 * 1024)

/** Whoever stops a service waits for its end, and ends it by force in the long run. */
const drainSeconds = whole(0, 300)

export const ConfigFile = Schema.Struct({
  timeouts: Schema.optionalKey(
    Schema.Struct({
      contactFormSeconds: seconds,
      collectionInputSeconds: seconds,
      twoFactorCodeSeconds: seconds,
      twoFactorChoiceSeconds: seconds,
      electronicIdSeconds: seconds,
      collectionSeconds: seconds,
      connectorCallSeconds: seconds
    }).annotate({
      description:
        "How long a collection waits for people and companies. No question may wait longer than the whole collection."
    })
  ),
  retention: Schema.optionalKey(
    Schema.Struct({ dataSeconds: seconds, recordSeconds: seconds }).annotate({
      description:
        "How long what was collected, and the record of a collection, are kept after it has ended. The record is kept " +
        "at least as long as the data."
    })
  ),
  limits: Schema.optionalKey(
    Schema.Struct({ bodyBytes, drainSeconds }).annotate({
      description:
        "The largest body of a request; and how long the service goes on answering, with 503 at /ready, after it was " +
        "told to stop."
    })
  )
}).annotate({ identifier: "SheafConfig", description: "The configuration file of Sheaf." })

export type ConfigFile = typeof ConfigFile.Type
