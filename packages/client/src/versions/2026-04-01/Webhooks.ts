/** Events and webhooks in version 2026-04-01. */
import { verifierOf } from "../../Webhooks.ts"
import type { WebhookTypes } from "../../WebhookEndpoints.ts"
import type { VerifyWebhook } from "../../Webhooks.ts"
import type * as Contract from "./Contract.ts"

/** An event. Branch on `type`. Have a default branch, because new types can appear at any time. */
export type SheafEvent =
  | Contract.CollectionEvent
  | Contract.ConsentEvent
  | Contract.ConnectSessionEvent
  | Contract.UserEvent
  | Contract.CompanyEvent
  | Contract.RecordsEvent
  | Contract.RecordChangedEvent
  | Contract.RenewalEvent
  | Contract.TransactionsEvent
  | Contract.MonitorBaselineEvent
  | Contract.MonitorFailedEvent
  | Contract.MonitorPersonRequiredEvent
  | Contract.MonitorEndedEvent

export interface EndpointTypes extends WebhookTypes {
  readonly create: Contract.CreateWebhookEndpointRequest
  readonly change: Contract.ChangeWebhookEndpointRequest
  readonly endpoint: Contract.WebhookEndpoint
  readonly endpointWithSecret: Contract.WebhookEndpointWithSecret
  readonly outcome: Contract.WebhookTestOutcome
  readonly attempt: Contract.WebhookAttempt
}

export type WebhookEvent = SheafEvent | Contract.TestEvent

/**
 * Returns a webhook's event if the signature is valid, and otherwise rejects with `WebhookVerificationError`. Needs no
 * client and no credentials.
 */
export const verifyWebhook: VerifyWebhook<WebhookEvent> = /* @__PURE__ */ verifierOf("2026-04-01")
