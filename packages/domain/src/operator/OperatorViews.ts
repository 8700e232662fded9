/**
 * A service as its operator sees it (spec 14.5): clients, certificates, companies, open work, deliveries and the audit
 * log. It contains no personal data: people and objects appear only as ids.
 */
import { Schema } from "effect"
import { CompanyId, CompanyStatus } from "../companies/Company.ts"
import { LoginMethod } from "../companies/LoginMethod.ts"
import { SuccessRate } from "../companies/SuccessRate.ts"
import { ShapeDrift } from "../records/shapes/RecordDrift.ts"
import { Market } from "../shared/Market.ts"
import { EventId } from "../events/EventSchema.ts"
import { WebhookAttempt } from "../webhooks/WebhookAttempt.ts"
import { WebhookEndpointId } from "../webhooks/WebhookEndpoint.ts"
import { CalendarDate } from "../shared/CalendarDate.ts"
import * as Annotations from "../shared/Annotations.ts"
import { Timestamp } from "../shared/Timestamp.ts"

const clientId = Schema.String.pipe(Annotations.describe("The client's id."))

/** The process that answered the operator's request. */
export const ServiceOverview = Schema.Struct({
  release: Schema.String.pipe(Annotations.describe("The release of Sheaf.")),
  mode: Schema.String.pipe(Annotations.describe("The value of `SHEAF_MODE`.")),
  environment: Schema.Literals(["test", "production"]),
  database: Schema.Literals(["SQLite", "PostgreSQL"]),
  startedAt: Timestamp.pipe(Annotations.describe("The time at which the process started.")),
  ready: Schema.Boolean.pipe(Annotations.describe("True if `/ready` succeeds."))
})
export type ServiceOverview = typeof ServiceOverview.Type

/** A key is `ALTERED` if its row was changed outside Sheaf. Such a key is rejected. */
const OperatedKey = Schema.Struct({
  keyId: Annotations.optional(Schema.String, "The identifying part of the key. The demo key has none."),
  state: Schema.Literals(["LIVE", "EXPIRED", "REVOKED", "ALTERED"]),
  createdAt: Timestamp,
  expiresAt: Schema.optionalKey(Timestamp),
  revokedAt: Schema.optionalKey(Timestamp),
  scopes: Annotations.optional(
    Schema.Array(Schema.String),
    "The scopes to which the key is limited, if it is limited."
  ),
  networks: Annotations.optional(
    Schema.Array(Schema.String),
    "The networks from which the key is accepted, if it is limited."
  )
})

export const ClientView = Schema.Struct({
  clientId,
  name: Schema.String,
  environment: Schema.Literals(["test", "production"]),
  requiresMutualTls: Schema.Boolean,
  usesTestMethods: Schema.Boolean,
  storesCredentials: Schema.Boolean.pipe(
    Annotations.describe("True if Sheaf can keep logins for the client's monitors.")
  ),
  keys: Schema.Array(OperatedKey)
})
export type ClientView = typeof ClientView.Type

/**
 * A certificate for mutual TLS (the service's, a client's, or the client authority's), or an operator's certificate for
 * calls to a bank.
 */
export const CertificateView = Schema.Struct({
  owner: Schema.Literals(["SERVER", "CLIENT_AUTHORITY", "CLIENT", "BANK"]),
  use: Annotations.optional(Schema.String, "For BANK: the bank and the use, such as `se-provbanken.qwac`."),
  clientId: Schema.optionalKey(clientId),
  serial: Annotations.optional(Schema.String, "The serial number in hexadecimal."),
  expiresAt: Timestamp,
  revokedAt: Schema.optionalKey(Timestamp),
  reason: Annotations.optional(Schema.String, "The reason for which the certificate was revoked (RFC 5280 §5.3.1).")
})
export type CertificateView = typeof CertificateView.Type

/** A drift: a company's records no longer have the same members, or the same kinds of values, as before. */
export const RecordDrift = Schema.Struct({
  loginMethod: LoginMethod,
  kind: Schema.String.pipe(Annotations.describe("The kind of record, such as `houseContentInsurance.villa`.")),
  ...ShapeDrift.fields,
  since: Timestamp.pipe(Annotations.describe("The time of the first such record.")),
  text: Schema.String.pipe(Annotations.describe("What changed, such as 40 % of houseContentInsurance.villa lack x."))
})
export type RecordDrift = typeof RecordDrift.Type

export const CompanyHealth = Schema.Struct({
  company: CompanyId,
  name: Schema.String,
  market: Market,
  status: CompanyStatus,
  updatedAt: Timestamp.pipe(Annotations.describe("The time of the last availability check.")),
  calls: Schema.Int.pipe(Annotations.describe("The number of calls.")),
  averageMillis: Annotations.optional(Schema.Int, "The mean duration of the calls, in milliseconds."),
  failures: Schema.Record(Schema.String, Schema.Int).pipe(
    Annotations.describe("The number of failed calls, by reason.")
  ),
  successRates: Schema.Array(SuccessRate).pipe(
    Annotations.describe("How often collections succeeded in the last 30 days, by login method.")
  ),
  drifts: Schema.Array(RecordDrift).pipe(Annotations.describe("The records that changed their shape."))
})
export type CompanyHealth = typeof CompanyHealth.Type

