/** Tables for clients, API keys, return URLs, origins, users, signing keys and client certificates. */
import { createTables } from "../database/Dialect.ts"
import { clientColumns, serviceColumn } from "../sealing/KeyRotationColumn.ts"
import { externalIdColumn } from "./ExternalIdColumn.ts"

/** `binding` is a keyed hash that binds a row to its client (`sealing/RowBinding.ts`). */
export const createClientTables = createTables((sql, { bytes, count, millis, strict }) => [
  sql`CREATE TABLE client (
    id TEXT PRIMARY KEY,
    name TEXT NOT NULL,
    environment TEXT NOT NULL,
    created_at ${millis} NOT NULL,
    requires_mutual_tls ${count} NOT NULL DEFAULT 0,
    sensitive TEXT,
    uses_test_methods ${count} NOT NULL DEFAULT 0,
    stores_credentials ${count} NOT NULL DEFAULT 0
  ) ${strict}`,
  sql`CREATE TABLE api_key (
    hash ${bytes} PRIMARY KEY,
    client_id TEXT NOT NULL REFERENCES client (id),
    created_at ${millis} NOT NULL,
    revoked_at ${millis},
    key_id TEXT,
    expires_at ${millis},
    scopes TEXT,
    networks TEXT,
    binding ${bytes}
  ) ${strict}`,
  sql`CREATE UNIQUE INDEX api_key_by_id ON api_key (key_id) WHERE key_id IS NOT NULL`,
  sql`CREATE INDEX api_key_by_client ON api_key (client_id)`,
  sql`CREATE TABLE client_return_url (
    client_id TEXT NOT NULL REFERENCES client (id),
    return_url TEXT NOT NULL,
    created_at ${millis} NOT NULL,
    binding ${bytes},
    PRIMARY KEY (client_id, return_url)
  ) ${strict}`,
  sql`CREATE TABLE client_origin (
    client_id TEXT NOT NULL REFERENCES client (id),
    origin TEXT NOT NULL,
    created_at ${millis} NOT NULL,
    binding ${bytes},
    PRIMARY KEY (client_id, origin)
  ) ${strict}`
])

/**
 * An erased user's row has `erased_at` and no external id. Its blind index moves to `erased_index` for a while, so that
 * a token from before the erasure cannot create the user again.
 */
export const createUserTables = createTables((sql, { bytes, count, millis, strict }) => [
  sql`CREATE TABLE app_user (
    id TEXT PRIMARY KEY,
    client_id TEXT NOT NULL REFERENCES client (id),
    external_id ${bytes},
    external_id_index ${bytes},
    created_at ${millis},
    generation ${count} NOT NULL,
    test ${count},
    sessions_ended_at ${millis},
    erased_at ${millis},
    erased_index ${bytes},
    erasure_finished_at ${millis}
  ) ${strict}`,
  sql`CREATE UNIQUE INDEX app_user_by_external_id ON app_user (client_id, external_id_index)
    WHERE external_id_index IS NOT NULL`,
  sql`CREATE INDEX app_user_by_client ON app_user (client_id, created_at DESC, id DESC) WHERE erased_at IS NULL`,
  sql`CREATE INDEX app_user_by_erased_id ON app_user (client_id, erased_index) WHERE erased_index IS NOT NULL`,
  sql`CREATE INDEX app_user_to_erase ON app_user (erased_at)
    WHERE erased_at IS NOT NULL AND erasure_finished_at IS NULL`,
  sql`CREATE TABLE signing_key (
    id TEXT PRIMARY KEY,
    purpose TEXT NOT NULL,
    place ${count} NOT NULL,
    jwk ${bytes} NOT NULL,
    created_at ${millis} NOT NULL,
    UNIQUE (purpose, place)
  ) ${strict}`
])

/**
 * `certified_key` records the public key and the client of each erased certificate, so that no key is ever certified
 * for two clients.
 */
export const createCertificateTables = createTables((sql, { bytes, millis, strict }) => [
  sql`CREATE TABLE certificate (
    serial TEXT PRIMARY KEY,
    client_id TEXT NOT NULL REFERENCES client (id),
    environment TEXT NOT NULL,
    subject_key_id TEXT NOT NULL,
    not_before ${millis} NOT NULL,
    not_after ${millis} NOT NULL,
    issued_at ${millis} NOT NULL,
    revoked_at ${millis},
    reason TEXT,
    binding ${bytes}
  ) ${strict}`,
  sql`CREATE INDEX certificate_by_client ON certificate (client_id, issued_at, serial)`,
  sql`CREATE INDEX certificate_by_key ON certificate (subject_key_id, issued_at, serial)`,
  sql`CREATE INDEX certificate_revoked ON certificate (environment, revoked_at, serial)
    WHERE revoked_at IS NOT NULL`,
  sql`CREATE TABLE certified_key (
    subject_key_id TEXT NOT NULL,
    client_id TEXT NOT NULL REFERENCES client (id),
    PRIMARY KEY (subject_key_id, client_id)
  ) ${strict}`
])

export const sealedColumns = [
  ...clientColumns("app_user", "id", { external_id: externalIdColumn.name }),
  serviceColumn("signing_key", "jwk", "id", "jwk")
]
