/**
 * The state of a service as its operator sees it (spec 14.5): clients, certificates, companies, work, deliveries and the audit
 * log. None of it contains personal data: ids stand for people and their objects.
 */
import { Schema } from "effect"
import { CompanyId, CompanyStatus } from "../companies/Company.ts"
import { Market } from "../companies/Market.ts"
import { EventId } from "../events/EventSchema.ts"
import { WebhookAttempt } from "../events/WebhookAttempt.ts"
import { WebhookEndpointId } from "../events/WebhookEndpoint.ts"
import * as Texts from "../Texts.ts"
import { Timestamp } from "../Timestamp.ts"

const clientId = Schema.String.pipe(Texts.means("The client's id."))

/** The process that responds to the operator. */
export const ServiceOverview = Schema.Struct({
  release: Schema.String.pipe(Texts.means("The release of Sheaf.")),
  mode: Schema.Literals(["sandbox", "production"]),
  environment: Schema.Literals(["test", "production"]),
  database: Schema.Literals(["SQLite", "PostgreSQL"]),
  startedAt: Timestamp.pipe(Texts.means("The time at which the process started.")),
  ready: Schema.Boolean.pipe(Texts.means("True if `/ready` succeeds."))
})
export type ServiceOverview = typeof ServiceOverview.Type

/** `ALTERED` marks a row that was changed outside Sheaf, which rejects the key. */
const OperatedKey = Schema.Struct({
  keyId: Texts.optional(Schema.String, "The identifying part of the key. The demo key has none."),
  state: Schema.Literals(["LIVE", "EXPIRED", "REVOKED", "ALTERED"]),
  createdAt: Timestamp,
  expiresAt: Schema.optionalKey(Timestamp),
  revokedAt: Schema.optionalKey(Timestamp),
  scopes: Texts.optional(Schema.Array(Schema.String), "The scopes to which the key is limited, if it is limited."),
  networks: Texts.optional(
    Schema.Array(Schema.String),
    "The networks from which the key is accepted, if it is limited."
  )
})

export const OperatedClient = Schema.Struct({
  clientId,
  name: Schema.String,
  environment: Schema.Literals(["test", "production"]),
  requiresMutualTls: Schema.Boolean,
  keys: Schema.Array(OperatedKey)
})
export type OperatedClient = typeof OperatedClient.Type

/** A certificate of mutual TLS: the service's own, the authority that verifies clients, or a client's. */
export const OperatedCertificate = Schema.Struct({
  owner: Schema.Literals(["SERVER", "CLIENT_AUTHORITY", "CLIENT"]),
  clientId: Schema.optionalKey(clientId),
  serial: Texts.optional(Schema.String, "The serial number in hexadecimal."),
  expiresAt: Timestamp,
  revokedAt: Schema.optionalKey(Timestamp),
  reason: Texts.optional(Schema.String, "The reason for which the certificate was revoked (RFC 5280 §5.3.1).")
})
export type OperatedCertificate = typeof OperatedCertificate.Type

/** A company or bank, with the calls that this process has made to it since its start. */
export const CompanyHealth = Schema.Struct({
  company: CompanyId,
  name: Schema.String,
  market: Market,
  status: CompanyStatus,
  updatedAt: Timestamp.pipe(Texts.means("The time of the last availability check.")),
  calls: Schema.Int.pipe(Texts.means("The number of calls.")),
  averageMillis: Texts.optional(Schema.Int, "The mean duration of the calls, in milliseconds."),
  failures: Schema.Record(Schema.String, Schema.Int).pipe(Texts.means("The number of failed calls, by reason."))
})
export type CompanyHealth = typeof CompanyHealth.Type

/** The collections or consents of one status that have not ended and are all due, or all not due. */
export const OpenWork = Schema.Struct({
  process: Schema.Literals(["COLLECTION", "CONSENT"]),
  status: Schema.String,
  activity: Texts.literals("The work's next step.", {
    DUE: "A step runs, or is late.",
    WAITING: "A person, a company or a pause must end first."
  }),
  count: Schema.Int,
  oldestAt: Timestamp.pipe(Texts.means("The time at which the oldest of them was created.")),
  dueAt: Timestamp.pipe(Texts.means("The earliest time at which one of them continues on its own."))
})
export type OpenWork = typeof OpenWork.Type

/** A webhook endpoint and its deliveries. */
export const OperatedEndpoint = Schema.Struct({
  clientId,
  endpointId: WebhookEndpointId,
  url: Schema.String,
  disabledReason: Texts.optional(Schema.String, "The reason for which the endpoint receives no events."),
  waiting: Schema.Int.pipe(Texts.means("The number of events that wait for another attempt, at most 100.")),
  nextAt: Texts.optional(Timestamp, "The time of the next attempt."),
  attempts: Schema.Array(WebhookAttempt).pipe(Texts.means("The newest attempts, newest first."))
})
export type OperatedEndpoint = typeof OperatedEndpoint.Type

/** The event that an endpoint receives again. */
export const RepeatDelivery = Schema.Struct({ clientId, endpointId: WebhookEndpointId, eventId: EventId })
export type RepeatDelivery = typeof RepeatDelivery.Type

const ids = Schema.Record(Schema.String, Schema.String)

/** A record of the audit log. */
export const AuditEntry = Schema.Struct({
  chain: Schema.Int,
  seq: Schema.Int,
  at: Timestamp,
  action: Schema.String,
  actor: ids,
  subject: ids,
  outcome: Schema.optionalKey(Schema.String)
})
export type AuditEntry = typeof AuditEntry.Type

/** Records of the audit log, newest first. */
export const AuditPage = Schema.Struct({
  entries: Schema.Array(AuditEntry),
  next: Texts.optional(Schema.String, "The cursor of the page with older records, if there are any.")
})
export type AuditPage = typeof AuditPage.Type
