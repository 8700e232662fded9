/** The tables of the service. A released migration never changes. */
import * as AuditTables from "../audit/AuditTables.ts"
import { functions, migration } from "./Dialect.ts"
import { migrateTo, newestOf } from "./Releases.ts"
import type { Release } from "./Releases.ts"
import * as ConnectTables from "../connect/ConnectTables.ts"
import * as EventTables from "../events/EventTables.ts"
import * as WebhookTables from "../events/WebhookTables.ts"
import * as LimitTables from "../limits/LimitTables.ts"
import * as NodeTables from "../nodes/NodeTables.ts"
import * as RequestTables from "../requests/RequestTables.ts"
import * as UserTables from "../users/UserTables.ts"

const clients = migration((sql, { bytes, millis, strict }) => [
  ...functions(sql),
  sql`CREATE TABLE client (
    id TEXT PRIMARY KEY,
    name TEXT NOT NULL,
    environment TEXT NOT NULL,
    created_at ${millis} NOT NULL
  ) ${strict}`,
  sql`CREATE TABLE api_key (
    hash ${bytes} PRIMARY KEY,
    client_id TEXT NOT NULL REFERENCES client (id),
    created_at ${millis} NOT NULL,
    revoked_at ${millis}
  ) ${strict}`
])

const collections = migration((sql, { bytes, count, millis, strict }) => [
  sql`CREATE TABLE collection (
    id TEXT PRIMARY KEY,
    client_id TEXT NOT NULL REFERENCES client (id),
    company TEXT NOT NULL,
    market TEXT NOT NULL,
    login_method TEXT NOT NULL,
    products TEXT NOT NULL,
    status TEXT NOT NULL,
    revision ${count} NOT NULL,
    created_at ${millis} NOT NULL,
    status_changed_at ${millis} NOT NULL,
    ended_at ${millis},
    deadline ${millis} NOT NULL,
    authenticate_until ${millis},
    due_at ${millis} NOT NULL,
    step ${count} NOT NULL,
    reference ${bytes},
    reference_index ${bytes},
    shown ${bytes},
    placed_order ${bytes},
    session ${bytes},
    pending ${bytes},
    pending_until ${millis},
    input ${bytes},
    data_expired_at ${millis},
    journal_forgotten_at ${millis}
  ) ${strict}`,
  sql`CREATE INDEX collection_by_client ON collection (client_id, created_at DESC, id DESC)`,
  sql`CREATE INDEX collection_by_company ON collection (client_id, company, created_at DESC, id DESC)`,
  sql`CREATE INDEX collection_by_status ON collection (client_id, status, created_at DESC, id DESC)`,
  sql`CREATE INDEX collection_due ON collection (due_at) WHERE ended_at IS NULL`,
  sql`CREATE INDEX collection_by_reference ON collection (client_id, reference_index)
    WHERE reference_index IS NOT NULL`,
  sql`CREATE INDEX collection_unstarted ON collection (id) WHERE step = 0 AND ended_at IS NULL`,
  sql`CREATE INDEX collection_unconsumed ON collection (id) WHERE input IS NOT NULL`,
  sql`CREATE INDEX collection_journaled ON collection (ended_at)
    WHERE ended_at IS NOT NULL AND journal_forgotten_at IS NULL`,
  sql`CREATE INDEX collection_with_data ON collection (ended_at)
    WHERE ended_at IS NOT NULL AND data_expired_at IS NULL`,
  sql`CREATE INDEX collection_ended ON collection (ended_at) WHERE ended_at IS NOT NULL`,
  sql`CREATE TABLE collection_history (
    collection_id TEXT NOT NULL REFERENCES collection (id) ON DELETE CASCADE,
    revision ${count} NOT NULL,
    status TEXT NOT NULL,
    at ${millis} NOT NULL,
    PRIMARY KEY (collection_id, revision)
  ) ${strict}`,
  sql`CREATE TABLE collection_data (
    collection_id TEXT NOT NULL REFERENCES collection (id) ON DELETE CASCADE,
    product TEXT NOT NULL,
    records ${bytes} NOT NULL,
    PRIMARY KEY (collection_id, product)
  ) ${strict}`,
  sql`CREATE TABLE collection_document (
    id TEXT PRIMARY KEY,
    collection_id TEXT NOT NULL REFERENCES collection (id) ON DELETE CASCADE,
    product TEXT NOT NULL,
    description ${bytes} NOT NULL,
    content ${bytes} NOT NULL
  ) ${strict}`,
  sql`CREATE INDEX collection_document_by_collection ON collection_document (collection_id)`
])

