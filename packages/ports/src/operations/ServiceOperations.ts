/** Driving port: what an operator sees of a running service, and the few actions of the operator's console (spec 14.5). */
import type {
  AuditPage,
  CompanyHealth,
  OpenWork,
  OperatedCertificate,
  OperatedClient,
  OperatedEndpoint,
  RepeatDelivery
} from "@sheaf/domain/OperatedService"
import { Context } from "effect"
import type { Effect } from "effect"
import type { InvalidCursor } from "../requests/RequestErrors.ts"
import type { EventNotFound, WebhookEndpointDisabled, WebhookEndpointNotFound } from "../events/WebhookEndpoints.ts"

export class ServiceOperations extends Context.Service<
  ServiceOperations,
  {
    /** All clients with all of their keys, oldest first. */
    readonly clients: Effect.Effect<ReadonlyArray<OperatedClient>>
    /** The clients' certificates that have not expired, in the order of their expiry. */
    readonly certificates: Effect.Effect<ReadonlyArray<OperatedCertificate>>
    /** All companies, those that do not function first. */
    readonly companies: Effect.Effect<ReadonlyArray<CompanyHealth>>
    /** Collections and consents that have not ended. The counts can be two seconds old. */
    readonly work: Effect.Effect<ReadonlyArray<OpenWork>>
    /** The webhook endpoints of all clients. */
    readonly endpoints: Effect.Effect<ReadonlyArray<OperatedEndpoint>>
    /** Sends an event to an endpoint again. */
    readonly redeliver: (
      delivery: RepeatDelivery
    ) => Effect.Effect<void, WebhookEndpointNotFound | WebhookEndpointDisabled | EventNotFound>
    /** Returns a page of the audit log, newest first. `cursor` is the `next` of the page before. */
    readonly audit: (cursor?: string) => Effect.Effect<AuditPage, InvalidCursor>
  }
>()("@sheaf/ports/ServiceOperations") {}
