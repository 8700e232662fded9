/** Webhook endpoints and attempts for the contract suites. */
import { Effect, Option, Redacted } from "effect"
import { startPosition } from "../../events/EventStore.ts"
import type { DeliveryRound, StoredAttempt, WebhookDeliveryStore } from "../../events/WebhookDeliveryStore.ts"
import { WebhookEndpointStore } from "../../events/WebhookEndpointStore.ts"
import type { StoredWebhookEndpoint } from "../../events/WebhookEndpointStore.ts"
import type { ClientStore } from "../../auth/ClientStore.ts"
import { newClient, newId, startTime } from "../samples/Fixture.ts"

export type WebhookStores = ClientStore | WebhookDeliveryStore | WebhookEndpointStore

export const makeEndpoint = Effect.fnUntraced(function* (
  clientId: string,
  members: Partial<StoredWebhookEndpoint> = {}
) {
  const endpoint: StoredWebhookEndpoint = {
    endpointId: yield* newId,
    clientId,
    url: "https://app.example/webhooks?client=4711",
    version: "2026-04-01",
    secrets: { current: Redacted.make("whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oDazzGCbn6Fxo=") },
    createdAt: startTime,
    ...members
  }
  return endpoint
})

export const addEndpoint = Effect.fnUntraced(function* (members: Partial<StoredWebhookEndpoint> = {}) {
  const endpoint = yield* makeEndpoint(members.clientId ?? (yield* newClient), members)
  yield* (yield* WebhookEndpointStore).add(endpoint, startPosition)
  return endpoint
})

export const makeAttempt = Effect.fnUntraced(function* (members: Partial<StoredAttempt> = {}) {
  const made: StoredAttempt = {
    attemptId: yield* newId,
    eventId: yield* newId,
    type: "collection.completed",
    attempt: 1,
    at: startTime,
    durationMillis: 41,
    status: 204,
    ...members
  }
  return made
})

export const makeRound = (endpointId: string, members: Partial<DeliveryRound> = {}): DeliveryRound => ({
  clientId: "client-of-a-sample",
  endpointId,
  startedAt: startTime,
  from: startPosition,
  to: { batch: 0, seq: 1 },
  attempts: [],
  retries: [],
  done: [],
  ...members
})

/** Returns a stored endpoint with its secrets unredacted, so that tests can compare them. */
export const revealSecrets = Option.map(({ secrets: { current, previous }, ...rest }: StoredWebhookEndpoint) => ({
  ...rest,
  secrets: {
    current: Redacted.value(current),
    ...(previous && { previous: previous.map(({ secret, until }) => ({ until, secret: Redacted.value(secret) })) })
  }
}))
