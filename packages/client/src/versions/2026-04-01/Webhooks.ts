/** Webhooks in version 2026-04-01. */
import { verifierOf } from "../../Webhooks.ts"
import type { VerifyWebhook, WebhookEvent } from "../../Webhooks.ts"

/**
 * Returns the event of a webhook whose signature is valid. Rejects with `WebhookVerificationError` otherwise. Needs no
 * client and no credentials.
 */
export const verifyWebhook: VerifyWebhook<WebhookEvent> = /* @__PURE__ */ verifierOf("2026-04-01")
