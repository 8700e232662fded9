/**
 * Signs one event, sends it to a webhook endpoint, and returns a description of the attempt, which the caller records
 * (spec 6).
 */
import type { WebhookEventType } from "@sheaf/domain/WebhookAttempt"
import { Instrument, WebhookSender, WebhookSigner } from "@sheaf/ports"
import type { NewAttempt, StoredEvent, StoredWebhookEndpoint, WebhookAttemptOutcome } from "@sheaf/ports"
import { Cause, Clock, Effect, Metric } from "effect"
import { SecureRandom } from "effect/crypto"
import { withFailureAnnotations } from "../telemetry/FailureLog.ts"

interface Sendable extends Pick<StoredEvent, "eventId" | "userId"> {
  readonly type: WebhookEventType
  readonly body: unknown
}

type Receiver = Pick<StoredWebhookEndpoint, "clientId" | "endpointId" | "secrets" | "url">

export interface DeliveryResult {
  readonly attempt: NewAttempt
  readonly endedAt: number
  readonly retryAfterMillis?: number
}

const deliveries = Instrument.durationHistogram({
  name: "sheaf.webhook.delivery.duration",
  description: "Duration of attempts to deliver an event to a webhook endpoint, by outcome.",
  labels: ["outcome"]
})

export const make = Effect.gen(function* () {
  // Reading a metric creates it, so it is exported even before the first delivery.
  yield* Metric.value(deliveries({ outcome: "OK" }))
  const sender = yield* WebhookSender
  const signer = yield* WebhookSigner
  const random = yield* SecureRandom.SecureRandom

  const unreadable = Effect.fnUntraced(function* (
    { eventId, type, userId }: Pick<Sendable, "eventId" | "type" | "userId">,
    number: number
  ) {
    const at = yield* Clock.currentTimeMillis
    const fault = "UNREADABLE_EVENT"
    yield* Metric.update(deliveries({ outcome: fault }), 0)
    const attemptId = yield* random.uuidV7()
    const sent: DeliveryResult = {
      attempt: { attemptId, eventId, type, attempt: number, at, durationMillis: 0, fault, ...(userId && { userId }) },
      endedAt: at
    }
    return sent
  })

  const send = Effect.fnUntraced(function* (
    { clientId, endpointId, secrets, url }: Receiver,
    { eventId, type, userId, ...event }: Sendable,
    number: number
  ) {
    const at = yield* Clock.currentTimeMillis
    const body = JSON.stringify(event.body)
    const headers = signer.headersOf(secrets, { eventId, at, body })
    const sending = sender.send({ clientId, endpointId, url, headers, body }).pipe(
      Instrument.withExportedSpan("webhook delivery", { kind: "client", attributes: { type } }),
      // An uncaught defect would abort the round, and all its other deliveries would be sent again.
      Effect.catchCauseIf(Cause.hasDies, (cause) =>
        Effect.logError("could not send a webhook").pipe(
          withFailureAnnotations(cause, { endpointId }),
          Effect.as<WebhookAttemptOutcome>({ durationMillis: 0, fault: "UNREACHABLE" })
        )
      )
    )
    const { retryAfterMillis, ...outcome } = yield* sending
    yield* Metric.update(deliveries({ outcome: outcome.fault ?? "OK" }), outcome.durationMillis / 1000)
    const sent: DeliveryResult = {
      attempt: {
        ...outcome,
        attemptId: yield* random.uuidV7(),
        eventId,
        type,
        attempt: number,
        at,
        ...(userId && { userId })
      },
      endedAt: yield* Clock.currentTimeMillis,
      ...(retryAfterMillis !== undefined && { retryAfterMillis })
    }
    return sent
  })

  return { send, unreadable }
})