export const OpenProcessGroup = Schema.Struct({
  process: Schema.Literals(["COLLECTION", "CONSENT", "MONITOR"]),
  status: Schema.String,
  activity: Annotations.literals("The work's next step.", {
    DUE: "A step runs, or is late.",
    WAITING: "A person, a company or a pause must end first."
  }),
  count: Schema.Int,
  oldestAt: Timestamp.pipe(Annotations.describe("The time at which the oldest of them was created.")),
  dueAt: Timestamp.pipe(Annotations.describe("The earliest time at which one of them continues on its own."))
})
export type OpenProcessGroup = typeof OpenProcessGroup.Type

const RunsOfDay = Schema.Struct({ day: CalendarDate, succeeded: Schema.Int, failed: Schema.Int })

export const MonitoredCompany = Schema.Struct({ company: CompanyId, days: Schema.Array(RunsOfDay) })
export type MonitoredCompany = typeof MonitoredCompany.Type

export const ClientMonitorFigures = Schema.Struct({
  clientId,
  name: Schema.String,
  monitors: Schema.Int.pipe(Annotations.describe("The monitors that have not ended.")),
  startedToday: Schema.Int.pipe(Annotations.describe("The collections that monitors have started today, in UTC.")),
  runs: Schema.Int.pipe(Annotations.describe("The runs that ended in the last 30 days.")),
  failed: Schema.Int.pipe(Annotations.describe("Those of them that failed.")),
  changes: Schema.Int.pipe(Annotations.describe("The changes that they found."))
})
export type ClientMonitorFigures = typeof ClientMonitorFigures.Type

export const MonitorFigures = Schema.Struct({
  companies: Schema.Array(MonitoredCompany),
  clients: Schema.Array(ClientMonitorFigures),
  monitorLimit: Schema.Int.pipe(Annotations.describe("The limit of each client's monitors.")),
  dailyStartLimit: Schema.Int.pipe(Annotations.describe("The limit of the collections that they start on a day."))
})
export type MonitorFigures = typeof MonitorFigures.Type

export const WebhookEndpointView = Schema.Struct({
  clientId,
  endpointId: WebhookEndpointId,
  url: Schema.String,
  disabledReason: Annotations.optional(Schema.String, "The reason for which the endpoint receives no events."),
  failingSince: Annotations.optional(Timestamp, "The time of the first failure since the last success."),
  retries: Schema.Array(Schema.Struct({ eventId: EventId, dueAt: Timestamp })).pipe(
    Annotations.describe("The events that wait for another attempt, at most 100, in the order in which they are due.")
  ),
  attempts: Schema.Array(WebhookAttempt).pipe(Annotations.describe("The newest attempts, newest first."))
})
export type WebhookEndpointView = typeof WebhookEndpointView.Type

export const RedeliveryRequest = Schema.Struct({ clientId, endpointId: WebhookEndpointId, eventId: EventId })
export type RedeliveryRequest = typeof RedeliveryRequest.Type

const ids = Schema.Record(Schema.String, Schema.String)

export const AuditEntry = Schema.Struct({
  chain: Schema.Int,
  seq: Schema.Int,
  at: Timestamp,
  action: Schema.String,
  actor: ids,
  subject: ids,
  outcome: Schema.optionalKey(Schema.String),
  requestId: Annotations.optional(Schema.String, "The request that caused it, if one did.")
})
export type AuditEntry = typeof AuditEntry.Type

/** Audit records, newest first. */
export const AuditEntryPage = Schema.Struct({
  entries: Schema.Array(AuditEntry),
  next: Annotations.optional(Schema.String, "The cursor of the page with older records, if there are any.")
})
export type AuditEntryPage = typeof AuditEntryPage.Type

export const StoryRequest = Schema.Struct({ id: Schema.String.check(Schema.isMaxLength(100)) })

/**
 * What an id belongs to. Two kinds are known only from the audit log: `REQUEST`, and `RECORDED` for everything else,
 * such as an object that has been erased.
 */
export const StoryKind = Schema.Literals([
  "COLLECTION",
  "CONSENT",
  "USER",
  "CONNECT_SESSION",
  "MONITOR",
  "WEBHOOK_ENDPOINT",
  "EVENT",
  "CERTIFICATE",
  "REQUEST",
  "RECORDED"
])
export type StoryKind = typeof StoryKind.Type

const StoryDelivery = Schema.Struct({ endpointId: WebhookEndpointId, ...WebhookAttempt.fields })

/**
 * The story of an object: what happened, which events were delivered, and who did what. It contains no personal data.
 */
