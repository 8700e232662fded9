/** The configuration file that `SHEAF_CONFIG` names: one JSON object; members that it does not know are refused. */
import { Schema } from "effect"

const year = 365 * 24 * 60 * 60
/** Seconds or bytes; more than a year, or 30 MB, is a slip. */
const whole = Schema.optionalKey(Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: year })))

export const ConfigFile = Schema.Struct({
  timeouts: Schema.optionalKey(
    Schema.Struct({
      contactFormSeconds: whole,
      collectionInputSeconds: whole,
      twoFactorCodeSeconds: whole,
      twoFactorChoiceSeconds: whole,
      electronicIdSeconds: whole,
      collectionSeconds: whole,
      connectorCallSeconds: whole
    }).annotate({ description: "How long a collection waits for people and companies." })
  ),
  retention: Schema.optionalKey(
    Schema.Struct({ dataSeconds: whole, recordSeconds: whole }).annotate({
      description: "How long what was collected, and the record of a collection, are kept after it has ended."
    })
  ),
  limits: Schema.optionalKey(
    Schema.Struct({ bodyBytes: whole }).annotate({ description: "The largest body of a request." })
  )
}).annotate({ identifier: "SheafConfig", description: "The configuration file of Sheaf." })
