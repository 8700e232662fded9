/** What an event shows in any version: its type and content (spec 6). */
import { Schema } from "effect"
import { CollectionEventPayload } from "./CollectionEvents.ts"
import { CompanyEventPayload } from "./CompanyEvents.ts"
import { ConnectEventPayload } from "./ConnectEvents.ts"
import { ConsentEventPayload } from "./ConsentEvents.ts"
import {
  CollectionEventType,
  CompanyEventType,
  ConnectEventType,
  ConsentEventType,
  MonitorBaselineEventType,
  MonitorEndedEventType,
  MonitorFailedEventType,
  MonitorPersonRequiredEventType,
  RecordChangedEventType,
  RecordsEventType,
  RenewalEventType,
  TransactionsEventType,
  UserEventType
} from "./EventType.ts"
import * as Monitor from "./MonitorEvents.ts"
import { UserEventPayload } from "./UserEvents.ts"

export const EventContent = Schema.Union([
  Schema.Struct({ type: CollectionEventType, facts: CollectionEventPayload }),
  Schema.Struct({ type: ConsentEventType, facts: ConsentEventPayload }),
  Schema.Struct({ type: UserEventType, facts: UserEventPayload }),
  Schema.Struct({ type: ConnectEventType, facts: ConnectEventPayload }),
  Schema.Struct({ type: CompanyEventType, facts: CompanyEventPayload }),
  Schema.Struct({ type: RecordsEventType, facts: Monitor.RecordsEventPayload }),
  Schema.Struct({ type: RecordChangedEventType, facts: Monitor.RecordChangedPayload }),
  Schema.Struct({ type: RenewalEventType, facts: Monitor.RenewalDuePayload }),
  Schema.Struct({ type: TransactionsEventType, facts: Monitor.TransactionsPayload }),
  Schema.Struct({ type: MonitorBaselineEventType, facts: Monitor.MonitorBaselinePayload }),
  Schema.Struct({ type: MonitorFailedEventType, facts: Monitor.MonitorFailedPayload }),
  Schema.Struct({ type: MonitorPersonRequiredEventType, facts: Monitor.MonitorPersonRequiredPayload }),
  Schema.Struct({ type: MonitorEndedEventType, facts: Monitor.MonitorEndedPayload })
])
export type EventContent = typeof EventContent.Type

export interface EventSubject {
  readonly collectionId?: string
  readonly consentId?: string
  readonly userId?: string
  readonly connectSessionId?: string
  readonly monitorId?: string
  readonly company?: string
}

export const subjectOf = (event: EventContent): EventSubject => {
  switch (event.type) {
    case "user.erased":
      return { userId: event.facts.userId }
    case "connect_session.completed":
    case "connect_session.confirmed":
    case "connect_session.abandoned":
      return { connectSessionId: event.facts.connectSessionId }
    case "company.availability_changed":
      return { company: event.facts.company }
    case "consent.awaiting_authorization":
    case "consent.authorized":
    case "consent.expiring":
    case "consent.ended":
      return { consentId: event.facts.consentId, company: event.facts.company }
    case "record.added":
    case "record.removed":
    case "record.changed":
    case "policy.renewal_due":
    case "transactions.available":
    case "monitor.baseline":
    case "monitor.failed":
    case "monitor.person_required":
    case "monitor.ended":
      return { monitorId: event.facts.monitorId, company: event.facts.company }
    default:
      return { collectionId: event.facts.collectionId, company: event.facts.company }
  }
}
