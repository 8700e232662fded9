/**
 * Driving port of the operator's console: what an operator sees of a running service, and the few things the console
 * can do (spec 14.5).
 */
import type {
  AuditEntryPage,
  CompanyHealth,
  MonitorFigures,
  OpenProcessGroup,
  CertificateView,
  ClientView,
  WebhookEndpointView,
  RedeliveryRequest
} from "@sheaf/domain/OperatorViews"
import { Context } from "effect"
import type { Effect } from "effect"
import type { InvalidCursor } from "../errors/RequestErrors.ts"
import type { EventNotFound } from "../events/Events.ts"
import type { WebhookEndpointDisabled, WebhookEndpointNotFound } from "../events/WebhookEndpoints.ts"

export class Operator extends Context.Service<
  Operator,
  {
    /** All clients with their keys, oldest first. */
    readonly clients: Effect.Effect<ReadonlyArray<ClientView>>
    /** The clients' unexpired certificates, those that expire first at the top. */
    readonly certificates: Effect.Effect<ReadonlyArray<CertificateView>>
    /** All companies, beginning with those that do not function. */
    readonly companies: Effect.Effect<ReadonlyArray<CompanyHealth>>
    /** The monitors of all clients, and how their runs ended. The figures are at most two seconds old. */
    readonly monitors: Effect.Effect<MonitorFigures>
    /** Collections, consents and monitors that have not ended. The counts are at most two seconds old. */
    readonly openProcesses: Effect.Effect<ReadonlyArray<OpenProcessGroup>>
    /** The webhook endpoints of all clients. */
    readonly endpoints: Effect.Effect<ReadonlyArray<WebhookEndpointView>>
    /** Sends an event to an endpoint again. */
    readonly redeliver: (
      delivery: RedeliveryRequest
    ) => Effect.Effect<void, WebhookEndpointNotFound | WebhookEndpointDisabled | EventNotFound>
    /** Returns a page of the audit log, newest first. `cursor` is the `next` of the previous page. */
    readonly audit: (cursor?: string) => Effect.Effect<AuditEntryPage, InvalidCursor>
  }
>()("@sheaf/ports/Operator") {}
