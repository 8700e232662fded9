/** Events as clients see them, in `GET /events` and in webhooks (spec 6). */
import { Record, Schema } from "effect"
import { CollectionId } from "../collections/Collection.ts"
import { ConnectPurpose, ConnectSessionId, ConnectSessionStatus } from "../connect/ConnectSession.ts"
import { CompanyId, CompanyStatus } from "../companies/Company.ts"
import { ConsentId } from "../shared/ConsentId.ts"
import { UserId } from "../users/User.ts"
import * as Annotations from "../shared/Annotations.ts"
import { Timestamp } from "../shared/Timestamp.ts"
import json from "./examples.json" with { type: "json" }
import {
  CollectionEventType,
  CompanyEventType,
  ConnectEventType,
  ConsentEventType,
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

const subjects = {
  collection: Schema.Struct({ collectionId: CollectionId, company }).annotate({ description: "The collection." }),
  consent: Schema.Struct({ consentId: ConsentId, company }).annotate({ description: "The consent." }),
  user: Schema.Struct({ userId: UserId }).annotate({ description: "The user." }),
  connectSession: Schema.Struct({ connectSessionId: ConnectSessionId }).annotate({ description: "The session." }),
  company: Schema.Struct({ company }).annotate({ description: "The company." })
}

/** The data of `user.erased`. */
export const UserErasedData = Schema.Struct({
  userId: UserId.pipe(Annotations.describe("The erased user.")),
  erasedAt: Timestamp.pipe(Annotations.describe("The time at which the erasure was complete."))
}).pipe(Annotations.annotate("ErasedUser", "A user whose data Sheaf has erased."))

/** The data of `connect_session.completed` and `connect_session.abandoned`. */
export const ConnectSessionEndedData = Schema.Struct({
  connectSessionId: ConnectSessionId.pipe(Annotations.describe("The session.")),
  purpose: ConnectPurpose,
  status: ConnectSessionStatus,
  userId: Annotations.optional(UserId, "The user that owns the session's collections and consents."),
  createdAt: Timestamp.pipe(Annotations.describe("The time the session was created.")),
  endedAt: Timestamp.pipe(Annotations.describe("The time the session ended."))
}).pipe(
  Annotations.annotate(
    "EndedConnectSession",
    "A Connect session that has ended. `GET /connect-sessions/{connectSessionId}` lists its collections and consents."
  )
)

/** The data of `company.availability_changed`. */
export const AvailabilityChangedData = Schema.Struct({
  company,
  functional: Schema.Boolean.pipe(
    Annotations.describe("True if collections from the company are currently expected to work.")
  ),
  status: CompanyStatus,
  updatedAt: Timestamp.pipe(Annotations.describe("The time of the change."))
}).pipe(Annotations.annotate("ChangedAvailability", "The new availability of a company."))

/** Returns the members of events of one kind in a version. */
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

/** Examples of events without their version. */
type EventExamples = Readonly<Record<string, ReadonlyArray<Readonly<Record<"eventId" | "type", string>>>>>

/** The examples of the newest version's events, by the names of their schemas. */
export const eventExamples = json

/** Returns the schema of a version's events. `status` has the schemas of the version's status objects, and `given` the examples. */
export const eventSchemaOf = <const Version extends string, Collection extends Schema.Top, Consent extends Schema.Top>(
  version: Version,
  status: { readonly collection: Collection; readonly consent: Consent },
  given: EventExamples = eventExamples
) => {
  const named = Annotations.annotateWith(
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
    )
  ])
}
