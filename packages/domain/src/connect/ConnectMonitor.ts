/** Monitors on the Connect page: what a client asks for, and what the person permits and sees (spec 13, 18). */
import { Schema, Struct } from "effect"
import { CompanyId } from "../companies/Company.ts"
import { Product } from "../companies/Product.ts"
import { ChangeGroup } from "../monitors/ChangeGroups.ts"
import { Monitor, MonitorId, MonitorSource, settings } from "../monitors/Monitor.ts"
import { MonitorInterval, TimeZone } from "../monitors/MonitorSchedule.ts"
import * as Annotations from "../shared/Annotations.ts"
import { CalendarDate } from "../shared/CalendarDate.ts"
import { Timestamp } from "../shared/Timestamp.ts"
import json from "./examples.json" with { type: "json" }

const annotate = Annotations.makeAnnotate(json)

export const ConnectMonitor = Schema.Struct({
  monitorId: Annotations.optional(
    MonitorId,
    "The user's monitor to renew or to widen. The monitor's company and what it looks at stay the same. " +
      "Default: a new monitor."
  ),
  source: Annotations.optional(
    MonitorSource,
    "A consent or collection of the user. Default: the monitor's own source if it still serves, or else one " +
      "that the person gives in this session."
  ),
  ...Struct.pick(settings, ["at", "timeZone", "filter", "changes", "until"]),
  every: Schema.optionalKey(MonitorInterval)
}).pipe(
  annotate(
    "ConnectMonitor",
    "The monitor to ask the person for. `products` of the session says what it looks at. `every` is required " +
      "without `monitorId`."
  )
)
export type ConnectMonitor = typeof ConnectMonitor.Type

const terms = {
  ...Struct.pick(Monitor.fields, ["every", "at", "timeZone"]),
  until: Monitor.fields.until
}

export const ConnectMonitorQuestion = Schema.Struct({
  ...Struct.omit(terms, ["timeZone", "until"]),
  timeZone: Annotations.optional(
    TimeZone,
    "The time zone of `at`. Absent until `ready`, unless the client chose the company: then the time zone of its market."
  ),
  company: Annotations.optional(CompanyId, "The company. Absent until the person has chosen one."),
  products: Annotations.optional(
    Schema.Array(Product),
    "What the monitor looks at. Absent until the person has chosen a company, if the client did not choose either."
  ),
  until: Timestamp.pipe(
    Annotations.describe("The end. Until `ready`, the latest end: a consent that the person gives can end earlier.")
  ),
  accounts: Annotations.optional(
    Schema.Struct({
      balances: Schema.Boolean.pipe(Annotations.describe("True if the consent covers balances.")),
      transactions: Schema.Boolean.pipe(Annotations.describe("True if the consent covers transactions."))
    }).annotate({ description: "The account data that the consent covers." }),
    "The PSD2_AIS data that the monitor looks at. Absent until `ready`, and without a consent."
  ),
  present: Annotations.optional(
    Schema.Struct(Struct.pick(terms, ["every", "until"])).annotate({ description: "The present terms." }),
    "What the person permits now, if this renews or widens a monitor."
  ),
  source: Annotations.optional(
    MonitorSource,
    "The consent or collection that the monitor will use, if it is a new one."
  ),
  credentialsKeepableUntil: Annotations.optional(
    Timestamp,
    "The time until which the service can keep a username and password, if the person allows that while signing " +
      "in. Absent once `ready`, and if the operator does not allow that."
  ),
  credentialsKeptUntil: Annotations.optional(
    Timestamp,
    "The time until which the service keeps the username and password, which the person has allowed. Absent otherwise."
  ),
  ready: Schema.Boolean.pipe(Annotations.describe("True if only the person's yes is missing.")),
  permitted: Schema.Boolean.pipe(Annotations.describe("True if the person has said yes."))
}).pipe(annotate("ConnectMonitorQuestion", "What the client asks the person to permit."))
export type ConnectMonitorQuestion = typeof ConnectMonitorQuestion.Type

export const PermitConnectMonitor = Schema.Struct({
  source: Annotations.optional(MonitorSource, "The `source` of the question that the person has answered.")
}).pipe(annotate("PermitConnectMonitorRequest", "The person's yes to a monitor."))
export type PermitConnectMonitor = typeof PermitConnectMonitor.Type

export const PauseConnectMonitor = Schema.Struct({
  paused: Schema.Boolean.pipe(Annotations.describe("True to pause the monitor, false to resume it."))
}).pipe(annotate("PauseConnectMonitorRequest", "A pause by the person, which the client cannot end."))

const count = (description: string) => Schema.Int.pipe(Annotations.describe(description))

export const ConnectMonitorChanges = Schema.Struct({
  at: Timestamp.pipe(Annotations.describe("The time of the run.")),
  added: count("New records."),
  changed: count("Records with changes."),
  removed: count("Records that are gone."),
  transactions: count("New transactions."),
  groups: Schema.Array(ChangeGroup).pipe(Annotations.describe("The groups with changes."))
}).pipe(annotate("ConnectMonitorChanges", "What the newest run with changes found, in numbers."))
export type ConnectMonitorChanges = typeof ConnectMonitorChanges.Type

export const ConnectPermittedMonitor = Schema.Struct({
  ...Struct.pick(Monitor.fields, ["monitorId", "company", "status", "createdAt", "nextRunAt", "lastRun", "endedAt"]),
  ...terms,
  companyDisplayName: Schema.String.pipe(Annotations.describe("The company's name.")),
  products: Schema.Array(Product).pipe(Annotations.describe("What the monitor looks at.")),
  lastChanges: Schema.optionalKey(ConnectMonitorChanges),
  policyEnds: Schema.Array(CalendarDate).pipe(
    Annotations.describe("The end dates of policies, the only values that a monitor keeps.")
  ),
  credentialsKeptUntil: Annotations.optional(
    Timestamp,
    "The time until which the service keeps the username and password. Absent if the service keeps none."
  ),
  pausedByPerson: Schema.Boolean.pipe(Annotations.describe("True if the person has paused the monitor."))
}).pipe(annotate("ConnectPermittedMonitor", "A monitor as the person sees it."))
export type ConnectPermittedMonitor = typeof ConnectPermittedMonitor.Type
