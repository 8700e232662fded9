/** The facts of events about Connect sessions, and the changes that cause them (spec 6, 13). */
import { Schema } from "effect"
import { ConnectPurpose, ConnectSessionStatus } from "../connect/ConnectSession.ts"
import type { ConnectEventType } from "./EventType.ts"

/** An ended session. Times are milliseconds since 1970. */
export const ConnectEventPayload = Schema.Struct({
  connectSessionId: Schema.String,
  purpose: ConnectPurpose,
  status: ConnectSessionStatus,
  userId: Schema.optionalKey(Schema.String),
  createdAt: Schema.Finite,
  endedAt: Schema.Finite
})
export type ConnectEventPayload = typeof ConnectEventPayload.Type

/** Returns the event of a change of status, if the change ends the session. */
export const eventTypeFor = (
  before: ConnectSessionStatus,
  after: ConnectSessionStatus
): ConnectEventType | undefined => {
  if (before === after || after === "OPEN") return undefined
  return after === "COMPLETED" ? "connect_session.completed" : "connect_session.abandoned"
}
