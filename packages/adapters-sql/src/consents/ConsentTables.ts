/** The tables of consents. */
import { createTables } from "../database/Dialect.ts"
import { clientColumns } from "../sealing/KeyRotationColumn.ts"
import * as Shapes from "./ConsentColumns.ts"

/**
 * `consent_use` counts readings in the person's absence; its `resource` is empty or a keyed hash of an account.
 * `consent.expiry_notices` is the number of expiry notices sent. `consent_person` has keyed hashes by which all of a
 * person's consents at a bank can be found until they end (spec 16).
 */
export const createConsentTables = createTables((sql, { bytes, count, millis, strict }) => [
  sql`CREATE TABLE consent (
    id TEXT PRIMARY KEY,
    client_id TEXT NOT NULL REFERENCES client (id),
    user_id TEXT NOT NULL REFERENCES app_user (id),
    connect_session_id TEXT,
    renews TEXT,
    company TEXT NOT NULL,
    market TEXT NOT NULL,
    login_method TEXT,
    login_index ${bytes},
    status TEXT NOT NULL,
    revision ${count} NOT NULL,
    created_at ${millis} NOT NULL,
    status_changed_at ${millis} NOT NULL,
    expires_at ${millis} NOT NULL,
    expiry_notices ${count} NOT NULL DEFAULT 0,
    revoked_at ${millis},
    failure TEXT,
    shard ${count} NOT NULL,
    due_at ${millis} NOT NULL,
    step ${count} NOT NULL,
    scope ${bytes},
    reference ${bytes},
    shown ${bytes},
    progress ${bytes},
    positions ${bytes},
    return_to ${bytes},
    return_index ${bytes},
    returned_index ${bytes},
    closed_at ${millis}
  ) ${strict}`,
  sql`CREATE INDEX consent_by_client ON consent (client_id, created_at DESC, id DESC)`,
  sql`CREATE INDEX consent_by_company ON consent (client_id, company, created_at DESC, id DESC)`,
  sql`CREATE INDEX consent_by_status ON consent (client_id, status, created_at DESC, id DESC)`,
  sql`CREATE INDEX consent_by_user ON consent (client_id, user_id, created_at DESC, id DESC)`,
  sql`CREATE INDEX consent_by_connect_session ON consent
    (client_id, connect_session_id, created_at DESC, id DESC) WHERE connect_session_id IS NOT NULL`,
  sql`CREATE INDEX consent_by_renewed ON consent (renews) WHERE renews IS NOT NULL`,
  sql`CREATE INDEX consent_by_login ON consent (client_id, login_index) WHERE login_index IS NOT NULL`,
  sql`CREATE UNIQUE INDEX consent_by_return ON consent (return_index) WHERE return_index IS NOT NULL`,
  sql`CREATE INDEX consent_due ON consent (due_at, id) WHERE closed_at IS NULL`,
  sql`CREATE INDEX consent_expiring ON consent (expires_at) WHERE closed_at IS NULL AND expiry_notices < 2`,
  sql`CREATE INDEX consent_closed ON consent (closed_at) WHERE closed_at IS NOT NULL`,
  sql`CREATE TABLE consent_use (
    consent_id TEXT NOT NULL REFERENCES consent (id) ON DELETE CASCADE,
    resource TEXT NOT NULL,
    at ${millis} NOT NULL,
    readings ${count} NOT NULL,
    PRIMARY KEY (consent_id, resource, at)
  ) ${strict}`,
  sql`CREATE TABLE consent_person (
    consent_id TEXT NOT NULL REFERENCES consent (id) ON DELETE CASCADE,
    person_index ${bytes} NOT NULL,
    PRIMARY KEY (consent_id, person_index)
  ) ${strict}`,
  sql`CREATE INDEX consent_person_by_index ON consent_person (person_index)`
])

export const sealedColumns = clientColumns("consent", "id", {
  scope: Shapes.scope.name,
  reference: Shapes.reference.name,
  shown: Shapes.shownInstructions.name,
  progress: Shapes.progress.name,
  positions: Shapes.positions.name,
  return_to: Shapes.returnTo.name
})