export const Story = Schema.Struct({
  id: Schema.String,
  kind: StoryKind,
  facts: Schema.Record(Schema.String, Schema.String).pipe(
    Annotations.describe("Its unsealed members, such as `status`.")
  ),
  links: Schema.Array(Schema.Struct({ name: Schema.String, id: Schema.String })).pipe(
    Annotations.describe("Objects that belong to it, newest first.")
  ),
  steps: Schema.Array(Schema.Struct({ at: Timestamp, what: Schema.String })).pipe(
    Annotations.describe("Its statuses and other times, oldest first.")
  ),
  events: Schema.Array(
    Schema.Struct({
      at: Timestamp,
      eventId: Schema.String,
      type: Schema.String,
      subjectId: Annotations.optional(Schema.String, "The object that the event is about.")
    })
  ).pipe(Annotations.describe("The newest events about it, oldest first.")),
  deliveries: Schema.Array(StoryDelivery).pipe(
    Annotations.describe("The newest attempts to deliver them, oldest first.")
  ),
  audit: Schema.Array(AuditEntry).pipe(Annotations.describe("The newest audit records that name it, oldest first.")),
  isComplete: Schema.Boolean.pipe(
    Annotations.describe("False if there are older audit records, and not all of them were searched.")
  )
})
export type Story = typeof Story.Type

const count = Schema.Int

export const ServiceSample = Schema.Struct({
  delivered: count.pipe(Annotations.describe("Successful attempts to deliver events.")),
  undelivered: count.pipe(Annotations.describe("Failed attempts.")),
  waiting: count.pipe(Annotations.describe("Deliveries that wait for another attempt.")),
  oldestSeconds: count.pipe(
    Annotations.describe("Age of the oldest event that an endpoint has not received, in seconds.")
  ),
  open: count.pipe(Annotations.describe("Collections, consents and monitors that have not ended.")),
  lateSeconds: count.pipe(Annotations.describe("How long the most overdue step has been due, in seconds.")),
  expiringConsents: count.pipe(Annotations.describe("Consents in force that end within a week.")),
  nodes: count.pipe(Annotations.describe("Nodes that share the database and are alive.")),
  databaseBytes: count.pipe(Annotations.describe("Size of the database, in bytes."))
})
export type ServiceSample = typeof ServiceSample.Type

const { delivered: _, undelivered: __, ...states } = ServiceSample.fields

/** The same figures at one moment, without those that only add up over time. */
export const ServiceState = Schema.Struct(states)
export type ServiceState = typeof ServiceState.Type

/** An hour is shown in periods of five minutes, a day in hours, and a month in days. */
export const HistoryWindow = Schema.Literals(["HOUR", "DAY", "MONTH"])
export type HistoryWindow = typeof HistoryWindow.Type

export const EndsOfPeriod = Schema.Struct({
  at: Timestamp,
  succeeded: count,
  failed: count,
  other: count.pipe(Annotations.describe("Those that ended because of the person.")),
  p50Seconds: Annotations.optional(count, "The median duration of those with a result."),
  p95Seconds: Annotations.optional(count, "The duration that 95 % of them did not exceed.")
})
export type EndsOfPeriod = typeof EndsOfPeriod.Type

/** Periods without collections are absent. */
export const MethodHistory = Schema.Struct({
  company: CompanyId,
  loginMethod: LoginMethod,
  total: Schema.Struct(EndsOfPeriod.fields).mapFields(({ at: _, ...fields }) => fields),
  periods: Schema.Array(EndsOfPeriod)
})
export type MethodHistory = typeof MethodHistory.Type

export const FailedCollection = Schema.Struct({
  at: Timestamp.pipe(Annotations.describe("The time at which it ended.")),
  collectionId: Schema.String,
  loginMethod: Schema.String,
  status: Schema.String,
  reason: Annotations.optional(Schema.String, "The code of the reason, if the collection has one.")
})
export type FailedCollection = typeof FailedCollection.Type

/** Figures are sorted oldest first, and the last period has not ended. */
export const ServiceHistory = Schema.Struct({
  readAt: Timestamp.pipe(
    Annotations.describe("The time at which the figures were read. They are written every minute.")
  ),
  start: Timestamp.pipe(Annotations.describe("The start of the first period.")),
  periodSeconds: count,
  periods: count.pipe(Annotations.describe("The number of periods.")),
  all: Schema.Array(EndsOfPeriod).pipe(Annotations.describe("The collections at all companies.")),
  methods: Schema.Array(MethodHistory),
  current: ServiceState.pipe(Annotations.describe("The service at the time at which the figures were read.")),
  service: Schema.Array(Schema.Struct({ at: Timestamp, ...ServiceSample.fields })).pipe(
    Annotations.describe("The service in each period: the sum of the deliveries, and the worst of every other figure.")
  )
})
export type ServiceHistory = typeof ServiceHistory.Type
