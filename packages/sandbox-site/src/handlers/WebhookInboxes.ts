/** Receives webhooks for the console to show (spec 6, 12). Keeps the newest requests in memory. */
import { Clock, Effect } from "effect"

export interface InboxDelivery {
  /** The delivery's number within its inbox, starting with 1. */
  readonly number: number
  readonly receivedAt: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

export interface WebhookInboxes {
  /**
   * Stores a request. The first request to an inbox creates the inbox. Beyond the limits, the oldest requests and
   * inboxes are dropped.
   */
  readonly receive: (inbox: string, request: Pick<InboxDelivery, "body" | "headers">) => Effect.Effect<void>
  /** Returns the requests numbered above `number`, oldest first, or none if the inbox is unknown. */
  readonly after: (inbox: string, number: number) => Effect.Effect<ReadonlyArray<InboxDelivery>>
}

const maxInboxes = 16
const maxRequests = 100

export const make = (): WebhookInboxes => {
  const inboxes = new Map<string, ReadonlyArray<InboxDelivery>>()
  return {
    receive: (inbox, { body, headers }) =>
      Effect.map(Clock.currentTimeMillis, (receivedAt) => {
        const kept = inboxes.get(inbox) ?? []
        const number = (kept.at(-1)?.number ?? 0) + 1
        // The most recently used inbox moves to the end.
        inboxes.delete(inbox)
        inboxes.set(inbox, [...kept.slice(1 - maxRequests), { number, receivedAt, headers, body }])
        for (const oldest of inboxes.keys()) {
          if (inboxes.size <= maxInboxes) break
          inboxes.delete(oldest)
        }
      }),
    after: (inbox, number) => Effect.sync(() => (inboxes.get(inbox) ?? []).filter((each) => each.number > number))
  }
}
