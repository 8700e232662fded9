/** Delivery attempts as clients and operators see them (spec 6). */
import type { WebhookAttempt, WebhookTestOutcome } from "@sheaf/domain/WebhookAttempt"
import type { StoredAttempt } from "@sheaf/ports"
import { timestampOf } from "../views/Display.ts"

export const outcomeOf = ({ at, code, durationMillis, eventId, fault, status }: StoredAttempt): WebhookTestOutcome => ({
  eventId,
  at: timestampOf(at),
  durationMillis,
  ...(status !== undefined && { status }),
  ...(fault !== undefined && { error: fault }),
  ...(code !== undefined && { errorCode: code })
})

export const attemptOf = (attempt: StoredAttempt): WebhookAttempt => ({
  ...outcomeOf(attempt),
  type: attempt.type,
  attempt: attempt.attempt
})
