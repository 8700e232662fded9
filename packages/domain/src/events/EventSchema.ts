/** Events as clients see them, in `GET /events` and in webhooks (spec 6). */
import { Record, Schema } from "effect"
import { CollectionId } from "../collections/Collection.ts"
import { ConnectPurpose, ConnectSession, ConnectSessionId, ConnectSessionStatus } from "../connect/ConnectSession.ts"
import { CompanyId, CompanyStatus } from "../companies/Company.ts"
import { ConsentId } from "../shared/ConsentId.ts"
import { MonitorEndReason, MonitorId } from "../monitors/Monitor.ts"
import * as MonitorChange from "../monitors/MonitorChange.ts"
import { NoticeDays } from "../monitors/RenewalNotices.ts"
import { UserId } from "../users/User.ts"
import { shownClientReference } from "../shared/ClientReference.ts"
import * as Annotations from "../shared/Annotations.ts"
import { Timestamp } from "../shared/Timestamp.ts"
import json from "./examples.json" with { type: "json" }
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

export const EventId = Schema.String.check(
  Schema.isPattern(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/u, { message: "an event id" })
).annotate({
  identifier: "EventId",
  description: "Identifier of an event: a UUID, version 7. Repeated deliveries of an event have the same identifier.",
  format: "uuid",
  examples: ["019a9f0e-7d44-7a10-b6c2-5f0e9d8c7b6a"]
})

const company = CompanyId.pipe(Annotations.describe("The company."))

const userId = Annotations.optional(UserId, "The user that owns the object; absent if it has no user.")

const origin = {
  userId,
  connectSessionId: Annotations.optional(ConnectSessionId, "The Connect session that started it; absent without one."),
  clientReference: shownClientReference
}

const subjects = {
  collection: Schema.Struct({ collectionId: CollectionId, company, ...origin }).annotate({
    description: "The collection."
  }),
  consent: Schema.Struct({ consentId: ConsentId, company, ...origin }).annotate({ description: "The consent." }),
  user: Schema.Struct({ userId: UserId }).annotate({ description: "The user." }),
  connectSession: Schema.Struct({
    connectSessionId: ConnectSessionId,
    userId,
    clientReference: shownClientReference
  }).annotate({ description: "The session." }),
  company: Schema.Struct({ company }).annotate({ description: "The company." }),
  monitor: Schema.Struct({ monitorId: MonitorId, company, userId }).annotate({ description: "The monitor." })
}

export const UserErasedData = Schema.Struct({
  userId: UserId.pipe(Annotations.describe("The erased user.")),
  erasedAt: Timestamp.pipe(Annotations.describe("The time at which the erasure was complete."))
}).pipe(Annotations.annotate("ErasedUser", "A user whose data Sheaf has erased."))

export const ConnectSessionEndedData = Schema.Struct({
  connectSessionId: ConnectSessionId.pipe(Annotations.describe("The session.")),
  purpose: ConnectPurpose,
  status: ConnectSessionStatus,
  userId: Annotations.optional(UserId, "The user that owns the session's collections and consents."),
  createdAt: Timestamp.pipe(Annotations.describe("The time the session was created.")),
  endedAt: Timestamp.pipe(Annotations.describe("The time the session ended.")),
  confirmed: ConnectSession.fields.confirmed
}).pipe(
  Annotations.annotate(
    "EndedConnectSession",
    "A Connect session that has ended. `GET /connect-sessions/{connectSessionId}` lists its collections and consents."
  )
)

export const AvailabilityChangedData = Schema.Struct({
  company,
  functional: Schema.Boolean.pipe(
    Annotations.describe("True if collections from the company are currently expected to work.")
  ),
  status: CompanyStatus,
  updatedAt: Timestamp.pipe(Annotations.describe("The time of the change."))
}).pipe(Annotations.annotate("ChangedAvailability", "The new availability of a company."))

const monitorMembers = { monitorId: MonitorId.pipe(Annotations.describe("The monitor.")), company }

const monitorRun = {
  ...monitorMembers,
  collectionId: CollectionId.pipe(Annotations.describe("The collection with the values, until they expire."))
}

