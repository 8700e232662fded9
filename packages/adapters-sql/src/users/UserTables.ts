/** The migrations of users, consents, signing keys and client certificates. */
import { migration } from "../database/Dialect.ts"

export const keyIds = migration((sql) => [
  sql`ALTER TABLE api_key ADD COLUMN key_id TEXT`,
  sql`CREATE UNIQUE INDEX api_key_by_id ON api_key (key_id) WHERE key_id IS NOT NULL`,
  sql`CREATE INDEX api_key_by_client ON api_key (client_id)`
])

/**
 * An erased user is a row with `erased_at` but without an external id. The blind index stays for a while as
 * `erased_index`, so that a token issued before the erasure cannot recreate the user.
 */
export const users = migration((sql, { bytes, count, millis, strict }) => [
  sql`CREATE TABLE app_user (
    id TEXT PRIMARY KEY,
    client_id TEXT NOT NULL REFERENCES client (id),
    external_id ${bytes},
    external_id_index ${bytes},
    created_at ${millis},
    generation ${count} NOT NULL,
    sessions_ended_at ${millis},
    erased_at ${millis},
    erased_index ${bytes},
    erasure_finished_at ${millis}
  ) ${strict}`,
  sql`CREATE UNIQUE INDEX app_user_by_external_id ON app_user (client_id, external_id_index)
    WHERE external_id_index IS NOT NULL`,
  sql`CREATE INDEX app_user_by_erased_id ON app_user (client_id, erased_index) WHERE erased_index IS NOT NULL`,
  sql`CREATE INDEX app_user_to_erase ON app_user (erased_at)
    WHERE erased_at IS NOT NULL AND erasure_finished_at IS NULL`
])

export const signingKeys = migration((sql, { bytes, count, millis, strict }) => [
  sql`CREATE TABLE signing_key (
    id TEXT PRIMARY KEY,
    place ${count} NOT NULL UNIQUE,
    jwk ${bytes} NOT NULL,
    created_at ${millis} NOT NULL
  ) ${strict}`
])

export const consents = migration((sql, { bytes, count, millis, strict }) => [
  sql`CREATE TABLE consent (
    id TEXT PRIMARY KEY,
    client_id TEXT NOT NULL REFERENCES client (id),
    user_id TEXT NOT NULL REFERENCES app_user (id),
    company TEXT NOT NULL,
    market TEXT NOT NULL,
    status TEXT NOT NULL,
    revision ${count} NOT NULL,
    created_at ${millis} NOT NULL,
    status_changed_at ${millis} NOT NULL,
    expires_at ${millis} NOT NULL,
    revoked_at ${millis},
    failure TEXT,
    due_at ${millis} NOT NULL,
    step ${count} NOT NULL,
    scope ${bytes},
    shown ${bytes},
    progress ${bytes},
    return_index ${bytes},
    returned_index ${bytes},
    closed_at ${millis},
    journal_forgotten_at ${millis}
  ) ${strict}`,
  sql`CREATE INDEX consent_by_user ON consent (client_id, user_id, created_at DESC, id DESC)`,
  sql`CREATE UNIQUE INDEX consent_by_return ON consent (return_index) WHERE return_index IS NOT NULL`,
  sql`CREATE INDEX consent_unstarted ON consent (step) WHERE step = 0 AND closed_at IS NULL`,
  sql`CREATE INDEX consent_due ON consent (due_at) WHERE closed_at IS NULL`,
  sql`CREATE INDEX consent_journaled ON consent (journal_forgotten_at, closed_at)
    WHERE closed_at IS NOT NULL AND journal_forgotten_at IS NULL`,
  sql`CREATE INDEX consent_closed ON consent (closed_at) WHERE closed_at IS NOT NULL`,
  sql`CREATE TABLE consent_use (
    consent_id TEXT NOT NULL REFERENCES consent (id) ON DELETE CASCADE,
    day TEXT NOT NULL,
    readings ${count} NOT NULL,
    PRIMARY KEY (consent_id, day)
  ) ${strict}`
])

/** The keyed hashes by which the consents of one person at one bank are found, until they end (decisions 21). */
export const consentPersons = migration((sql, { bytes, strict }) => [
  sql`CREATE TABLE consent_person (
    consent_id TEXT NOT NULL REFERENCES consent (id) ON DELETE CASCADE,
    person_index ${bytes} NOT NULL,
    PRIMARY KEY (consent_id, person_index)
  ) ${strict}`,
  sql`CREATE INDEX consent_person_by_index ON consent_person (person_index)`
])

/** The addresses that a client registered, and the address and login method of each consent (decisions 9). */
export const returnAddresses = migration((sql, { bytes, millis, strict }) => [
  sql`CREATE TABLE client_return_url (
    client_id TEXT NOT NULL REFERENCES client (id),
    return_url TEXT NOT NULL,
    created_at ${millis} NOT NULL,
    PRIMARY KEY (client_id, return_url)
  ) ${strict}`,
  sql`ALTER TABLE consent ADD COLUMN login_method TEXT`,
  sql`ALTER TABLE consent ADD COLUMN return_to ${bytes}`
])

export const collectionUsers = migration((sql) => [
  sql`ALTER TABLE collection ADD COLUMN user_id TEXT REFERENCES app_user (id)`,
  sql`CREATE INDEX collection_by_user ON collection (client_id, user_id, created_at DESC, id DESC)
    WHERE user_id IS NOT NULL`
])

export const certificates = migration((sql, { millis, strict }) => [
  sql`CREATE TABLE certificate (
    serial TEXT PRIMARY KEY,
    client_id TEXT NOT NULL REFERENCES client (id),
    environment TEXT NOT NULL,
    subject_key_id TEXT NOT NULL,
    not_before ${millis} NOT NULL,
    not_after ${millis} NOT NULL,
    issued_at ${millis} NOT NULL,
    revoked_at ${millis},
    reason TEXT
  ) ${strict}`,
  sql`CREATE INDEX certificate_by_client ON certificate (client_id, issued_at, serial)`,
  sql`CREATE INDEX certificate_by_key ON certificate (subject_key_id, issued_at, serial)`,
  sql`CREATE INDEX certificate_revoked ON certificate (environment, revoked_at, serial)
    WHERE revoked_at IS NOT NULL`
])

/** The clients of public keys whose certificates were erased, so that no key is ever certified for two clients. */
export const certifiedKeys = migration((sql, { strict }) => [
  sql`CREATE TABLE certified_key (
    subject_key_id TEXT NOT NULL,
    client_id TEXT NOT NULL REFERENCES client (id),
    PRIMARY KEY (subject_key_id, client_id)
  ) ${strict}`
])

/** The limits of API keys, and the keyed hashes that bind rows to their clients (`sealed/RowBinding.ts`). */
export const boundRows = migration((sql, { bytes, millis }) => [
  sql`ALTER TABLE api_key ADD COLUMN expires_at ${millis}`,
  sql`ALTER TABLE api_key ADD COLUMN scopes TEXT`,
  sql`ALTER TABLE api_key ADD COLUMN networks TEXT`,
  sql`ALTER TABLE api_key ADD COLUMN binding ${bytes}`,
  sql`ALTER TABLE certificate ADD COLUMN binding ${bytes}`,
  sql`ALTER TABLE client_return_url ADD COLUMN binding ${bytes}`
])
