/** Driving port: what an operator sees of a running service, and the few actions of the operator's console (spec 14.5). */
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
    /** All clients with all of their keys, oldest first. */
    readonly clients: Effect.Effect<ReadonlyArray<ClientView>>
    /** The clients' certificates that have not expired, in the order of their expiry. */
    readonly certificates: Effect.Effect<ReadonlyArray<CertificateView>>
    /** All companies, those that do not function first. */
    readonly companies: Effect.Effect<ReadonlyArray<CompanyHealth>>
    /** The monitors of all clients, and how their runs ended. The figures can be two seconds old. */
    readonly monitors: Effect.Effect<MonitorFigures>
    /** Collections, consents and monitors that have not ended. The counts can be two seconds old. */
    readonly openProcesses: Effect.Effect<ReadonlyArray<OpenProcessGroup>>
    /** The webhook endpoints of all clients. */
    readonly endpoints: Effect.Effect<ReadonlyArray<WebhookEndpointView>>
    /** Sends an event to an endpoint again. */
    readonly redeliver: (
      delivery: RedeliveryRequest
    ) => Effect.Effect<void, WebhookEndpointNotFound | WebhookEndpointDisabled | EventNotFound>
    /** Returns a page of the audit log, newest first. `cursor` is the `next` of the page before. */
    readonly audit: (cursor?: string) => Effect.Effect<AuditEntryPage, InvalidCursor>
  }
>()("@sheaf/ports/Operator") {}
