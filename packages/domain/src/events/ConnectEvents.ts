/** The content of events about Connect sessions, and the changes that cause them (spec 6, 13). */
import { Schema } from "effect"
import { ConnectPurpose, ConnectSessionStatus } from "../connect/ConnectSession.ts"
import { EventOrigin } from "./EventOrigin.ts"
import type { ConnectEventType } from "./EventType.ts"

/** A session that has ended or was confirmed. Times are milliseconds since 1970. */
export const ConnectEventPayload = Schema.Struct({
  connectSessionId: Schema.String,
  purpose: ConnectPurpose,
  status: ConnectSessionStatus,
  userId: Schema.optionalKey(Schema.String),
  createdAt: Schema.Finite,
  endedAt: Schema.Finite,
  confirmed: Schema.optionalKey(Schema.Boolean),
  clientReference: EventOrigin.fields.clientReference
})
export type ConnectEventPayload = typeof ConnectEventPayload.Type

export interface ConnectSnapshot {
  readonly status: ConnectSessionStatus
  /** True if the client has confirmed the session or does not have to. */
  readonly isConfirmed: boolean
}

/** Returns `undefined` unless the change ends or confirms the session. */
export const eventTypeFor = (before: ConnectSnapshot, after: ConnectSnapshot): ConnectEventType | undefined => {
  if (after.isConfirmed && !before.isConfirmed) return "connect_session.confirmed"
  if (before.status === after.status || after.status === "OPEN") return undefined
  return after.status === "COMPLETED" ? "connect_session.completed" : "connect_session.abandoned"
}
