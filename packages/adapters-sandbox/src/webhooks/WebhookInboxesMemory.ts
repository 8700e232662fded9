/** The sandbox's receivers of webhooks. They keep the newest requests in the memory of this process. */
import { WebhookInboxes } from "@sheaf/ports"
import type { InboxDelivery } from "@sheaf/ports"
import { Clock, Effect, Layer } from "effect"
import * as BoundedMap from "../storage/BoundedMap.ts"

/** The largest number of inboxes, and of requests in each. */
const maxInboxes = 16
const maxRequests = 100

export const layer: Layer.Layer<WebhookInboxes> = Layer.sync(WebhookInboxes, () => {
  const inboxes = BoundedMap.make<ReadonlyArray<InboxDelivery>>(maxInboxes)
  return WebhookInboxes.of({
    receive: (inbox, { body, headers }) =>
      Effect.map(Clock.currentTimeMillis, (receivedAt) => {
        const kept = inboxes.get(inbox) ?? []
        const number = (kept.at(-1)?.number ?? 0) + 1
        inboxes.set(inbox, [...kept.slice(1 - maxRequests), { number, receivedAt, headers, body }])
      }),
    after: (inbox, number) => Effect.sync(() => (inboxes.get(inbox) ?? []).filter((each) => each.number > number))
  })
})
