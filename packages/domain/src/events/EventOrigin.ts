/** Where the object of an event comes from. The event's row has the user (spec 6). */
import { Schema } from "effect"

export const EventOrigin = Schema.Struct({
  connectSessionId: Schema.optionalKey(Schema.String),
  clientReference: Schema.optionalKey(Schema.String)
})
export type EventOrigin = typeof EventOrigin.Type
