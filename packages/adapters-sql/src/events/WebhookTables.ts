/** The migration for webhook endpoints and their deliveries. */
import { migration } from "../database/Dialect.ts"

export const webhooks = migration((sql, { bytes, count, millis, strict }) => [
  sql`CREATE TABLE webhook_endpoint (
    id TEXT PRIMARY KEY,
    client_id TEXT NOT NULL REFERENCES client (id),
    settings ${bytes} NOT NULL,
    created_at ${millis} NOT NULL,
    disabled_at ${millis},
    disabled_reason TEXT,
    first_failed_at ${millis},
    batch ${millis} NOT NULL,
    seq ${millis} NOT NULL,
    replay_batch ${millis},
    replay_seq ${millis},
    replay_until_batch ${millis},
    replay_until_seq ${millis}
  ) ${strict}`,
  sql`CREATE INDEX webhook_endpoint_by_client ON webhook_endpoint (client_id, created_at, id)`,
  // On PostgreSQL, the node that creates an endpoint delivers to it. See nodes/NodeTables.ts.
  ...sql.onDialectOrElse({
    pg: () => [
      sql`ALTER TABLE webhook_endpoint ADD COLUMN node TEXT`,
      sql`ALTER TABLE webhook_endpoint ALTER COLUMN node SET DEFAULT current_setting('sheaf.node', true)`
    ],
    orElse: () => []
  }),
  sql`CREATE TABLE webhook_delivery (
    endpoint_id TEXT NOT NULL REFERENCES webhook_endpoint (id) ON DELETE CASCADE,
    event_id TEXT NOT NULL,
    attempts ${count} NOT NULL,
    due_at ${millis} NOT NULL,
    PRIMARY KEY (endpoint_id, event_id)
  ) ${strict}`,
  sql`CREATE INDEX webhook_delivery_due ON webhook_delivery (endpoint_id, due_at)`,
  sql`CREATE INDEX webhook_delivery_by_event ON webhook_delivery (event_id)`,
  sql`CREATE TABLE webhook_attempt (
    endpoint_id TEXT NOT NULL REFERENCES webhook_endpoint (id) ON DELETE CASCADE,
    at ${millis} NOT NULL,
    id TEXT NOT NULL,
    event_id TEXT NOT NULL,
    type TEXT NOT NULL,
    attempt ${count} NOT NULL,
    duration ${count} NOT NULL,
    status ${count},
    fault TEXT,
    code TEXT,
    PRIMARY KEY (endpoint_id, at, id)
  ) ${strict}`,
  sql`CREATE INDEX webhook_attempt_by_event ON webhook_attempt (event_id, endpoint_id)`
])

/** The collections, consents and users with which Sheaf erases events and attempts. */
export const subjects = migration((sql) => [
  sql`ALTER TABLE event ADD COLUMN subject_id TEXT`,
  sql`CREATE INDEX event_by_subject ON event (subject_id) WHERE subject_id IS NOT NULL`,
  sql`ALTER TABLE webhook_attempt ADD COLUMN user_id TEXT`,
  sql`CREATE INDEX webhook_attempt_by_user ON webhook_attempt (user_id) WHERE user_id IS NOT NULL`
])
