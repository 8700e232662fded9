/** The content of events about users (spec 5, 6). */
import { Schema } from "effect"

/** Times are milliseconds since 1970. */
export const UserEventPayload = Schema.Struct({ userId: Schema.String, erasedAt: Schema.Finite })
export type UserEventPayload = typeof UserEventPayload.Type
