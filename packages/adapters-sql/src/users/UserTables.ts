/** The tables of users, of the keys that sign their tokens, and of their consents: migrations (see Migrations). */
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { columnTypes } from "../sqlite/Dialect.ts"

/** The part of a key's text that names it, by which it can be listed and revoked. */
export const keyIds = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`ALTER TABLE api_key ADD COLUMN key_id TEXT`
  yield* sql`CREATE UNIQUE INDEX api_key_by_id ON api_key (key_id) WHERE key_id IS NOT NULL`
  yield* sql`CREATE INDEX api_key_by_client ON api_key (client_id)`
})

/**
 * An erased user is a row with `erased_at`, in which the external id is gone. Its index stays a while as `erased_index`, so
 * that a token which is older than the erasure does not make the user anew.
 */
export const users = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const { bytes, count, millis, strict } = columnTypes(sql)
  yield* sql`CREATE TABLE app_user (
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
  ) ${strict}`
  yield* sql`CREATE UNIQUE INDEX app_user_by_external_id ON app_user (client_id, external_id_index)
    WHERE external_id_index IS NOT NULL`
  yield* sql`CREATE INDEX app_user_by_erased_id ON app_user (client_id, erased_index) WHERE erased_index IS NOT NULL`
  yield* sql`CREATE INDEX app_user_to_erase ON app_user (erased_at)
    WHERE erased_at IS NOT NULL AND erasure_finished_at IS NULL`
})

export const signingKeys = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const { bytes, count, millis, strict } = columnTypes(sql)
  yield* sql`CREATE TABLE signing_key (
    id TEXT PRIMARY KEY,
    place ${count} NOT NULL UNIQUE,
    jwk ${bytes} NOT NULL,
    created_at ${millis} NOT NULL
  ) ${strict}`
})

export const consents = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const { bytes, count, millis, strict } = columnTypes(sql)
  yield* sql`CREATE TABLE consent (
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
  ) ${strict}`
  yield* sql`CREATE INDEX consent_by_user ON consent (client_id, user_id, created_at DESC, id DESC)`
  yield* sql`CREATE UNIQUE INDEX consent_by_return ON consent (return_index) WHERE return_index IS NOT NULL`
  yield* sql`CREATE INDEX consent_unstarted ON consent (step) WHERE step = 0 AND closed_at IS NULL`
  yield* sql`CREATE INDEX consent_due ON consent (due_at) WHERE closed_at IS NULL`
  yield* sql`CREATE INDEX consent_journaled ON consent (journal_forgotten_at, closed_at)
    WHERE closed_at IS NOT NULL AND journal_forgotten_at IS NULL`
  yield* sql`CREATE INDEX consent_closed ON consent (closed_at) WHERE closed_at IS NOT NULL`
  yield* sql`CREATE TABLE consent_use (
    consent_id TEXT NOT NULL REFERENCES consent (id) ON DELETE CASCADE,
    day TEXT NOT NULL,
    readings ${count} NOT NULL,
    PRIMARY KEY (consent_id, day)
  ) ${strict}`
})

/** In whose name a collection was started. */
export const collectionUsers = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`ALTER TABLE collection ADD COLUMN user_id TEXT REFERENCES app_user (id)`
  yield* sql`CREATE INDEX collection_by_user ON collection (client_id, user_id, created_at DESC, id DESC)
    WHERE user_id IS NOT NULL`
})