const keyCheck = migration((sql, { bytes, count, strict }) => [
  sql`CREATE TABLE key_check (
    id ${count} PRIMARY KEY,
    sealed ${bytes} NOT NULL,
    blind ${bytes} NOT NULL
  ) ${strict}`
])

const answers = migration((sql, { bytes, count }) => [
  sql`ALTER TABLE collection ADD COLUMN answered_etags ${bytes}`,
  sql`ALTER TABLE collection ADD COLUMN identified ${count} NOT NULL DEFAULT 0`,
  sql`DROP INDEX collection_unconsumed`,
  sql`CREATE INDEX collection_unconsumed ON collection (id) WHERE input IS NOT NULL AND pending IS NULL`
])

const mutualTls = migration((sql, { count }) => [
  sql`ALTER TABLE client ADD COLUMN requires_mutual_tls ${count} NOT NULL DEFAULT 0`
])

const sessions = migration((sql, { bytes }) => [
  sql`ALTER TABLE collection ADD COLUMN session_index ${bytes}`,
  sql`ALTER TABLE collection ADD COLUMN leftovers ${bytes}`,
  sql`CREATE INDEX collection_by_session ON collection (client_id, session_index) WHERE session_index IS NOT NULL`
])

const secrets = migration((sql, { bytes, strict }) => [
  sql`CREATE TABLE service_secret (
    name TEXT PRIMARY KEY,
    sealed ${bytes} NOT NULL
  ) ${strict}`
])

const questions = migration((sql, { bytes }) => [
  sql`ALTER TABLE collection ADD COLUMN pending_id TEXT`,
  sql`ALTER TABLE collection ADD COLUMN pending_type TEXT`,
  sql`ALTER TABLE collection ADD COLUMN answered_questions ${bytes}`
])

const consentData = migration((sql, { millis }) => [
  sql`ALTER TABLE collection ADD COLUMN consent_id TEXT`,
  sql`ALTER TABLE collection ADD COLUMN consent_until ${millis}`,
  sql`CREATE INDEX collection_by_consent ON collection (consent_id) WHERE consent_id IS NOT NULL`,
  sql`CREATE INDEX collection_by_consent_end ON collection (consent_until) WHERE consent_until IS NOT NULL`
])

export const migrations = {
  "0001_clients": clients,
  "0002_collections": collections,
  "0003_key_check": keyCheck,
  "0004_answers": answers,
  "0005_key_ids": UserTables.keyIds,
  "0006_users": UserTables.users,
  "0007_signing_keys": UserTables.signingKeys,
  "0008_consents": UserTables.consents,
  "0009_collection_users": UserTables.collectionUsers,
  "0010_certificates": UserTables.certificates,
  "0011_mutual_tls": mutualTls,
  "0012_sessions": sessions,
  "0013_secrets": secrets,
  "0014_request_keys": RequestTables.requestKeys,
  "0015_questions": questions,
  "0016_consent_data": consentData,
  "0017_return_addresses": UserTables.returnAddresses,
  "0018_bound_rows": UserTables.boundRows,
  "0019_quotas": LimitTables.quotas,
  "0020_nodes": NodeTables.nodes,
  "0021_releases": NodeTables.releases,
  "0022_events": EventTables.events,
  "0023_webhooks": WebhookTables.webhooks,
  "0024_audit": AuditTables.auditLog,
  "0025_connect": ConnectTables.connectSessions,
  "0026_event_subjects": WebhookTables.subjects,
  "0027_consent_persons": UserTables.consentPersons,
  "0028_certified_keys": UserTables.certifiedKeys,
  "0029_confirmed_failures": EventTables.confirmedFailures
}

/**
 * The oldest release that can use the tables. It is the newest migration of the previous release. Raise it when a release
 * adds migrations, and remove nothing that this older release uses. The index `collection_unconsumed` can be removed once this
 * number exceeds 24, because only releases up to then read it.
 */
const oldest = 21

/** This release. */
const release: Release = { migrations, oldest }

/** The number of the newest migration. */
export const newest = newestOf(release)

/** Runs all migrations that have not run yet. */
export const migrate = migrateTo(release)
