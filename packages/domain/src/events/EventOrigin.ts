/**
 * Where an event's object comes from. The user is missing here, because the event's row already names the user (spec
 * 6).
 */
import { Schema } from "effect"

export const EventOrigin = Schema.Struct({
  connectSessionId: Schema.optionalKey(Schema.String),
  clientReference: Schema.optionalKey(Schema.String)
})
export type EventOrigin = typeof EventOrigin.Type
