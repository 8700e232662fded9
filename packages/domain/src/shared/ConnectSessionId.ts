/**
 * Identifiers of Connect sessions (spec 13). They have their own module, because collections, consents and events
 * contain them.
 */
import { Schema } from "effect"

export const ConnectSessionId = Schema.String.check(
  Schema.isPattern(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/u, {
    message: "a Connect session id"
  })
).annotate({
  identifier: "ConnectSessionId",
  description: "Identifier of a Connect session: a UUID, version 7.",
  format: "uuid",
  examples: ["019a9f0e-5c10-7d22-9b4e-3f2a1b0c9d8e"]
})
export type ConnectSessionId = typeof ConnectSessionId.Type
