/** Event types, grouped by the kind of object they are about (spec 6). */
import { Schema } from "effect"
import * as Annotations from "../shared/Annotations.ts"

const collectionTypes = {
  "collection.input_required": "The collection asks for input: `pendingInput` has a new `inputId`.",
  "collection.completed": "The collection ended with a result. Fetch its data.",
  "collection.failed": "The collection ended without a result.",
  "collection.data_expired": "Sheaf erased the data and documents of a completed collection."
} as const

const consentTypes = {
  "consent.awaiting_authorization": "The person must authorize the consent. Poll its status for instructions.",
  "consent.authorized": "The consent is in force.",
  "consent.expiring": "The consent expires in 7 days, or in 1 day. It can be renewed.",
  "consent.ended": "The consent was revoked, has expired, or was not authorized."
} as const

const userTypes = {
  "user.erased": "Sheaf has erased the user, with the user's collections and consents, and their events."
} as const

const connectTypes = {
  "connect_session.completed": "The person finished a Connect session.",
  "connect_session.confirmed":
    "The client confirmed a Connect session. `collection.completed` of its collections follows, because their data can " +
    "be read only now.",
  "connect_session.abandoned": "The person left a Connect session, or it expired."
} as const

const companyTypes = {
  "company.availability_changed": "The company became available or unavailable."
} as const

const recordsTypes = {
  "record.added": "A monitor found records that it did not know.",
  "record.removed": "Two complete runs of a monitor lacked records that it knew."
} as const

const recordChangedTypes = {
  "record.changed": "A monitor found changes in a record. `groups` names what has changed."
} as const

const renewalTypes = {
  "policy.renewal_due": "An insurance policy renews in 60, 30 or 14 days."
} as const

const transactionsTypes = {
  "transactions.available": "A monitor found new transactions of an account."
} as const

const baselineTypes = {
  "monitor.baseline": "The first run of a monitor has ended. Later events tell what changes from now on."
} as const

const failedTypes = {
  "monitor.failed": "A run of a monitor failed. The next one follows at the usual time."
} as const

const personTypes = {
  "monitor.person_required":
    "The permission of a monitor has expired. To continue, change the monitor's `source` to a new consent or collection."
} as const

const monitorEndTypes = {
  "monitor.ended": "A monitor has ended."
} as const

const meaning = "The type of the event. Ignore unknown types, which need no new API version."

export const CollectionEventType = Annotations.literals(meaning, collectionTypes)
export type CollectionEventType = typeof CollectionEventType.Type

export const ConsentEventType = Annotations.literals(meaning, consentTypes)
export type ConsentEventType = typeof ConsentEventType.Type

export const UserEventType = Annotations.literals(meaning, userTypes)

export const ConnectEventType = Annotations.literals(meaning, connectTypes)
export type ConnectEventType = typeof ConnectEventType.Type

export const CompanyEventType = Annotations.literals(meaning, companyTypes)

export const RecordsEventType = Annotations.literals(meaning, recordsTypes)

export const RecordChangedEventType = Annotations.literals(meaning, recordChangedTypes)

export const RenewalEventType = Annotations.literals(meaning, renewalTypes)

export const TransactionsEventType = Annotations.literals(meaning, transactionsTypes)

export const MonitorBaselineEventType = Annotations.literals(meaning, baselineTypes)

export const MonitorFailedEventType = Annotations.literals(meaning, failedTypes)

export const MonitorPersonRequiredEventType = Annotations.literals(meaning, personTypes)

export const MonitorEndedEventType = Annotations.literals(meaning, monitorEndTypes)

export const EventType = Annotations.literals(meaning, {
  ...collectionTypes,
  ...consentTypes,
  ...userTypes,
  ...connectTypes,
  ...companyTypes,
  ...recordsTypes,
  ...recordChangedTypes,
  ...renewalTypes,
  ...transactionsTypes,
  ...baselineTypes,
  ...failedTypes,
  ...personTypes,
  ...monitorEndTypes
}).annotate({ identifier: "EventType" })
export type EventType = typeof EventType.Type

export const isEventType = Schema.is(EventType)
