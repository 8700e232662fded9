/**
 * Driving port of the operator's console: what an operator can see in a running service, and the few things that they
 * can change (spec 14.5).
 */
import type {
  AuditEntryPage,
  CompanyHealth,
  MonitorFigures,
  OpenProcessGroup,
  CertificateView,
  ClientView,
  WebhookEndpointView,
  FailedCollection,
  HistoryWindow,
  RedeliveryRequest,
  ServiceHistory,
  Story
} from "@sheaf/domain/OperatorViews"
import { Context, Schema } from "effect"
import type { Effect } from "effect"
import type { InvalidCursor } from "../errors/RequestErrors.ts"
import type { EventNotFound } from "../events/Events.ts"
import type { WebhookEndpointDisabled, WebhookEndpointNotFound } from "../events/WebhookEndpoints.ts"

/** The search term is not an id. The error does not repeat it, because it could be personal data. */
export class NotAnId extends Schema.TaggedError<NotAnId>()("NotAnId", {}) {}

export class StoryNotFound extends Schema.TaggedError<StoryNotFound>()("StoryNotFound", {}) {}

export class Operator extends Context.Service<
  Operator,
  {
    readonly clients: Effect.Effect<ReadonlyArray<ClientView>>
    /** The clients' unexpired certificates, soonest to expire first. */
    readonly certificates: Effect.Effect<ReadonlyArray<CertificateView>>
    /** All companies, failing ones first. */
    readonly companies: Effect.Effect<ReadonlyArray<CompanyHealth>>
    /** The figures are at most two seconds old. */
    readonly monitors: Effect.Effect<MonitorFigures>
    /** Open collections, consents and monitors. The counts are at most two seconds old. */
    readonly openProcesses: Effect.Effect<ReadonlyArray<OpenProcessGroup>>
    readonly endpoints: Effect.Effect<ReadonlyArray<WebhookEndpointView>>
    /** The figures are at most a minute old. */
    readonly history: (window: HistoryWindow) => Effect.Effect<ServiceHistory>
    readonly failures: (company: string, window: HistoryWindow) => Effect.Effect<ReadonlyArray<FailedCollection>>
    readonly redeliver: (
      delivery: RedeliveryRequest
    ) => Effect.Effect<void, WebhookEndpointNotFound | WebhookEndpointDisabled | EventNotFound>
    /** Returns a page of the audit log, newest first. `cursor` is the `next` of the previous page. */
    readonly audit: (cursor?: string) => Effect.Effect<AuditEntryPage, InvalidCursor>
    /**
     * Returns what is known about an id, and records in the audit log that the operator has read it. Rejects anything
     * except UUIDs and serial numbers of certificates, so that nobody can search for a person.
     */
    readonly story: (id: string) => Effect.Effect<Story, NotAnId | StoryNotFound>
  }
>()("@sheaf/ports/Operator") {}
