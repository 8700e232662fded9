/** A type of event with its facts: everything that an event shows, in every version (spec 6). */
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
  UserEventType
} from "./EventType.ts"
import { UserEventPayload } from "./UserEvents.ts"

export const EventContent = Schema.Union([
  Schema.Struct({ type: CollectionEventType, facts: CollectionEventPayload }),
  Schema.Struct({ type: ConsentEventType, facts: ConsentEventPayload }),
  Schema.Struct({ type: UserEventType, facts: UserEventPayload }),
  Schema.Struct({ type: ConnectEventType, facts: ConnectEventPayload }),
  Schema.Struct({ type: CompanyEventType, facts: CompanyEventPayload })
])
export type EventContent = typeof EventContent.Type

/** The object that an event is about. An event about a company names only the company. */
export interface EventSubject {
  readonly collectionId?: string
  readonly consentId?: string
  readonly userId?: string
  readonly connectSessionId?: string
  readonly company?: string
}

/** Returns the subject of an event. */
export const subjectOf = (event: EventContent): EventSubject => {
  switch (event.type) {
    case "user.erased":
      return { userId: event.facts.userId }
    case "connect_session.completed":
    case "connect_session.abandoned":
      return { connectSessionId: event.facts.connectSessionId }
    case "company.availability_changed":
      return { company: event.facts.company }
    case "consent.awaiting_authorization":
    case "consent.authorized":
    case "consent.expiring":
    case "consent.ended":
      return { consentId: event.facts.consentId, company: event.facts.company }
    default:
      return { collectionId: event.facts.collectionId, company: event.facts.company }
  }
}
