/** Driving port: receivers of webhooks in the sandbox, so that the console can show deliveries (spec 6, 12). */
import { Context } from "effect"
import type { Effect } from "effect"

/** A request that an inbox received, as it arrived. */
export interface InboxDelivery {
  /** The number of the delivery in its inbox, from 1. */
  readonly number: number
  /** In milliseconds since 1970. */
  readonly receivedAt: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

export class WebhookInboxes extends Context.Service<
  WebhookInboxes,
  {
    /** Keeps a request. An inbox exists from its first request on. Old requests and old inboxes are forgotten. */
    readonly receive: (inbox: string, request: Pick<InboxDelivery, "body" | "headers">) => Effect.Effect<void>
    /** Returns the requests after a number, oldest first. An unknown inbox has none. */
    readonly after: (inbox: string, number: number) => Effect.Effect<ReadonlyArray<InboxDelivery>>
  }
>()("@sheaf/ports/WebhookInboxes") {}
