/**
 * The Connect session and the client reference of the object that an event is about. The user is omitted, because the
 * event's row already names the user (spec 6).
 */
import { Schema } from "effect"

export const EventOrigin = Schema.Struct({
  connectSessionId: Schema.optionalKey(Schema.String),
  clientReference: Schema.optionalKey(Schema.String)
})
export type EventOrigin = typeof EventOrigin.Type
