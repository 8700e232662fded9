/**
 * A monitor is a permission to run collections regularly, without the person, and to report what has changed (spec 18).
 */
import { Schema, Struct } from "effect"
import { CollectionId } from "../collections/Collection.ts"
import { CollectionFilter } from "../collections/Parameter.ts"
import { CompanyId } from "../companies/Company.ts"
import { Product } from "../companies/Product.ts"
import { ConsentId } from "../shared/ConsentId.ts"
import * as Annotations from "../shared/Annotations.ts"
import { Timestamp } from "../shared/Timestamp.ts"
import { UserId } from "../users/User.ts"
import { ChangeGroups } from "./ChangeGroups.ts"
import json from "./examples.json" with { type: "json" }
import { LocalTime, MonitorInterval, TimeZone } from "./MonitorSchedule.ts"

export const annotateMonitorSchema = Annotations.makeAnnotate(json)

export const maxMonitorDays = 180

/** The maximum number of monitors per user, not counting those that have ended. */
export const maxMonitorsPerUser = 20

export const MonitorId = Schema.String.check(
  Schema.isPattern(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/u, {
    message: "a monitor id"
  })
).annotate({
  identifier: "MonitorId",
  description: "Identifier of a monitor: a UUID, version 7.",
  format: "uuid",
  examples: ["019a9f0e-6b2c-7f41-8c3d-0a1b2c3d4e70"]
})
export type MonitorId = typeof MonitorId.Type

export const MonitorStatus = Annotations.literals("The status of a monitor.", {
  ACTIVE: "The monitor looks again at `nextRunAt`.",
  PERSON_REQUIRED: "The permission has expired. To continue, change `source` to a new consent or collection.",
  PAUSED: "The client or the person has paused the monitor.",
  ENDED: "The monitor has ended, and has forgotten what it knew."
}).annotate({ identifier: "MonitorStatus" })
export type MonitorStatus = typeof MonitorStatus.Type

export const MonitorEndReason = Annotations.literals("The reason for a monitor's end.", {
  REMOVED: "The client or the person ended the monitor.",
  UNTIL: "The time `until` has come.",
  CONSENT_ENDED: "The consent was revoked or erased."
}).annotate({ identifier: "MonitorEndReason" })
export type MonitorEndReason = typeof MonitorEndReason.Type

export const MonitorSource = Schema.Struct({
  consentId: Annotations.optional(ConsentId, "The consent to read the accounts under, as often as the monitor looks."),
  collectionId: Annotations.optional(
    CollectionId,
    "A completed collection of the user, at a company that offers to look again without the person. The " +
      "collection's data must not have expired."
  )
}).pipe(
  annotateMonitorSchema(
    "MonitorSource",
    "What permits the monitor to look without the person: a consent or a collection."
  )
)
export type MonitorSource = typeof MonitorSource.Type

export const MonitorFilter = Schema.Struct(Struct.omit(CollectionFilter.fields, ["type", "products"])).pipe(
  annotateMonitorSchema("MonitorFilter", "The records to look at. An omitted member does not restrict them.")
)

export const settings = {
  every: MonitorInterval,
  at: Annotations.optional(
    LocalTime,
    "The time of day of each run, as HH:MM. Runs begin up to 15 minutes later. By default, any time of the day."
  ),
  timeZone: Annotations.optional(
    TimeZone,
    "The time zone of `at` and of the days. Default: that of the company's market."
  ),
  products: Annotations.optional(
    Schema.Array(Product).check(Schema.isMinLength(1), Schema.isUnique()),
    "The products to look at. Default: all that the source permits."
  ),
  filter: Schema.optionalKey(MonitorFilter),
  changes: Annotations.optional(
    ChangeGroups,
    "The groups whose changes are reported. Default: all except `value` and `balance`, which move daily."
  ),
  until: Annotations.optional(
    Timestamp,
    `The end of the monitor, at most ${maxMonitorDays} days from now and not after the consent's end, if there is one. Default: the latest such time.`
  )
}

export const MonitorRunOutcome = Annotations.literals("The outcome of a run.", {
  UNCHANGED: "Nothing has changed.",
  CHANGED: "The run found changes, or was the first.",
  FAILED: "The collection ended without a result."
}).annotate({ identifier: "MonitorRunOutcome" })
export type MonitorRunOutcome = typeof MonitorRunOutcome.Type

export const MonitorRun = Schema.Struct({
  at: Timestamp.pipe(Annotations.describe("The time the run ended.")),
  collectionId: Annotations.optional(CollectionId, "The collection with the values, until they expire."),
  outcome: MonitorRunOutcome
}).pipe(annotateMonitorSchema("MonitorRun", "A run of a monitor."))
export type MonitorRun = typeof MonitorRun.Type

export const Monitor = Schema.Struct({
  monitorId: MonitorId.pipe(Annotations.describe("Identifier of the monitor.")),
  userId: UserId.pipe(Annotations.describe("The user whose data the monitor looks at.")),
  company: CompanyId.pipe(Annotations.describe("The company.")),
  status: MonitorStatus,
  source: MonitorSource,
  ...settings,
  timeZone: TimeZone.pipe(Annotations.describe("The time zone of `at` and of the days.")),
  changes: ChangeGroups.pipe(Annotations.describe("The groups whose changes are reported.")),
  until: Timestamp.pipe(Annotations.describe("The end of the monitor.")),
  createdAt: Timestamp.pipe(Annotations.describe("The time the monitor was created.")),
  nextRunAt: Annotations.optional(
    Timestamp,
    "The time of the next run, or the present if one is under way. Absent unless ACTIVE."
  ),
  lastRun: Schema.optionalKey(MonitorRun),
  runs: Schema.Int.pipe(Annotations.describe("The number of runs so far.")),
  unattendedReadingsLeft: Annotations.optional(
    Schema.Int.check(Schema.isGreaterThanOrEqualTo(0)),
    "The runs that the bank still allows now; present in ACTIVE under a consent, except in lists."
  ),
  pausedByPerson: Annotations.optional(
    Schema.Boolean,
    "True if the person has paused the monitor. Only the person can then end the pause. Absent otherwise."
  ),
  endedAt: Annotations.optional(Timestamp, "The time the monitor ended."),
  endReason: Schema.optionalKey(MonitorEndReason)
}).pipe(
  annotateMonitorSchema("Monitor", "Lets the service collect again without the person, and report what has changed.")
)
export type Monitor = typeof Monitor.Type
