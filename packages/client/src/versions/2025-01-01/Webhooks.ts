/** Events and webhooks in version 2025-01-01. */
import { verifierOf } from "../../Webhooks.ts"
import type { SignedEvent, VerifyWebhook } from "../../Webhooks.ts"
import type { CollectionEvent, CompanyEvent, ConsentEvent, UserEvent } from "./Contract.ts"

/** An event. Branch on `type`, and add a default branch, because new types can appear at any time. */
export type SheafEvent = CollectionEvent | ConsentEvent | UserEvent | CompanyEvent

/** The test of an endpoint. */
export interface TestEvent extends SignedEvent {
  readonly type: "endpoint.test"
  readonly version: "2025-01-01"
  readonly timestamp: string
}

/** The event of a webhook: an event of the client, or a test of the endpoint. */
export type WebhookEvent = SheafEvent | TestEvent

/**
 * Returns the event of a webhook whose signature is valid. Rejects with `WebhookVerificationError` otherwise. Needs no
 * client and no credentials.
 */
export const verifyWebhook: VerifyWebhook<WebhookEvent> = /* @__PURE__ */ verifierOf("2025-01-01")