const monitorData = {
  records: Schema.Struct({ ...monitorRun, ...MonitorChange.counted }).pipe(
    Annotations.annotate("MonitoredRecords", "Records that appeared or disappeared.")
  ),
  changed: Schema.Struct({ ...monitorRun, ...MonitorChange.changed }).pipe(
    Annotations.annotate("MonitoredRecordChange", "A record with changes.")
  ),
  renewal: Schema.Struct({
    ...monitorMembers,
    kind: MonitorChange.kind,
    recordId: MonitorChange.recordId,
    days: NoticeDays
  }).pipe(Annotations.annotate("DueRenewal", "An insurance policy that renews soon.")),
  transactions: Schema.Struct({ ...monitorRun, ...MonitorChange.transactions }).pipe(
    Annotations.annotate("AvailableTransactions", "New transactions of an account.")
  ),
  baseline: Schema.Struct({
    ...monitorRun,
    records: Schema.Record(Schema.String, Schema.Int).pipe(Annotations.describe("The number of records by kind."))
  }).pipe(Annotations.annotate("MonitorBaseline", "What the first run found.")),
  failed: Schema.Struct({
    ...monitorMembers,
    collectionId: Annotations.optional(CollectionId, "The collection that failed.")
  }).pipe(Annotations.annotate("FailedMonitorRun", "A run that failed.")),
  person: Schema.Struct(monitorMembers).pipe(
    Annotations.annotate("PersonRequired", "A monitor that needs a new consent.")
  ),
  ended: Schema.Struct({ ...monitorMembers, reason: MonitorEndReason }).pipe(
    Annotations.annotate("EndedMonitor", "A monitor that has ended.")
  )
}

const membersOf = <
  Version extends string,
  Type extends Schema.Top,
  Subject extends Schema.Top,
  Data extends Schema.Top
>(
  version: Version,
  type: Type,
  subject: Subject,
  data: Data
) => ({
  eventId: EventId,
  type,
  version: Annotations.literal(version),
  timestamp: Timestamp.pipe(Annotations.describe("The time of the change.")),
  subject,
  data
})

type EventExamples = Readonly<Record<string, ReadonlyArray<Readonly<Record<"eventId" | "type", string>>>>>

export const eventExamples = json

export const eventSchemaOf = <const Version extends string, Collection extends Schema.Top, Consent extends Schema.Top>(
  version: Version,
  status: { readonly collection: Collection; readonly consent: Consent },
  given: EventExamples = eventExamples
) => {
  const named = Annotations.makeAnnotate(
    Record.map(given, (all) => all.map(({ eventId, type, ...event }) => ({ eventId, type, version, ...event })))
  )
  return Schema.Union([
    Schema.Struct(membersOf(version, CollectionEventType, subjects.collection, status.collection)).pipe(
      named(
        "CollectionEvent",
        "An event about a collection. `data` is the status object at the time of the change, without `externalReference` " +
          "and `sessionMetadata`. Of `extraInformation`, it has only REQUIRED_INPUT_TYPES and FAILURE_REASON."
      )
    ),
    Schema.Struct(membersOf(version, ConsentEventType, subjects.consent, status.consent)).pipe(
      named(
        "ConsentEvent",
        "An event about a consent. `data` is the status object at the time of the change, without `authInstructions` and " +
          "the account numbers of the scope."
      )
    ),
    Schema.Struct(membersOf(version, UserEventType, subjects.user, UserErasedData)).pipe(
      named("UserEvent", "An event about a user.")
    ),
    Schema.Struct(membersOf(version, ConnectEventType, subjects.connectSession, ConnectSessionEndedData)).pipe(
      named("ConnectSessionEvent", "An event about a Connect session.")
    ),
    Schema.Struct(membersOf(version, CompanyEventType, subjects.company, AvailabilityChangedData)).pipe(
      named("CompanyEvent", "An event about a company. Every client receives it.")
    ),
    Schema.Struct(membersOf(version, RecordsEventType, subjects.monitor, monitorData.records)).pipe(
      named("RecordsEvent", "An event about records that a monitor found, or no longer finds.")
    ),
    Schema.Struct(membersOf(version, RecordChangedEventType, subjects.monitor, monitorData.changed)).pipe(
      named("RecordChangedEvent", "An event about a record that has changed. The event names groups, and never values.")
    ),
    Schema.Struct(membersOf(version, RenewalEventType, subjects.monitor, monitorData.renewal)).pipe(
      named("RenewalEvent", "An event about an insurance policy that renews soon.")
    ),
    Schema.Struct(membersOf(version, TransactionsEventType, subjects.monitor, monitorData.transactions)).pipe(
      named("TransactionsEvent", "An event about new transactions of an account.")
    ),
    Schema.Struct(membersOf(version, MonitorBaselineEventType, subjects.monitor, monitorData.baseline)).pipe(
      named("MonitorBaselineEvent", "An event about the first run of a monitor.")
    ),
    Schema.Struct(membersOf(version, MonitorFailedEventType, subjects.monitor, monitorData.failed)).pipe(
      named("MonitorFailedEvent", "An event about a run that failed.")
    ),
    Schema.Struct(membersOf(version, MonitorPersonRequiredEventType, subjects.monitor, monitorData.person)).pipe(
      named("MonitorPersonRequiredEvent", "An event about a monitor that needs the person.")
    ),
    Schema.Struct(membersOf(version, MonitorEndedEventType, subjects.monitor, monitorData.ended)).pipe(
      named("MonitorEndedEvent", "An event about a monitor that has ended.")
    )
  ])
}
