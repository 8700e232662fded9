/** The tables of webhook endpoints and their deliveries. */
import { createTables } from "../database/Dialect.ts"
import { clientColumns } from "../sealing/KeyRotationColumn.ts"

export const createWebhookTables = createTables((sql, { bytes, count, millis, strict }) => [
  sql`CREATE TABLE webhook_endpoint (
    id TEXT PRIMARY KEY,
    client_id TEXT NOT NULL REFERENCES client (id),
    settings ${bytes} NOT NULL,
    shard ${count} NOT NULL,
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
    user_id TEXT,
    PRIMARY KEY (endpoint_id, at, id)
  ) ${strict}`,
  sql`CREATE INDEX webhook_attempt_by_event ON webhook_attempt (event_id, endpoint_id)`,
  sql`CREATE INDEX webhook_attempt_by_user ON webhook_attempt (user_id) WHERE user_id IS NOT NULL`
])

export const sealedColumns = clientColumns("webhook_endpoint", "id", { settings: "settings" })
