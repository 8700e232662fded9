/** The table of idempotency keys. */
import { createTables } from "../database/Dialect.ts"

export const createIdempotencyTables = createTables((sql, { bytes, count, millis, strict }) => [
  sql`CREATE TABLE request_key (
    id ${bytes} PRIMARY KEY,
    client_id TEXT NOT NULL REFERENCES client (id),
    user_id TEXT,
    request ${bytes} NOT NULL,
    made TEXT NOT NULL,
    is_new ${count} NOT NULL,
    kept_until ${millis} NOT NULL
  ) ${strict}`,
  sql`CREATE INDEX request_key_by_user ON request_key (user_id) WHERE user_id IS NOT NULL`,
  sql`CREATE INDEX request_key_by_made ON request_key (made)`,
  sql`CREATE INDEX request_key_due ON request_key (kept_until)`
])
