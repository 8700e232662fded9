/**
 * What only a sandbox serves, below `/sandbox/` (spec 12). Without it, the service has none of these paths, and its documents
 * describe none.
 */
import type { Scenarios, WebhookInboxes } from "@sheaf/ports"
import { Context } from "effect"
import type { Effect } from "effect"
import type { HttpServerRequest, HttpServerResponse } from "effect/http"

export interface SandboxSite {
  readonly scenarios: Scenarios["Service"]
  /** The inboxes in which the console receives webhooks. */
  readonly inboxes: WebhookInboxes["Service"]
  /** The pages on which people act instead of in an app or at a company. */
  readonly orderPages: Effect.Effect<HttpServerResponse.HttpServerResponse, never, HttpServerRequest.HttpServerRequest>
}

export const SandboxSite = Context.Reference<SandboxSite | undefined>("@sheaf/adapters-http/SandboxSite", {
  defaultValue: () => undefined
})
